"""The site: pages written by hand beside pages made from the code."""
