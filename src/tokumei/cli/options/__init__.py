"""What a user may write on the command line, and the recipe that is made of it."""
