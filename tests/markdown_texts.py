"""Markdown that nobody would write: arbitrary text, and what means something in Markdown in any order."""

from __future__ import annotations

import re

from hypothesis import strategies as st

TAGS = """<table> </table> <tr> <td> </td> <ul> </ul> <ol> </ol> <li> <li&id='x'> </li> <br> <br><br> <th&colspan=2>
<th&rowspan=3> <details> <summary> </summary> </details> <sup><a&href='#x'>[1]</a></sup> <a&id='k'></a> <img&src=z> <!-- -->
<p&align='right'> <b> </p>"""
LINES = """# H~## ■ X~### «« Y~- a~  - b. c~> q~1. n~**b**\\~---~===~*References*:~Table of Contents~&lt;&lt; F~```
~For example:~WIN
| a | b |~|---|---|~a	b~● A .....	1~	- t"""
INLINE = (
    r"[l](#h)~[l](http://a.b/c)~![i](y.png)~**b**~*i*~$\hspace{2em}$ ~✔️ ~❌~Some text. More! ~例：~汉字。~\~    ~`~Example: x"
)
SNIPPETS = [
    *(tag.replace("&", " ") for tag in TAGS.split()),
    *(line + "\n" for line in re.split("[~\n]", LINES)),
    *INLINE.split("~"),
    *("\n", "\n\n", "\r\n", "\ufeff", "\x0c", "\u2028", "long " * 300 + ". "),
]
TEXTS = st.one_of(st.text(max_size=200), st.lists(st.sampled_from(SNIPPETS), max_size=40).map("".join))
