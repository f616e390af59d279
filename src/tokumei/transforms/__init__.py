"""Methods that change data as a whole, one file each."""
