"""The reader of CSV and TSV: golden registers, how they are written, arbitrary text, and rows that do not fit their head."""

from __future__ import annotations

import csv as standard
import io
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reading import check_golden, check_whole, read_golden

from cli.main import main
from ingest.files import find_files
from ingest.library import Library
from ingest.readers import csv, read_document
from ingest.registry import Registry, identify
from kb.audit.corpus import Audited, Corpus
from kb.audit.run import all_checks, audit
from kb.digest.load import sources_dir
from kb.errors import BadInput
from kb.graph.read import ReadDocument
from kb.model import Document, Finding, Passage, Source
from kb.separated import separated

SOURCE = Source(id="csv", file="lamps.csv", title="t", lang="en")
SNIPPETS = [
    *("a", ",", ";", "\t", '"', '""', '","', "\n", "\r\n", "\r", " ", "12", "sep=;\n", "灯", "✔ yes", "Gate,Keeper,Since\n"),
    *("North,Ann,2031\n", '"two\nlines",x\n', "Is it lit?,No.\n", "A keeper sleeps, and wakes.\n", "e.g. a lamp", ",,\n"),
]
TEXTS = st.one_of(
    st.text(max_size=120),
    st.text(alphabet='ab,;\t" \r\n', max_size=60),
    st.lists(st.sampled_from(SNIPPETS), max_size=40).map("".join),
)
FAR = settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))


def read(text: str, file: str = "lamps.csv") -> Document:
    return read_document(Source(id="csv", file=file, title="t", lang="en"), text.encode())


def cells(document: Document) -> list[tuple[tuple[str, ...], tuple[str, ...], str]]:
    kept = (p for p in document.passages if p.kind not in ("heading", "boilerplate", "caption"))
    return [(p.row_headers, p.col_headers, p.text) for p in kept]


def heads(document: Document) -> list[str]:
    return [p.text for p in document.passages if p.kind == "heading"]


def find(document: Document, words: str) -> Passage:
    (found,) = [p for p in document.passages if words in p.text]
    return found


@pytest.mark.parametrize("name", ["register.csv", "terms.tsv"])
def test_golden(name: str) -> None:
    check_golden(read_golden(csv, name), f"{Path(name).stem}.expected.txt")


@FAR
@given(TEXTS.filter(lambda t: "\0" not in t))
def test_any_text_is_read_whole(words: str) -> None:
    check_whole(csv.read(SOURCE, words.encode("utf-8", "replace")))


@FAR
@given(TEXTS.filter(lambda t: "\0" not in t))
def test_a_cell_says_what_stands_where_it_stands(words: str) -> None:
    document = csv.read(SOURCE, words.encode("utf-8", "replace"))
    for p in document.passages:
        raw = document.text[p.span.start : p.span.end]
        letters = re.sub(r"[\W_]", "", raw)
        assert re.sub(r"[\W_]", "", p.text) == letters or p.mark


def in_lines(text: str) -> list[str]:
    return re.findall(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+", text)


def as_read(text: str) -> list[list[str]]:
    """The cells of all rows that are not blank."""
    table = separated(text)
    rows = (*table.above, *((table.head,) if table.head else ()), *table.rows)
    return [[cell.said(text) for cell in row.cells] for row in rows]


MAC = ("\r", standard.QUOTE_ALL)
"""Ends of lines as they once were: a cell with another end in it is put in quotes by nobody else."""
WORDS = st.text(alphabet="ab ,;\t\"'\n灯0", max_size=6)


@FAR
@given(
    st.lists(st.lists(WORDS, min_size=1, max_size=4), max_size=5),
    st.sampled_from(",;\t|"),
    st.sampled_from([("\n", standard.QUOTE_MINIMAL), ("\r\n", standard.QUOTE_MINIMAL), ("\n", standard.QUOTE_ALL), MAC]),
)
def test_what_the_standard_library_writes_is_read_as_it_was(
    rows: list[list[str]], separator: str, ends: tuple[str, int]
) -> None:
    end, quoting = ends
    written = io.StringIO(newline="")
    standard.writer(written, delimiter=separator, lineterminator=end, quoting=quoting).writerows(rows)  # type: ignore[arg-type]
    wanted = [[cell.strip() for cell in row] for row in rows]
    assert as_read(f"sep={separator}\n{written.getvalue()}") == [row for row in wanted if any(row)]


@FAR
@given(st.text(alphabet='ab,;" \r\n', max_size=40))
def test_a_sound_file_is_cut_as_the_standard_library_cuts_it(text: str) -> None:
    try:
        rows = list(standard.reader(in_lines(text), strict=True, skipinitialspace=True))
    except standard.Error:
        return
    wanted = [[cell.strip() for cell in row] for row in rows]
    assert as_read(f"sep=,\n{text}") == [row for row in wanted if any(row)]


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_however_it_is_written_a_table_is_the_same(separator: str, end: str) -> None:
    rows = [["Gate", "Keeper", "Said"], ["North", 'Ann "A"', "Shut, at dusk; always."], ["South", "", "Open\nall day."]]
    written = io.StringIO(newline="")
    quoting = MAC[1] if end == "\r" else standard.QUOTE_MINIMAL
    standard.writer(written, delimiter=separator, lineterminator=end, quoting=quoting).writerows(rows)
    declared = "sep=|\n" if separator == "|" else ""
    for name in ("lamps.csv", "lamps.tsv"):
        document = read(declared + written.getvalue(), name)
        check_whole(document)
        assert document.source.format == "csv" and heads(document) == ["Gate", "Keeper", "Said"]
        assert cells(document) == [
            ((), ("Gate",), "North"),
            (("North",), ("Keeper",), 'Ann "A"'),
            (("North",), ("Said",), "Shut, at dusk; always."),
            ((), ("Gate",), "South"),
            (("South",), ("Said",), "Open all day."),
        ]


def test_spans_and_lines_are_those_of_the_file() -> None:
    document = read('Gate,Said\r\nNorth,"Shut ""at\r\ndusk"""\r\n\r\nSouth, Open \r\n')
    shut, opened = find(document, "Shut"), find(document, "Open")
    assert document.text[shut.span.start : shut.span.end] == 'Shut ""at\r\ndusk""'
    assert (shut.text, shut.lines) == ('Shut "at dusk"', (2, 3))
    assert (document.text[opened.span.start : opened.span.end], opened.lines) == ("Open", (5, 5))


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_is_no_part_of_the_first_name(encoding: str) -> None:
    document = read_document(SOURCE, "门,守门人\r\n北门,小安\r\n".encode(encoding))
    assert heads(document) == ["门", "守门人"]
    assert cells(document) == [((), ("门",), "北门"), (("北门",), ("守门人",), "小安")]


def test_numbers_with_commas_do_not_set_cells_apart() -> None:
    document = read("Lamp;Weight;Tags\nTall;1,5;brass, old\nShort;0,5;tin, new\n")
    assert cells(document)[1:3] == [(("Tall",), ("Weight",), "1,5"), (("Tall",), ("Tags",), "brass, old")]
    tagged = "Lamp,Tags\n" + "".join(f"Lamp {n},brass;old\n" for n in range(9))
    assert cells(read(tagged))[1] == (("Lamp 0",), ("Tags",), "brass;old")


def test_names_of_columns_are_told_from_cells() -> None:
    assert heads(read("1,2,3\n4,5,6\n")) == []
    assert cells(read("1,2\n3,4\n")) == [((), (), "1"), (("1",), (), "2"), ((), (), "3"), (("3",), (), "4")]
    assert heads(read("Ann,2031-05-04\nBo,2031-05-05\n")) == []
    assert heads(read("Keeper,Since\nAnn,2031-05-04\nBo,2031-05-05\n")) == ["Keeper", "Since"]
    assert heads(read("Old,lit\nTall,lit\nShort,lit\n")) == [], "what a column says again and again is not its name"
    assert heads(read(",1,2\nLamp,lit,dark\n")) == ["1", "2"]
    again = "Gate,Keeper\nNorth,Ann\nGate,Keeper\nSouth,Bo\nGate,Keeper\nWest,Cy\n"
    assert heads(read(again)) == ["Gate", "Keeper"], "names that are written again on every page"


def test_a_single_column_is_read_line_by_line() -> None:
    prose = "A keeper who sleeps, lights no lamp.\nA bell may be rung.\nWho rings it, pays, and leaves.\n"
    assert [text for _, _, text in cells(read(prose))] == prose.splitlines()
    assert heads(read(prose)) == []
    assert heads(read(f"Rule\n{prose}")) == ["Rule"]
    assert [text for _, _, text in cells(read("Ann\nBo\nCy\n"))] == ["Ann", "Bo", "Cy"]


def test_a_blank_after_each_comma_still_makes_a_table() -> None:
    document = read('Gate, Keeper, Since\nNorth, "Ann, the elder", 2031\nSouth, Bo\nWest, Cy, 2033\n')
    assert (("North",), ("Keeper",), "Ann, the elder") in cells(document)
    assert (("South",), ("Keeper",), "Bo") in cells(document)


@pytest.mark.parametrize(
    "text", ["Lamp", "Lamp\n", "Gate,Keeper\n", ",\n", ",,,\n\n,", '"', '""', '"a', "sep=;", "sep=;\n", "\t\t x"]
)
def test_a_file_of_hardly_anything_is_read(text: str) -> None:
    for name in ("lamps.csv", "lamps.tsv"):
        check_whole(read(text, name))


def test_blank_cells_say_nothing() -> None:
    assert {p.kind for p in read(";;\n;\n").passages} == {"boilerplate"}


def test_an_uneven_row_is_kept_with_the_cells_it_has() -> None:
    document = read("Gate,Keeper,Since\nNorth,Ann\nSouth,Bo,2032,deaf\n,Cy,2033\n")
    assert cells(document) == [
        ((), ("Gate",), "North"),
        (("North",), ("Keeper",), "Ann"),
        ((), ("Gate",), "South"),
        (("South",), ("Keeper",), "Bo"),
        (("South",), ("Since",), "2032"),
        (("South",), (), "deaf"),
        ((), ("Keeper",), "Cy"),
        ((), ("Since",), "2033"),
    ]


def test_a_quote_that_nothing_closes_swallows_no_rows() -> None:
    document = read('Gate,Said\nNorth,"Shut at dusk\nSouth,"Open"\nWest,Open,"\n')
    assert (("North",), ("Said",), '"Shut at dusk') in cells(document)
    assert (("South",), ("Said",), "Open") in cells(document)
    assert (("West",), ("Said",), "Open") in cells(document)


def test_quotes_inside_a_cell_stay() -> None:
    document = read('Term,Said\n"Quick" lamp,5" tall\nSlow,"the ""slow"" one"\n')
    assert [text for _, _, text in cells(document)] == ['"Quick" lamp', '5" tall', "Slow", 'the "slow" one']


def test_what_stands_above_a_table_is_no_row_of_it() -> None:
    document = read("Banned at the harbour,,\nValid from 1 May\n\nLamp,Status,Copies\nOld,forbidden,0\nTall,limited,1\n")
    assert [p.text for p in document.passages if p.kind == "caption"] == ["Banned at the harbour", "Valid from 1 May"]
    assert heads(document) == ["Lamp", "Status", "Copies"]
    assert not odd(document)


def test_a_long_cell_is_cut_and_its_parts_keep_their_heads() -> None:
    said = " ".join(f'The ""lamp"" of keeper {n} is lit at dusk, and put out again at dawn.' for n in range(40))
    parts = [p for p in read(f'Gate,Said\nNorth,"{said}"\n').passages if p.kind == "table-cell" and p.row_headers]
    assert len(parts) > 1 and {(p.row_headers, p.col_headers) for p in parts} == {(("North",), ("Said",))}
    assert " ".join(p.text for p in parts) == said.replace('""', '"')


def test_a_question_and_its_answer_are_tied() -> None:
    document = read(
        "No.,Question,Since,Ruling\n1,May the lamp be lit?,2031,Yes.\n2,Is the bell rung twice?,2032,\n3,Who pays?,,A keeper.\n"
    )
    asked, told = find(document, "May the lamp"), find(document, "Yes.")
    assert (asked.kind, told.kind, told.parent) == ("question", "answer", asked.id)
    assert find(document, "rung twice").kind == "question", "what is asked and not answered states nothing"
    assert find(document, "2031").kind == "table-cell"
    once = read("Lamp,Remark\nOld,is it brass?\nTall,brass\nShort,tin\n")
    assert {p.kind for p in once.passages} == {"heading", "table-cell", "boilerplate"}


def test_two_languages_in_one_table_are_told_apart() -> None:
    document = read("Term,Chinese,Meaning\nWick,灯芯,The part of a lamp that burns.\nDusk,黄昏,When lamps are lit.\n")
    assert (find(document, "灯芯").lang, find(document, "Wick").lang, find(document, "burns").lang) == ("zh", "en", "en")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("harbour/ban-list.csv", "Lamp,Status\nOld,forbidden\n"),
        ("ban-list.TSV", "# Lamps\tStatus\nOld\tforbidden\n"),
        ("ban-list.csv", "title: Lamps, all of them\nlang: zh, en\n"),
    ],
)
def test_the_title_is_the_name_of_the_file(name: str, text: str) -> None:
    source = identify(Path(name), text.encode(), Registry(), name=name).source
    assert (source.title, source.lang) == ("ban-list", "en")
    assert identify(Path(name), text.encode(), Registry(), {"title": "Bans"}, name=name).source.title == "Bans"


def test_any_file_is_read_so_where_it_is_said() -> None:
    data = b"Lamp;Status\nOld;forbidden\n"
    source = identify(Path("bans.dat"), data, Registry(), {"format": "csv"}).source
    assert source.title == "bans"
    assert cells(read_document(source, data)) == [((), ("Lamp",), "Old"), (("Old",), ("Status",), "forbidden")]
    said = identify(Path("bans.csv"), data, Registry(), {"format": "text"}).source
    assert read_document(said, data).source.format == "text"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "is empty"),
        (b" \n", "is empty"),
        (b"Lamp,\xe9\n", r"byte 5 is not UTF-8 \(on line 1\)"),
        (b"PK\x03\x04\x00\x00", "byte 4 is zero"),
        (b'[{"a": 1}]', "no reader understands"),
    ],
)
def test_what_is_no_table_is_one_line(data: bytes, why: str) -> None:
    with pytest.raises(BadInput, match=rf"^lamps\.csv: .*{why}") as error:
        read_document(SOURCE, data)
    assert "\n" not in str(error.value)


def test_a_web_page_under_that_name_is_a_web_page() -> None:
    assert read("<!DOCTYPE html><html><body><p>Lit, at dusk.</p></body></html>").source.format == "html"


def test_markup_of_another_format_does_not_make_it_one() -> None:
    links = "Key,Where\n" + "".join(f"S{n},[minutes {n}](https://example.org/{n})\n" for n in range(4))
    assert read(links).source.format == "csv"


def test_tables_of_a_folder_are_built_and_those_that_cannot_be_read_are_told(
    tmp_path: Path, few_rules: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, home = tmp_path / "documents", tmp_path / "home"
    folder.mkdir()
    (folder / "bans.csv").write_text("Lamp,Status\nOld,The old lamp cannot be lit.\n", "utf-8")
    (folder / "terms.TSV").write_text("Term\tMeaning\nWick\tIt burns.\n", "utf-8")
    (folder / "bad.csv").write_bytes(b"Lamp,\xe9\n")
    assert [f.name for f in find_files([folder])] == ["bad.csv", "bans.csv", "terms.TSV"]
    call = ["build", "--encoder", "none", "--no-audit", "--home", str(home)]
    assert main([*call, str(folder)]) == 2
    said = capsys.readouterr()
    assert said.err.count("\n") == 1 and "bad.csv: byte 5 is not UTF-8" in said.err
    assert Library(home, sources_dir()).ids() == ["bans", "terms"]
    assert main([*call, str(folder / "bad.csv")]) == 2
    said = capsys.readouterr()
    assert said.err.count("\n") == 1 and "bad.csv: byte 5 is not UTF-8" in said.err


def audited(document: Document) -> Audited:
    return Audited(read=ReadDocument(document=document, mentions=(), statements=()))


def odd(document: Document) -> list[tuple[int, int, str]]:
    found: list[Finding] = list(all_checks()["S245"](Corpus(documents=(audited(document),))))
    return [(f.places[0].lines.first, f.places[0].lines.last, f.message) for f in found]


def test_rows_with_another_number_of_cells_than_the_head_are_told() -> None:
    text = (
        'Gate,Keeper,Since\nNorth,Ann,2031\nSouth,2032\n\n,Cy,2033\nWest,"Di,\nthe elder",2034,deaf\nEast,,\nYard,Eve,2035,,\n'
    )
    assert odd(read(text)) == [
        (3, 3, "A row of 2 cells in a table of 3 columns."),
        (6, 7, "A row of 4 cells in a table of 3 columns."),
    ]
    assert odd(read(text.replace(",", ";"))) == odd(read(text.replace(",", "\t"), "lamps.tsv")) != []


def test_blank_names_at_the_end_of_the_head_have_to_be_nowhere() -> None:
    assert not odd(read("Gate,Keeper,,\nNorth,Ann,2031,\nSouth,Bo\nWest,Cy,2033,deaf\n"))
    assert odd(read("Gate,Keeper,,\nNorth,Ann,2031,\nSouth\nWest,Cy\n"))


def test_without_a_head_most_rows_tell_how_many_cells_there_are() -> None:
    assert odd(read("1,2,3\n4,5,6\n7,8\n9,10,11\n")) == [(3, 3, "A row of 2 cells in a table of 3 columns.")]
    assert not odd(read("1,2,3\n4,5\n"))
    assert not odd(read("A keeper sleeps, and wakes.\nA bell, a lamp, a horn.\nA rope.\n"))


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(TEXTS.filter(lambda t: "\0" not in t))
def test_any_text_can_be_checked(words: str) -> None:
    document = csv.read(
        Source(id="csv", file="lamps.csv", title="t", lang="en", format="csv"), words.encode("utf-8", "replace")
    )
    lines = document.text.count("\n") + 1
    assert all(1 <= first <= last <= lines for first, last, _ in odd(document))


def test_a_sound_register_is_not_found_fault_with() -> None:
    rows = [
        'R-1,Old,"It is ""dark"" by day, and lit at dusk.",2031-05-04',
        "R-2,Tall,It burns all night.,2031-05-05",
        "R-3,Short,-,",
    ]
    register = audited(read("\n".join(["No.,Lamp,Said,Decided", *rows])))
    assert not audit(Corpus(documents=(register,)), codes=[code for code in all_checks() if code.startswith("S")])


def test_a_register_is_one_whatever_it_is_kept_in() -> None:
    rows = [f"R-{n},The lamp of gate {n} is lit.,{'withdrawn' if n == 3 else 'in force'}\n" for n in range(1, 6)]
    register = audited(read(f"No.,Ruling,State\n{''.join(rows)}"))
    book = read_document(Source(id="book", file="book.md", title="b", lang="en"), b"# Lamps\n\nThe lamp is lit (R-3).\n")
    (gone,) = all_checks()["E223"](Corpus(documents=(audited(book), register)))
    assert [(p.source, p.lines.first) for p in gone.places] == [("book", 3), ("csv", 4)]
