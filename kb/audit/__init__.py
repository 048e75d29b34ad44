"""What an editor should look at: checks over the graph, one package per family, and the digest's own citations."""
