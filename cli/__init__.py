"""The `rulings` command: arguments and printing only."""
