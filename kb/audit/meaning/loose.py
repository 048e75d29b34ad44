"""Rules that nobody can apply: a penalty for what is not measured, an exception that takes in all that the rule is about."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.audit.check import check, found
from kb.audit.corpus import Corpus
from kb.audit.evidence.registers import is_told
from kb.audit.structure.outline import RECORDS, on_its_line, readable
from kb.lang.numerals import WORDS
from kb.lang.sentences import sentences
from kb.model import Finding

_MEASURELESS = re.compile(
    r"\b(?:too|rather|somewhat|unduly|excessively) (?:long|often|slow(?:ly)?|late|loud|many times)\b(?! (?:ago|as))"
    r"|\ba (?:bit|little) too (?:long|often|late|loud)\b|\b(?:a|some) reasonable (?:while|time)\b|\bfor (?:quite )?a while\b"
    r"|\bin (?:suitable|appropriate|certain|some) (?:cases|ways?|manner)\b"
    r"|\b(?:an? |some )(?:suitable|appropriate) (?:way|manner|penalty)\b|\b(?:grace period|certain (?:time|while|period))\b"
    r"|太[久晚长慢]|过[久晚慢](?!的)|太多次|好几次|一定(?:的)?(?:时间|时限|次数)|适当(?:扣|处|惩|处理|处罚|罚)|酌情(?:扣|处|罚)"
    r"|视情况(?:处|判|罚)",
    re.IGNORECASE,
)
"""How much, where nobody can count it."""
_SANCTION = re.compile(
    r"\b(?:penalt\w+|penalis\w+|penaliz\w+|warn\w*|cautions?|loses?|lost|forfeits?|skipped|disqualif\w+|dealt with|spoken to)\b"
    r"|\ba mark\b|弃权|处罚|受罚|警告|扣|取消资格|视为(?:不|放弃|弃权|认输)|算(?:弃权|输|负)|判",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    rf"\d|\b(?:{WORDS}|once|twice|half|second time)\b(?! (?:of|or other))"
    r"|[一二两三四五六七八九十半]\s*(?:分钟|秒|次|回合|天|小时|周|元|分)",
    re.IGNORECASE,
)
_SENDS_ON = re.compile(r"\b(?:see|under|section|rule|table|as (?:set|laid|described))\b|见|按照?", re.IGNORECASE)
_LIMIT = re.compile(
    rf"(?:不超过|以内|之内|at most|within|up to|no longer than)[^。.]{{0,12}}(?:\d|{WORDS}|[一二两三四五六七八九十半])"
    rf"|\b(?:\d+|{WORDS})\b[^.]{{0,12}}\b(?:at most|at the most|or less)\b",
    re.IGNORECASE,
)
_JUDGED = re.compile(r"\b(?:thinks?|finds|feels) (?:it|that|this)\b|认为|觉得", re.IGNORECASE)
"""Somebody is to judge it."""
_NUMBERED = re.compile(r"^\W*\d[\d.]*\s|^[\W\d]*第.{1,4}[条章节]")
"""The number of a clause."""
_SWALLOWS = re.compile(
    r"\b(?:excepted (?:from this )?(?:is|are)|exceptions? (?:is|are)|(?:does|do) not apply to|except(?:ing)?(?: for)?)\b"
    r"[^.]{0,160}?\b(?:anything (?:else )?(?:that|the)\b[^.]{0,40}\b(?:may|might|could|thinks?|likes?|wants?|happen\w*)\b"
    r"|(?:who|that) (?:has|have) (?:some|a|any) reason)"
    r"|(?:例外|除外|不受(?:这一?条|此)?限制|不在此限)[^。]{0,40}(?:任何(?:人|理由|原因|情况)|一切|凡是?认为|觉得(?:需要|有必要|值得))"
    r"|(?:认为|觉得)(?:需要|有必要|值得)[^。]{0,20}(?:例外|除外|不受|不在此限)",
    re.IGNORECASE,
)


@check("M328", family="meaning", severity="warning", says="A rule punishes what it gives no measure of.")
def no_measure(corpus: Corpus) -> Iterator[Finding]:
    """Sentences that name a penalty for what is too long or too often, where neither they nor those around them count anything
    or send the reader on."""
    for audited in (d for d in corpus.documents if d.source.format not in RECORDS and not is_told(d)):
        for passage in readable(audited):
            text = _NUMBERED.sub("", passage.text)
            said = [text[slice(*span)] for span in sentences(text)] if _MEASURELESS.search(text) else []
            for before, one, after in zip(["", *said], said, [*said[1:], ""], strict=False):
                vague = _MEASURELESS.search(one)
                measured = any(_COUNTED.search(s) or _SENDS_ON.search(s) for s in (one, after)) or _LIMIT.search(before)
                if vague and _SANCTION.search(one) and not measured and not _JUDGED.search(one):
                    what = f"“{vague[0]}”: nobody can tell how much that is, and a penalty hangs on it."
                    where = [on_its_line(audited, passage, vague[0])]
                    yield found("M328", where, what, "Say from when on, or from how often.", confidence=0.75)
                    break


@check("M330", family="meaning", severity="warning", says="An exception takes in all that the rule is about.")
def swallowed(corpus: Corpus) -> Iterator[Finding]:
    """Exceptions for whatever somebody likes, or for whoever has a reason."""
    for audited in (d for d in corpus.documents if d.source.format not in RECORDS):
        for passage in readable(audited):
            for shown in _SWALLOWS.finditer(passage.text):
                what = f"“{shown[0]}”: the exception leaves nothing of the rule."
                where = [on_its_line(audited, passage, shown[0])]
                yield found("M330", where, what, "Name what is excepted.", confidence=0.75)


_SAY = (
    r"(?:tell|told|inform\w*|notif\w+|hand(?:ed|s)? in|submit\w*|report\w*|let \w+ know|raised?|sent?|sends?"
    r"|apply|applies|ask\w*)"
)
_IN_TIME = re.compile(
    rf"\b{_SAY}\b[^.;]{{0,60}}?\b(?P<en>in (?:good|due) time|well in advance|in plenty of time|early enough)\b"
    r"(?! for (?:this|that|it)\b)"
    r"|(?<![不没未])(?<!没有)(?<!未能)(?P<zh>及时|尽早|提早)[^，。；\d]{0,8}"
    r"(?:提出|告知|告诉|通知|报告|申请|上报|提交|登记|联系)",
    re.IGNORECASE,
)
"""By when something has to be said, where nobody can tell when that is."""
_BINDS = re.compile(
    r"\b(?:must|shall|has to|have to|only if|once|provided|otherwise|or (?:else|it|the)|no longer|not be)\b"
    r"|[须应]|否则|过后|逾期|不再?受理|不予|不改|才",
    re.IGNORECASE,
)
"""Something hangs on it."""


@check("M333", family="meaning", severity="info", says="A deadline is set that nobody can tell.")
def no_deadline(corpus: Corpus) -> Iterator[Finding]:
    """Sentences by which something must be said in good time, where neither they nor their neighbours name a time."""
    for audited in (d for d in corpus.documents if d.source.format not in RECORDS and not is_told(d)):
        for passage in readable(audited):
            text = _NUMBERED.sub("", passage.text)
            said = [text[slice(*span)] for span in sentences(text)] if _IN_TIME.search(text) else []
            for before, one, after in zip(["", *said], said, [*said[1:], ""], strict=False):
                vague = _IN_TIME.search(one)
                around = (before, one.replace("once", ""), after)
                if vague and _BINDS.search(f"{one} {after}") and not any(map(_TIMED.search, around)):
                    words = vague["en"] or vague["zh"]
                    what = f"“{words}”: nobody can tell by when that is."
                    yield found(
                        "M333", [on_its_line(audited, passage, words)], what, "Name the day or the hour.", confidence=0.7
                    )
                    break


_TIMED = re.compile(
    rf"\b(?:\d+|{WORDS}) (?:\w+ )?(?:minutes?|hours?|days?|weeks?|months?)\b|\d{{1,2}}[:：]\d\d"
    r"|[一二两三四五六七八九十半\d]\s*个?(?:分钟|小时|天|日|周|星期|月)|\d\s*[点时]|见|\bsee\b",
    re.IGNORECASE,
)
"""A time."""
