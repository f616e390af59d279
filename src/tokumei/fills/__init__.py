"""Methods that make the rows of a group alike, one file each."""
