"""Methods that guess who is who, one file each."""
