"""Where documents contradict, supersede or complete each other."""
