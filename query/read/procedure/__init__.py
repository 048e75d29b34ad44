"""Questions with numbers, positions or a sequence of events, read into a procedure's input.

`read_procedure` tries each procedure in turn; a number or an effect that it cannot place makes it give up.
"""
