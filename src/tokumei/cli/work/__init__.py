"""What commands do: carry out recipes, write files, make data up."""
