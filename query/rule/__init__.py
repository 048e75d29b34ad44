"""What the entries found say on a question, and the verdict."""
