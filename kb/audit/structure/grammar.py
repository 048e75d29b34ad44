"""Slips of grammar and sentences that stop: what an editor sees and a spelling checker does not."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, zip_longest

from kb.audit.check import check, found, found_each
from kb.audit.corpus import Audited, Corpus, shared
from kb.audit.structure.outline import CHAT, is_title, on_its_line, readable
from kb.audit.structure.program import is_program, named
from kb.lang.detect import detect
from kb.lang.plain import is_word
from kb.model import Finding, FoundAt, Passage

_PAIRS = re.compile(
    r"\b(?:(?<!control )(?<!instead )(?<!track )of (?:in|with|at(?! (?:least|most))|from|by|to)"
    r"|(?:was|were|is|are|has|have) be|(?:is|are|was|were) (?:is|are|was|were)"
    r"|(?:an?|the) (?:of|to|is|are|the|an?)|to (?:of|to)"
    r"|(?<!what it )(?<!what they )(?<!what you )(?<!as you )(?<!as they )(?<!as it )"
    r"(?<!and )(?:can|cannot|must|will|would|may) (?:to|is|are|was|were|of(?! course))"
    r"|(?<!ing )(?:in|for|by|on|with) of|and and|or or)\b(?!\s*[-/,\"”)])",
)
_DOUBLED = re.compile(r"(?<![\w.`-])(?<!that )(?<!which )(?<!who )(?<!what )([A-Za-z]{2,}) \1\b(?!-)", re.IGNORECASE)
"""A word that stands twice; after a relative pronoun two verbs may meet, and behind a point or hyphen it is half a name."""
_ARE = re.compile(
    r"(?:^|[.!?] )An? (?!(?:few|lot|number|couple|series|pair|group|set|variety)\b)(?:[A-Z][\w-]+ ){0,3}[A-Za-z]+[^s\W] are\b"
)
_BOTH = re.compile(r"\bboth [a-z]+'s\b|\b(?:two|three|four|\d+) (?!it's|that's|there's|he's|she's)[a-z]+'s (?!turn|worth)")
_VERB = re.compile(
    r"\b(?:refers? (?!to\b|back\b|\w+ly\b)|consists? (?!of\b|in\b|\w+ly\b)"
    r"|belongs? (?!(?:to|in|on|under|at|among|inside|with|together|here|there|where"
    r"|n?either|both|only|back|by|first|for)\b|\w+ly\b))[a-z]+"
)
_NOUNS = re.compile(
    r"\b(?:cards|monsters|players|opponents) (?:effects?|turn|hand|side)\b"
    r"(?! (?:over|up|in|out|it|them|this|that|their|the|an?|all|every|each|any|both|to (?:the|a|his|her|face)\b)\b)"
    r"|\b[Oo]nly following [a-z]+s\b|\b[A-Z]?[a-z]+'s of [A-Z]"
)
_ARTICLE = re.compile(r"(?:(?<=[.!?] )|^|(?<![\w.-])(?=[a-z]))([Aa]n?) (?:[\"“])?([A-Za-z][\w-]*)")
_SOUNDS_CONSONANT = re.compile(r"(?:uni(?!n|m)|ubi|uku|us[aeu]|uti|uto|eu|one|once)", re.IGNORECASE)
_SPELT = re.compile(r"f[^aeiouylr]|[lmn][^aeiouy]|r[^aeiouyh]|s[bdfgrsvx]|x[^aeiouy]|[a-z]+[A-Z]")
"""How a name begins whose first letter is read as a letter: with a vowel, whatever it is."""
_AFTER_LETTER = frozenset(("and", "or", "is", "as", "if", "in", "at", "on"))
"""Words before which “a” is a letter that names something."""
_SILENT_H = re.compile(r"(?:hour|honest|honou?r|heir)", re.IGNORECASE)


@check("S221", family="structure", severity="info", says="Two words that cannot follow each other, or a slip of number.")
def slip(corpus: Corpus) -> Iterator[Finding]:
    """Pairs of small words, doubled words, a singular article with a plural verb, a singular possessive after “both”."""
    for audited in corpus.documents:
        whole = "\n".join(p.text for p in _prose(audited))
        for passage in _prose(audited):
            text = re.sub(r"[\"“][^\"“”]*[\"”]", lambda m: "“" + "_" * (len(m[0]) - 2) + "”", passage.text)
            for pattern in (_PAIRS, _DOUBLED, _ARE, _BOTH, _VERB, _NOUNS):
                shown = next((m for m in pattern.finditer(text) if not _is_clause(text, m)), None)
                if shown and (_apart(raw := audited.raw(passage), shown[0]) or shown[0] in named(raw)):
                    continue
                if shown and not _is_fine(shown, text) and not _names(shown[0], whole):
                    around = passage.text[max(0, shown.start() - 20) : shown.end() + 20].strip()
                    what = f"“…{around}…” does not read as English."
                    where = on_its_line(audited, passage, passage.text[shown.start() : shown.end()])
                    yield found("S221", [where], what, "Correct the sentence.", confidence=0.85)
                    break


def _apart(raw: str, words: str) -> bool:
    """Whether what stands between two words as printed parts them: wide spaces, or a tag, since one names something."""
    first, *_, last = words.split()
    return re.search(rf"{re.escape(first)}(?:\s{{2,}}|\s*<[^<>]+>\s*){re.escape(last)}", raw) is not None


_ASKING = re.compile(r"(?:^|[.!?:;,] )(?:\w+ )?(?:[Ww]hat|[Ww]ho|[Ww]here|[Hh]ow|[Ww]hy|[Ww]hich|[Ww]hether)\b[^.!?;]*$")


def _is_clause(text: str, shown: re.Match[str]) -> bool:
    """Whether two words meet where a clause ends that is a subject ("what it says is …", "what makes X X"), or a word
    is named ("the word must is")."""
    one, _, other = shown[0].partition(" ")
    if other in ("is", "are") and re.search(r"\bwords?$", text[: shown.start()].rstrip(), re.IGNORECASE):
        return True
    return bool(_ASKING.search(text[: shown.start()])) and (other in ("is", "are", "was", "were") or one == other)


def _is_fine(shown: re.Match[str], text: str) -> bool:
    return shown[0].casefold() in _FINE or _LETTERS.match(text, shown.start()) is not None


def _names(words: str, whole: str) -> bool:
    """Whether a word stands twice because a name does: capitalised, the document never has it once; or once in capitals."""
    one, _, other = words.partition(" ")
    if one != other and one.casefold() == other.casefold() and (other.isupper() or one.isupper()):
        return True
    return one == other and one[0].isupper() and not re.search(rf"(?<!{one} )\b{one}\b(?! {one}\b)", whole)


_LETTERS = re.compile(r"[a-z] to [a-z]\b|one one (?:or|to)\b")
"""From one letter to another, such as the columns of a board."""
_FINE = frozenset({"that that", "had had", "so so"})


def _prose(audited: Audited) -> list[Passage]:
    return [p for p in readable(audited) if p.lang == "en" and p.kind != "example" and not CHAT.match(audited.raw(p))]


@check(
    "S222", family="structure", across=True, severity="info", says="The wrong article, or a singular article before a plural."
)
def wrong_article(corpus: Corpus) -> Iterator[Finding]:
    """“a” before a vowel, or against what the documents mostly write; “a” before the plural of a usual word."""
    english = [p for d in corpus.documents for p in _prose(d)]
    votes: Counter[tuple[str, str]] = Counter()
    words: Counter[str] = Counter()
    for passage in english:
        votes.update((a.casefold(), w) for a, w in _ARTICLE.findall(passage.text))
        words.update(re.findall(r"[a-z]+", passage.text))
    for audited in corpus.documents:
        odd: dict[str, list[FoundAt]] = defaultdict(list)
        for passage in _prose(audited):
            for shown in _ARTICLE.finditer(passage.text):
                if shown[2][0].islower() and '"“'.find(passage.text[shown.start(2) - 1]) >= 0:
                    continue
                if problem := _article_problem(shown[1].casefold(), shown[2], votes, words, passage.text[shown.end() :]):
                    odd[f"“{shown[0]}”: {problem}."].append(on_its_line(audited, passage, shown[0]))
        for what, where in odd.items():
            yield from found_each("S222", where, what, "Correct it.", confidence=0.85)


def _article_problem(article: str, word: str, votes: Mapping[tuple[str, str], int], words: Mapping[str, int], rest: str) -> str:
    if word in _AFTER_LETTER:
        return ""
    other = "an" if article == "a" else "a"
    ours, theirs = votes.get((article, word), 0), votes.get((other, word), 0)
    if theirs >= 3 * ours:
        return f"“{other} {word}” stands {theirs} times"
    vowel = word[0] in "aeiouAEIOU" and not _SOUNDS_CONSONANT.match(word)
    if article == "a" and vowel and len(word) > 2 and not word.isupper() and not (word[0] == "u" and not is_word(word)):
        return f"“an {word}” is meant"
    silent = _SILENT_H.match(word) or _SPELT.match(word)
    if article == "an" and not vowel and len(word) > 3 and word[0].islower() and not silent:
        return f"“a {word}” is meant"
    single = word.removesuffix("s")
    plural = word.endswith("s") and word.islower() and words.get(single, 0) >= 10 and words.get(word, 0) >= 10
    if plural and re.match(r"\s+(?:is|are|has|have|can|was|were|that|which|[.,;])", rest):
        return f"“{article} {single}” or “{word}” is meant"
    return ""


_STOPS = re.compile(
    r"(?:\b(?:the|an?|of|to|or|and|with|that|which|if|for|by|when|because|but|your|their|than|until|into|whose|its|our|my|every)|,"
    r"|等到|因为|如果|以及|或者|并且|但是|而且|[和与或把被从向由若不未须]|不得|必须|应当|由于|为了|对于|关于)$",
    re.IGNORECASE,
)
_COUNTED = re.compile(r"\d\s*把$")
"""How things with a handle are counted."""
_KNOWN = re.compile(
    r"(?:\b(?:and|or|knows?|says?|tells?|told|said|decided|sure|what happens)|,)\s+(?:which|when)$", re.IGNORECASE
)
"""An end in "and knows which": something is left out, nothing follows."""
_FIELDS = re.compile(r"^\s*:[^:\n]{1,20}:\s|^\s*[*-] - ", re.MULTILINE)
"""A field of reStructuredText, or rows of a list that is a table."""
_OPEN = "，、；,;"
"""Signs that something must follow; an item of a list may end in one, and what the next line goes on with stands there."""
_LEAST_STOPPED = {"en": 20, "zh": 12}
"""Letters of a passage that is told to stop: shorter ones are labels."""


@check("S223", family="structure", severity="warning", says="A sentence stops in the middle.")
def truncated(corpus: Corpus) -> Iterator[Finding]:
    """Passages that end in a word or sign which something must follow, and the one paragraph without an end among many."""
    for audited in corpus.documents:
        text = readable(audited)
        parents = {p.parent for p in text}
        for passage, after in zip_longest(text, text[1:]):
            end = passage.text.rstrip(" *")
            if passage.id in parents or not end or (after and _continues(passage, after)) or _shown_below(audited, passage):
                continue
            if passage.kind == "table-cell" and len(end) < _CELL:
                continue
            ended = _whole_sentences(audited)
            if after and _goes_on_in_list(passage, after):
                continue  # the sentence goes on in a list
            listed = (passage.kind == "bullet" or _LETTERED.match(passage.text)) and (
                end.endswith(tuple(_OPEN)) or (_JOINS.search(end) and after is not None and after.parent == passage.parent)
            )
            stops = _STOPS.search(end) and len(end) > _LEAST_STOPPED[passage.lang]
            stops = stops and not _KNOWN.search(end) and not _COUNTED.search(end)
            whole = (
                passage.kind in _PROSE
                and not _FIELDS.search(audited.raw(passage))
                and ended >= _USUALLY_ENDED
                and not _END.search(audited.raw(passage).rstrip())
                and not _SIGNED.search(audited.raw(passage).rstrip())
            )
            stops = stops or (whole and _breaks_off(passage, end) and not _at_page_end(audited, passage))
            stops = stops or (passage in _open(audited) and not _followed(audited, passage))
            if not listed and (stops or end.endswith(("，", "、", "；"))):
                where = audited.place(passage, f"…{end[-80:]}")
                what = f"The passage stops at “…{end[-30:]}”."
                yield found("S223", [where], what, "Complete it from the original.", confidence=0.85)


_LIST_NEAR = 3
"""Lines after which a list no longer goes on with the sentence above it."""
_JOINS = re.compile(r"(?:\b(?:or|and)|或者?|和|以及|并且|而且)$", re.IGNORECASE)
"""How an item ends that the next one of the list goes on with."""


def _goes_on_in_list(passage: Passage, after: Passage) -> bool:
    """Whether a list begins right after a passage that is no item itself."""
    listed = after.kind == "bullet" or _CASE.match(after.text)
    if not listed or passage.kind == "bullet" or _CASE.match(passage.text):
        return False
    return after.heading == passage.heading and after.lines.first - passage.lines.last <= _LIST_NEAR


@shared
def _before_program(audited: Audited) -> frozenset[str]:
    """Ids of the passages right after which program text or a table stands."""
    passages = [p for p in audited.document.passages if p.kind != "boilerplate"]
    return frozenset(p.id for p, after in pairwise(passages) if is_program(audited, after) or _is_of_table(after))


def _is_of_table(passage: Passage) -> bool:
    """Whether a passage is a cell, or what heads a row or column."""
    return passage.kind == "table-cell" or (passage.kind == "heading" and not is_title(passage))


def _shown_below(audited: Audited, passage: Passage) -> bool:
    """Whether program text, a sketch or a table follows, in which the sentence goes on."""
    return passage.id in _before_program(audited)


_SENTENCE = re.compile(r"[.!?](?=\s+[A-Z\"“])|[。！？；]")
_END = re.compile(r"[.!?。！？…:：;；)）\]】\"”’'」』*_>~—|`]$")
_PROSE = ("paragraph", "caption")
_CELL = 40
"""Code points of a cell of a table under which it is a label."""
_LETTERED = re.compile(r"\W{0,2}(?:[a-z]|[ivx]{1,4}|\d{1,2}|[一二三四五六七八九十]{1,3}|[①-⑳])\s?[)）.、]")
_CASE = re.compile(r"\W{0,2}(?:[a-z]|[ivx]{1,4})\s?[)）]")
_SIGNED = re.compile(
    r"(?:^|\n)\s*[\u3400-\u9fff]{2,4}\s+[A-Z][\w. ]{2,30}$"
    r"|(?:—{1,2}|–|--)\s?[\w·. ]{2,16}$|(?:^|\n|\s)[^\s：:。，,.]{1,6}[：:]\s?[\w· ]{1,12}$"
)
"""Who wrote a paragraph, behind it; or a label and what it says, such as who took the chair."""
_INITIALS = re.compile(r"(?<![A-Z])[A-Z]{2,3}$")
"""Of whoever wrote a paragraph, behind it."""
_USUALLY_ENDED, _LEAST_ENDED = 0.8, 5
"""Share of a document's paragraphs of several sentences that end in a full stop from which one that does not is told, and
how many of them there must be."""
_LEAST_OPEN = {"en": 12, "zh": 2}
"""Characters of the sentence that has no end."""


@shared
def _whole_sentences(audited: Audited) -> float:
    """Share of the paragraphs of several sentences that end as a sentence does; 0 where there are few."""
    several = [
        p.text.rstrip()
        for p in readable(audited)
        if p.kind in _PROSE and len(list(filter(str.strip, _SENTENCE.split(p.text)))) > 1
    ]
    ended = sum(_END.search(t) is not None or _INITIALS.search(t) is not None for t in several)
    return ended / len(several) if len(several) >= _LEAST_ENDED else 0.0


_WRITTEN = frozenset(("markdown", "rst", "html"))
"""Formats that tell a paragraph from a label, a row and a line of a list."""
_LEAST_PROSE, _OPEN_PROSE = 7, 1
"""Paragraphs of prose that a document must have, and how many of them may have no end, for that one to be told."""
_LEAST_WORDS, _LEAST_CHARACTERS = 10, 16
"""Of such a paragraph."""
_LABELLED = re.compile(r"\W*[\w\u3400-\u9fff]+(?: \w+){0,2}\s*[:：]")
_NO_PROSE = re.compile(r"\s[/|·•>–-]\s|[|·•→=]|^\W*[*+-] ")
"""What parts the pieces of a line that is none: values, links, cells."""
_CLOSING = re.compile(r"(?:\s*</(?:p|div|td|li|section|body)>|\s*<br\s*/?>)+\s*$", re.IGNORECASE)


@shared
def _open(audited: Audited) -> Sequence[Passage]:
    """Paragraphs and items of prose that have no end, in a document where all others of their kind have one."""
    if audited.source.format not in _WRITTEN:
        return ()
    return [p for kind in ("paragraph", "bullet") for p in _open_of(audited, kind)]


def _open_of(audited: Audited, kind: str) -> Sequence[Passage]:
    prose = [p for p in readable(audited) if p.kind == kind and _is_prose(p)]
    unended = [
        p for p in prose if not _END.search(_CLOSING.sub("", audited.raw(p)).rstrip()) and not _END.search(p.text.rstrip())
    ]
    if len(prose) < _LEAST_PROSE or len(unended) > _OPEN_PROSE:
        return ()
    return [p for p in unended if _ends_in_word(p)]


_BOX = re.compile(r"\[[ xX]?\]|[□☐☑]")
"""A box to tick: what stands behind it is no sentence."""


def _is_prose(passage: Passage) -> bool:
    """Whether a paragraph is long enough for a sentence, and no label, no row of values and no line of links."""
    text = passage.text
    if _LABELLED.match(text) or _NO_PROSE.search(text) or _BOX.match(text):
        return False
    if detect(text) == "zh":
        return len(re.findall(r"[\u3400-\u9fff]", text)) >= _LEAST_CHARACTERS and bool(re.search("[，；。]", text))
    return len(re.findall(r"\b[a-z]+\b", text)) >= _LEAST_WORDS


def _ends_in_word(passage: Passage) -> bool:
    """Whether a paragraph ends in a word that is no name, no number and no address."""
    word = (passage.text.split() or [""])[-1]
    return word[-1:].isalpha() and not set("./") & set(word) and (word.islower() or detect(passage.text) == "zh")


_SET_APART = re.compile(r"\s*(?:[-*+|>#<!$`~:\[]|\.\. |\d+[.)、]\s|\s{3,}\S|[（(【「]|例)")
"""How the line after a paragraph begins that goes on with it: a list, a table, code, a picture, a formula, an example."""


def _followed(audited: Audited, passage: Passage) -> bool:
    """Whether something that is no prose stands below a paragraph: it may go on there."""
    below = next((line for line in audited.printed[passage.lines.last :] if line.strip()), "")
    headed = audited.source.format == "markdown" and re.match(r"#{1,6}\s", below) is not None
    return bool(_SET_APART.match(below)) and not headed


def _at_page_end(audited: Audited, passage: Passage) -> bool:
    """Whether the foot of a page stands below a passage, so that it goes on after it."""
    passages = audited.document.passages
    at = passages.index(passage) + 1
    return at < len(passages) and passages[at].kind == "boilerplate"


def _breaks_off(passage: Passage, end: str) -> bool:
    """Whether the last of several sentences has no end, in a word that is no name and no number."""
    *before, last = _SENTENCE.split(end)
    word = last.split()[-1] if last.split() else ""
    if (
        not before
        or _INITIALS.search(end)
        or _END.search(end)
        or len(last.strip()) < _LEAST_OPEN[passage.lang]
        or not word[-1:].isalpha()
        or "." in word
    ):
        return False
    return passage.lang == "zh" or (word.islower() and len(last.split()) > 2)


def _continues(passage: Passage, after: Passage) -> bool:
    """Whether the next passage is the rest of the sentence, broken off by the layout."""
    gap = after.lines.first - passage.lines.last
    open_line = gap <= 1 and passage.text.rstrip().endswith(tuple(_OPEN)) and passage.kind == after.kind == "paragraph"
    near = gap <= 2 and (after.text[:1].islower() or after.kind == "example")
    return after.heading == passage.heading and (open_line or near)
