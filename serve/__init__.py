"""The knowledge base for other programs: over HTTP (`http`) and as tools of an assistant (`mcp`).

Both ask what is held open in `keeper` and say what `replies` makes of it: the JSON that `rulings … --json` prints.
"""
