"""Where the built knowledge base lies: the graph on disk, snapshots, SPARQL, export, and whether it is sound."""
