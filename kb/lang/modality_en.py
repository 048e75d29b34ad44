"""English cues of modality, over normalised (lower-case) text."""

from __future__ import annotations

from kb.lang.cues import Cues, any_of, cues

_BE = r"(?:is|are|was|were|be|been|being)"
_NOT = r"(?:n't| not| never| no longer)"
_DO_NOT = r"\b(?:do|does|did)(?:n't| not| never| no longer)"
_SEEN = r"(?:treated|considered|regarded|counted|classified|seen)"
_ALLOWED = r"(?:allowed|permitted|legal|able|possible|legally able|free)"
_BANNED = r"(?:forbidden|prohibited|illegal|barred|impossible|prevented)"
_DONE = r"(?:not |also |only |always |normally |still |now |then )?(?:\w+(?:ed|wn|en)|put|sent|done|set|made)\b"
_NEEDED = r"(?:required|obliged|forced|mandatory|necessary|compulsory|needed)"

_TABLE = cues(
    (
        (
            "requires",
            True,
            0.85,
            (r"\bcannot (?:not|choose not|refuse|decline)\b", r"\b(?:cannot|can't) avoid\b", r"\bno choice but\b"),
        ),
        (
            "permits",
            True,
            0.75,
            (
                rf"\b{_BE}{_NOT} {_BANNED}\b",
                r"\bnothing (?:stops|prevents|keeps)\b",
                rf"{_DO_NOT} (?:prevent|stop|keep|forbid|prohibit)\b",
            ),
        ),
        (
            "requires",
            False,
            0.9,
            (
                rf"{_DO_NOT} (?:have|need) to\b",
                rf"{_DO_NOT} (?:need|require)\b",
                r"\bneed(?:n't| not)\b",
                r"\bno (?:need|obligation|duty)\b",
                rf"\b{_BE}(?:n't| not) {_NEEDED}\b",
                rf"\bnot {_NEEDED}\b",
                r"\bnot have to\b",
                r"\bwithout having to\b",
            ),
        ),
        (
            "forbids",
            False,
            0.95,
            (
                r"\bcan(?:not|'t)\b",
                r"\bcan (?:not|never|no longer|neither)\b",
                r"\bcouldn't\b|\bcould not\b",
                r"\bmay (?:not|never|no longer)\b",
                r"\b(?:must|should)(?:n't| not| never)\b",
                rf"\b{_BE}{_NOT}(?: \w+)? {_ALLOWED}\b",
                rf"\bnot {_ALLOWED}\b",
            ),
        ),
        (
            "forbids",
            False,
            0.9,
            (
                rf"\b{_BANNED} (?:to|from|for)\b",
                rf"\b(?:is|are) {_BANNED}\b",
                r"\b(?:is|are|be) unable to\b",
                r"\brestricts?\b(?=[^.]* from )",
                r"\bprevent(?:s|ed)? \w+ (?:\w+ )?from\b",
                r"\bno (?!matter|longer)(?:\w+ ){1,4}(?:can|may)\b",
                r"\bneither (?:player |of \w+ )?(?:can|may)\b",
                r"\bnone of (?:\w+ ){1,4}(?:can|may)\b",
                r"\bnothing (?:can|may)\b",
                rf"\b(?:nobody|no one|no \w+|neither(?: player)?) (?:is|are) {_ALLOWED}\b",
                r"\bno more than\b(?=[^.]{1,60}\b(?:can|may|allowed|permitted)\b)",
                rf"{_DO_NOT} get to\b",
                r"^(?:please )?(?:do not|don't|never) \w+",
            ),
        ),
        (
            "permits",
            True,
            0.8,
            (
                r"\b(?:can|may)(?: still| also)? only\b",
                r"\bonly (?:[\w'/-]+ ){0,6}?(?:can|may)\b",
                r"\bcan be \w+ only\b",
                rf"\b{_BE} only {_ALLOWED}\b",
            ),
        ),
        (
            "requires",
            True,
            0.95,
            (
                r"\bmust\b|\bshall\b",
                r"\b(?:has|have|had) to\b",
                rf"\b(?:is|are|be) {_NEEDED}\b",
                r"\bneeds? to\b",
                r"(?<!the )(?<!any )(?<!all )(?<!its )(?<!their )\brequire[sd]?\b",
                r"\b(?:is|are) mandatory\b",
                r"\b(?:is|are) to be \w+(?:ed|en|wn|ut)\b",
                r"\bneeds? (?:at least|exactly|a minimum of)\b",
                r"\b(?:holds?|has|have|contains?) (?:exactly |at least |at most |between )?\d+ (?:to|and|-) \d+\b",
                r"^always (?!\w+s\b)\w+",
            ),
        ),
        (
            "defines",
            True,
            0.8,
            (
                r"\b(?:can )?(?:falls? (?:under|into)|(?:is|are) (?:split|divided|grouped|classified) into)\b",
                r"\bpublic (?:knowledge|information)\b",
            ),
        ),
        (
            "permits",
            True,
            0.9,
            (
                r"\b(?:can|may(?! (?:not )?(?:have|contain|vary|differ|require|need|seem|look))|could)\b",
                rf"\b(?:is|are|be) {_ALLOWED}\b",
                r"\bit is possible\b|\b(?:free|welcome) to\b|\bup to you\b|\bpossible (?:other )?actions\b",
                r"\bchooses? (?:to|whether)\b",
                r"\b(?:is|are) optional\b",
                r"\b(?:is|are) (?:always |also |perfectly |all )?(?:fine|ok|okay|welcome|acceptable|all right)\b",
                r"\bis for [\w ]{2,30} only\b",
            ),
        ),
        ("requires", True, 0.6, (r"\bshould\b",)),
        (
            "defines",
            False,
            0.9,
            (
                rf"\b{_BE}{_NOT}(?: \w+)? {_SEEN}\b",
                rf"\bnot(?: \w+)? {_SEEN}\b",
                rf"{_DO_NOT}(?: necessarily)? (?:count|mean|refer)\b",
                r"\bexcludes?\b|\bdoes not include\b",
                rf"\b(?:no longer|never) (?:{_SEEN}|counts?)\b",
                rf"\b(?:is|are){_NOT} (?:an?|the|part of|called|the same|effects?|costs?)\b",
            ),
        ),
        (
            "defines",
            True,
            0.9,
            (
                rf"\b(?:is|are|be)(?: \w+)? {_SEEN}\b",
                rf"\b{_SEEN} (?:as|to be)\b",
                r"\bcounts? (?:as|towards?)\b",
                r"\brefers? to\b|\bmeans?\b|\bdefined as\b|\bstands for\b|\bconsists? of\b",
                r"\b(?:is|are) (?:called|known as|named|referred to)\b",
                r"\b(?:is|are) (?:often |usually )?(?:shortened|abbreviated|short for)\b",
                r"\bis the (?:term|name|word)\b",
            ),
        ),
        (
            "defines",
            True,
            0.65,
            (
                r"^(?:an?|the)? ?[\w\-/&' ]{2,45}(?: \([^()]*\))? (?:is|are) (?:an?|the|any|one of) ",
                rf"^(?:these|those|this|they) (?:is|are) (?!{_DONE})",
                r"^\w+ing\b[\w\-/&' ]{0,40}? is (?:one|\w+ing)\b",
                r"\bequals\b|^[\w ]{0,20}includes?:",
                r"\b(?:limit|maximum|minimum)(?: number| size)? is\b",
                r"\bcomes? in (?:two|three|four|five|\d+) (?:kinds|sorts|types|forms)\b",
            ),
        ),
        (
            "follows",
            False,
            0.8,
            (
                r"\b(?:do|does|did|will|would|is|are|was|were|has|have)(?:n't| not| never| no longer)\b(?! only)",
                r"\bwon't\b|\bno longer\b",
                r"\bnothing (?:happens|changes)\b|\b(?:do|does|did) nothing\b|\b(?:has|have) no effect\b",
            ),
        ),
        ("follows", True, 0.7, (r"\bwill\b|\bthen\b|\btherefore\b|\bas a result\b|\binstead\b|\bimmediately\b",)),
    )
)

_OPENERS = r"(?:if|when|whenever|while|unless|as long as|even if|even though|even when|provided(?: that)?|in case|once|until)"
_LINKS = r"(?:\d+[.)] |- )?(?:however, |but |so |and |also, )?(?:only )?"
_CONDITIONS = (
    any_of(r"^unless\b[^,.;]*(?=,)"),
    any_of(r"\bunless\b[^.;]*"),
    any_of(
        rf"^{_LINKS}{_OPENERS}\b[^,.;]*?"
        r"(?= (?:it|they|you|he|she|its owner)\b (?:can|may|must|cannot|will|does|do|is|are)\b[^,]*$)"
    ),
    any_of(rf"(?:^|(?<=[.;:(] )|(?<=, )){_LINKS}{_OPENERS}\b[^,.;]*(?=,)"),
    any_of(r"\b(?:only |even |except )(?:if|when|during|while|in|at|by|with|after|before)\b[^.;,]*"),
    any_of(r"\b(?:in|during|on) the (?:same )?turn (?:that |in which )?(?:it|they|you)\b[^.;,]*"),
    any_of(r"\bas long as\b[^.;,]*", r"\bprovided (?:that )?[^.;,]*", r"\bexcept\b[^.;]*"),
    any_of(r"(?<!\bas )\b(?:if|when|whenever|while|once(?! per)|until(?! (?:before|after|the)\b))\b[^.;,]*"),
)

CUES = Cues(
    table=_TABLE,
    conditions=_CONDITIONS,
    aside=any_of(
        r"\b(?:that|which|who)(?: \w+)? (?:cannot|can't)",
        r"(?<!, )\bso (?:that )?(?:\w+ ){1,3}(?:can|may)\b",
        r"\b(?:to the point|such) that\b[^.;,]*",
        r"\b(?:say|state|specif(?:y|ie)|read)s?(?: that)? (?:you|it|they|a player) (?:can|may|must|cannot)\b",
        r"\b(?:that|which|who) (?:prevent|forbid|require|allow|let|need|restrict|exclude|include|mean)s?\b",
        r"\b(?:since|because)\b[^.;,]*",
        r"(?:^|(?<=[.;(] ))(?:after|before|during)\b[^.;,]*(?=,)",
        r"\b(?:that|which|who)(?: \w+)? (?:can|may|must|is|are|does|do|did|has|have|was|were|would|will)(?: not|n't)?\b",
    ),
    negative=any_of(r"\bnot\b", r"n't\b", r"\bnever\b", r"\bno longer\b", r"\b(?:neither|nor|none)\b", r"^no\b"),
    harmless=any_of(
        r"\bnot (?:only|just|necessarily(?! (?:mean|count|refer)))\b",
        r"\bnot\b(?=[^.;]{1,60}\bbut\b(?! (?:the|its?|they|you|this|that|these|those|an?|if|when|while|their|your)\b))",
        r"\b(?:that|which)(?: can| may)? \w+ (?:when|if|while)\b",
        r"\b(?:rather than|instead of)\b[^.;,]*",
        r"\bor not\b",
    ),
    example=any_of(r"^[\s>*\-(_]*(?:for example|for instance|examples?:|examples? |e\.g\.|ex:)"),
)
