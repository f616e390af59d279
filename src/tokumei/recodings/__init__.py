"""Methods that decide from counts how values are coarsened, one file each."""
