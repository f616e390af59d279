"""What every command is made of: its options and help, its language, its ending."""
