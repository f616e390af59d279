"""Small scripts that the make targets call."""
