"""Answers composed, cited and put in the shapes that commands print."""
