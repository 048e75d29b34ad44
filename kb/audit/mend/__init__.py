"""Findings with one right mend, carried out on copies of the documents; the documents themselves are never touched."""
