"""The page's frame: words in both languages, addresses, HTML that nothing typed gets through, the shipped settings."""

from __future__ import annotations

import ast
import socket
import string
from html.parser import HTMLParser
from pathlib import Path

import pytest
from few import few_of
from hypothesis import given
from hypothesis import strategies as st
from page import html, open_page

from cli.app import settings
from cli.main import main
from ui.html import escape, highlight, page_link, plain, safe_link, tag
from ui.picture import Line, Node, graph_html
from ui.words import all_words, say_in

ROOT = Path(__file__).resolve().parent.parent
HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(1)>\"'&"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a small `sources` and an empty `home`."""
    folder = tmp_path_factory.mktemp("frame")
    few_of(folder / "sources")
    return folder


@pytest.fixture(autouse=True)
def _own_home(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULINGS_SOURCES", str(place / "sources"))
    monkeypatch.setenv("RULINGS_HOME", str(place / "home"))


class _Tags(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [name for name, _ in attrs]


def said_keys() -> set[str]:
    """Keys of words that the code names in full."""
    found: set[str] = set()
    for path in [ROOT / "app.py", *(ROOT / "ui").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("say", "say_in"):
                place = 1 if node.func.id == "say_in" else 0  # type: ignore[attr-defined]
                texts = [c.value for c in ast.walk(node.args[place]) if isinstance(c, ast.Constant)]
                found |= {t for t in texts if isinstance(t, str) and "." in t and not t.endswith(".")}
    return found


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_every_word_stands_in_both_languages_with_the_same_placeholders() -> None:
    words = all_words()
    assert len(words) >= 100
    for key, texts in words.items():
        assert all(text.strip() for text in texts.values()), key
        assert placeholders(texts["en"]) == placeholders(texts["zh"]), key


def test_every_word_that_the_code_names_exists() -> None:
    keys = said_keys()
    assert len(keys) >= 40
    assert keys <= set(all_words())


def test_a_missing_word_or_value_is_an_error() -> None:
    with pytest.raises(KeyError):
        say_in("en", "no.such.word")
    with pytest.raises(KeyError):
        say_in("en", "cite.line", last=3)


@pytest.mark.parametrize(("lang", "expected"), [("en", "Ask a rulings question"), ("zh", "裁定问答"), ("xx", "Ask a rulings")])
def test_the_address_chooses_the_language(lang: str, expected: str) -> None:
    assert expected in html(open_page(lang=lang))


@given(st.text())
def test_no_text_becomes_an_element(text: str) -> None:
    made = tag("p", escape(text) + highlight(text, 1, 4), class_="x", title=text)
    made += safe_link("https://example.org/" + text, text) + page_link("./card", text)
    assert set(_Tags(made).tags) <= {"p", "mark", "a"}
    assert set(_Tags(made).attributes) <= {"class", "title", "href", "target", "rel"}


@given(st.text(), st.integers(-3, 40), st.integers(-3, 40))
def test_highlighting_loses_no_character(text: str, start: int, end: int) -> None:
    marked = highlight(text, start, end).replace("<mark>", "").replace("</mark>", "")
    assert marked == escape(text)


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", " JavaScript:x", "data:text/html,x", "//evil.example", "x", "http://[", ""]
)
def test_only_web_addresses_become_links(url: str) -> None:
    assert safe_link(url, "a < b") == "a &lt; b"


def test_a_link_to_another_site_opens_apart_and_tells_nothing() -> None:
    link = safe_link('https://example.org/?a="b"', "there")
    assert 'rel="noopener noreferrer"' in link and 'target="_blank"' in link and "&quot;b&quot;" in link


@given(st.text(alphabet="ab 你![](){}*_`~:$<>#+-.|\\&\n", max_size=40))
def test_no_sign_of_a_label_is_read_as_markdown(text: str) -> None:
    from markdown_it import MarkdownIt

    shown = MarkdownIt().renderInline(plain(text))
    assert set(_Tags(shown).tags) <= set()


def test_pictures_show_hostile_labels_as_text_and_leave_out_loose_lines() -> None:
    nodes = [Node(id="a", label=HOSTILE), Node(id="b", label="灯" * 80, layer=1, href="./browse?concept=x", strong=True)]
    made = graph_html(nodes, [Line(start="a", end="b"), Line(start="a", end="gone")], title=HOSTILE)
    assert set(_Tags(made).tags) == {"div", "svg", "g", "a", "rect", "text", "title", "path"}
    assert _Tags(made).tags.count("path") == 2
    assert "\n" not in made


def test_an_empty_picture_is_drawn() -> None:
    assert "<svg" in graph_html([], [], title="nothing")


def test_the_shipped_settings_send_nothing_and_ask_nothing() -> None:
    found = settings()
    assert found["browser.gatherUsageStats"] is False
    assert found["server.showEmailPrompt"] is False
    assert found["server.headless"] is True
    assert found["client.showErrorDetails"] == "none"
    assert not [value for value in found.values() if isinstance(value, str) and "://" in value]


def luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def colours(mode: int) -> dict[str, str]:
    """The style sheet's colours: 0 light, 1 dark."""
    import re

    css = (ROOT / "ui" / "theme.css").read_text("utf-8")
    pattern = re.compile(r"(--dr-[\w-]+): light-dark\((#\w{6}), (#\w{6})\)")
    return {m[1]: m[2 + mode] for m in pattern.finditer(css)}


@pytest.mark.parametrize("mode", [0, 1], ids=["light", "dark"])
def test_text_stands_out_from_its_ground(mode: int) -> None:
    found = colours(mode)
    pairs = [(f"--dr-{v}", f"--dr-{v}-bg") for v in ("yes", "no", "depends", "told", "unknown")]
    pairs += [("--dr-text", f"--dr-{v}-bg") for v in ("yes", "no", "depends", "told", "unknown")]
    pairs += [(text, ground) for text in ("--dr-text", "--dr-dim", "--dr-link") for ground in ("--dr-page", "--dr-card")]
    pairs += [("--dr-text", "--dr-mark")]
    weak = [(a, b, contrast(found[a], found[b])) for a, b in pairs if contrast(found[a], found[b]) < 4.5]
    assert not weak


def test_buttons_and_links_of_the_settings_stand_out() -> None:
    found = settings()
    assert contrast("#ffffff", found["theme.light.primaryColor"]) >= 4.5
    assert contrast("#ffffff", found["theme.dark.primaryColor"]) >= 4.5
    for mode in ("light", "dark"):
        for text in ("textColor", "linkColor"):
            for ground in ("backgroundColor", "secondaryBackgroundColor"):
                assert contrast(found[f"theme.{mode}.{text}"], found[f"theme.{mode}.{ground}"]) >= 4.5


def test_style_sheet_and_settings_load_nothing_from_elsewhere() -> None:
    for path in ("ui/theme.css", ".streamlit/config.toml"):
        text = (ROOT / path).read_text("utf-8")
        assert "url(" not in text and "@import" not in text and "://" not in text, path


def test_a_port_in_use_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        code = main(["app", "--address", "127.0.0.1", "--port", str(taken.getsockname()[1])])
    told = capsys.readouterr().err
    assert code == 2 and told.count("\n") == 1 and "--port" in told


def test_a_home_that_is_no_folder_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("x")
    assert main(["app", "--port", "65001", "--home", str(tmp_path / "file")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_damaged_build_is_told_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "current").write_text("<script>")
    monkeypatch.setenv("RULINGS_HOME", str(tmp_path))
    at = open_page(q="What is a chain?")
    assert "dr-notice error" in html(at) and "rulings build" in html(at)
    assert "<script>\n" not in html(at)
