"""What the documents' statements rest on."""
