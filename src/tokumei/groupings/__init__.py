"""Methods that number rows into groups, one file each."""
