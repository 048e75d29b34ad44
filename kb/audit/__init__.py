"""Checks over the graph, one module per family."""
