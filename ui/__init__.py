"""Pieces of the web page: widgets only."""
