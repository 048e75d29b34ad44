"""The grammar of card texts, English and Chinese.

`read` cuts a text into effects (condition, cost, targeting, resolution) with an EffectProfile each, and labels the rest.
How texts are written is code here; what follows from it is data in sources/rules.
"""

from kb.cardtext.card import kind_of, read
from kb.cardtext.parts import CardKind

__all__ = ["CardKind", "kind_of", "read"]
