"""What an editor writes in `sources/`: read, checked, and loaded as the model's types."""
