"""What a user reads on the terminal: tables, sentences, progress."""
