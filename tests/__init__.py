"""What is promised, as tests; `strategies` and `found` are shared by them."""
