"""Methods that put a number on a release, one file each."""
