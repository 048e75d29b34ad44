"""An assistant in the loop, if the user names one: it reads the passages found and answers with the ids it used.

It is believed only as far as its citations hold and the law does not contradict. Without `--reader` nothing here is imported.
"""
