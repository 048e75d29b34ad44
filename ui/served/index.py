"""The document that a browser loads first: Streamlit's own, with our title, style, navigation and a first picture of the page.

What stands here is painted before Streamlit has started and stays where it is: navigation that nothing covers or moves.
"""

from __future__ import annotations

import hashlib
import json
import re
import socket
from functools import cache
from pathlib import Path

from streamlit import config, file_util

from ui import state
from ui.html import escape, lang_tag, tag
from ui.pages_there import MORE, TABS, pages_there
from ui.served.packed import SCRIPTS
from ui.words import all_words, say, say_in

FILES = Path(__file__).parent / "files"
THEME = Path(__file__).parent.parent / "theme.css"
BASE = "RULINGS_BASE_URL"
"""Variable of the environment with the address that others reach the page by."""
_FRAME = ("close", "previous", "next", "copy", "copy-link", "copied", "pass", "scan", "local", "failed")
SAID = (*(f"frame.{key}" for key in (*_FRAME, "cards", "open", "shortcut", "choose")), "ask.share")
"""Words that the page's script says."""
WANTED = ("Html", "TextArea", "TextInput", "Button", "Form", "FormClearHelper", "Expander")
"""Pieces of Streamlit's script that every page draws: asked for at once, not after the first message names them."""
ALSO = {"source": ("Selectbox",), "audit": ("Selectbox", "ButtonGroup", "Checkbox", "DownloadButton")}
"""What else a document's page and the audit draw."""
_IMPORTED = re.compile(r"""(?:from|import)\s*["']\./([\w.~-]+\.js)["']""")
_NAMED = re.compile(r"static/js/([\w.~-]+\.js)")
NARROW = {
    "ask": "M4 5h16v11H9l-5 4z",
    "card": "M6 3h12v18H6z M9 7h6v5H9z",
    "turn": "M12 4a8 8 0 1 1-7.5 5.2 M4 3v6h6",
    "more": "M5 7h14 M5 12h14 M5 17h14",
}
"""Icons of the tabs as strokes in a box of 24."""


@cache
def version() -> str:
    """Changes with every change of style, script or icons, so that browsers may keep them for ever."""
    seen = hashlib.sha256()
    for path in sorted((*FILES.iterdir(), THEME)):
        seen.update(path.read_bytes())
    return seen.hexdigest()[:12]


@cache
def _streamlit() -> tuple[str, str]:
    """The head and the body of Streamlit's own document, less its title, icon and letters, which are ours."""
    text = (Path(file_util.get_static_dir()) / "index.html").read_text("utf-8")
    head = text.split("<head>", 1)[1].split("</head>", 1)[0]
    body = text.split("<body>", 1)[1].split("</body>", 1)[0]
    head = head.replace("<title>Streamlit</title>", "").replace('<link rel="shortcut icon" href="./favicon.png" />', "")
    start = head.find('<link\n      rel="preload"')
    end = head.find("/>", start) + 2
    return (head[:start] + head[end:] if start >= 0 else head), body


@cache
def early(kind: str) -> tuple[str, ...]:
    """Files of Streamlit's script that a kind of page loads at once: the pieces it draws, and what these import, else asked for
    only when the pieces have come."""
    due = [p.name for name in (*WANTED, *ALSO.get(kind, ())) for p in sorted(SCRIPTS.glob(f"{name}.*.js"))[:1]]
    found: dict[str, None] = {}
    while due:
        name = due.pop(0)
        if name not in found and not name.startswith("index.") and (SCRIPTS / name).is_file():
            found[name] = None
            due += _IMPORTED.findall((SCRIPTS / name).read_text("utf-8"))
    return tuple(found)


def scripts() -> list[str]:
    """Files of Streamlit's script that any page loads, those of its own document first."""
    own = _NAMED.findall(_streamlit()[0])
    return list(dict.fromkeys((*own, *(name for kind in ("", *ALSO) for name in early(kind)))))


@cache
def _preloaded(kind: str) -> str:
    return "".join(f'<link rel="modulepreload" crossorigin href="./static/js/{name}">' for name in early(kind))


def index_html(page: str, *, base: str = "") -> str:
    """The document of a page, in the language of the state; `base` is the address that others reach it by."""
    head, body = _streamlit()
    lang, kind = state.lang(), "source" if page == "browse" and state.param("source") else page
    own = (
        f"<title>{escape(say('frame.title'))}</title>"
        + f'<meta name="description" content="{escape(say("ask.welcome"))}">'
        + f'<meta name="dr-base" content="{escape(base)}"><meta name="dr-local" content="{escape(_in_the_room())}">'
        + '<meta name="color-scheme" content="light dark">'
        + '<meta name="theme-color" content="#f7f1e6" media="(prefers-color-scheme: light)">'
        + '<meta name="theme-color" content="#16120d" media="(prefers-color-scheme: dark)">'
        + '<meta name="apple-mobile-web-app-capable" content="yes"><meta name="mobile-web-app-capable" content="yes">'
        + f'<link rel="icon" href="./dr/icon.svg?{version()}" type="image/svg+xml">'
        + '<link rel="apple-touch-icon" href="./dr/icon-192.png"><link rel="manifest" href="./dr/manifest.webmanifest">'
        + f"<script>{_boot()}</script>"
    )
    words = json.dumps({key: all_words()[key] for key in SAID}, ensure_ascii=False).replace("</", "<\\/")
    script = f'<script type="application/json" id="dr-words">{words}</script>'
    script += f'<script type="module" src="./dr/page.js?{version()}"></script>'
    return (
        f'<!DOCTYPE html><html lang="{lang_tag(lang)}" class="dr-loading"><head>{own}{head}{_preloaded(kind)}{script}</head>'
        f"<body><style>{_style()}</style>{_frame(page)}{_shell(page)}{body}</body></html>"
    )


def _in_the_room() -> str:
    """The address by which the same network reaches a server that listens to it; empty where only this machine does."""
    if config.get_option("server.address") not in ("0.0.0.0", "::"):
        return ""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))  # sends nothing: asks the system which of its addresses it would use
            return f"http://{probe.getsockname()[0]}:{config.get_option('server.port')}/"
    except OSError:
        return ""


@cache
def _style() -> str:
    return THEME.read_text("utf-8").replace("</", "<\\/")


@cache
def _boot() -> str:
    return (FILES / "boot.js").read_text("utf-8").replace("</", "<\\/")


def _both(key: str) -> str:
    """A word in both languages, of which the style sheet shows the document's: the browser may know better which it is."""
    return "".join(tag("span", escape(say_in(lang, key)), lang=lang_tag(lang), class_=f"dr-in-{lang}") for lang in state.LANGS)


def _frame(page: str) -> str:
    there = pages_there()
    tabs = "".join(_tab(name, page, "tab") for name in TABS if name in there)
    wide = "".join(_tab(name, page, "wide") for name in MORE if name in there)
    skip = tag("a", _both("frame.skip"), href="#root", class_="dr-skip")
    brand = tag(
        "a", tag("span", "", class_="dr-crest", aria_hidden="true") + _both("frame.title"), href="./", class_="dr-brand"
    )
    other = tag("button", _switch(), type="button", id="dr-lang", class_="dr-lang")
    items = tabs.replace("<!--wide-->", wide)
    nav = tag("nav", tag("ul", items), id="dr-nav", aria_label=say("frame.pages"))
    return skip + tag("header", brand + other, id="dr-top") + nav


def _switch() -> str:
    return tag("span", escape(say_in("zh", "frame.language")), class_="dr-in-en", lang="zh-Hans") + tag(
        "span", escape(say_in("en", "frame.language")), class_="dr-in-zh", lang="en"
    )


def _tab(name: str, page: str, kind: str) -> str:
    href = "./" if name == "ask" else f"./{name}"
    current = "page" if name == page or (name == "more" and page in MORE) else None
    path = NARROW.get(name, "")
    icon = f'<svg viewBox="0 0 24 24" aria-hidden="true" class="dr-tab-icon"><path d="{path}"/></svg>' if path else ""
    link = tag("a", icon + _both(f"nav.{name}"), href=href, aria_current=current, data_page=name)
    return ("<!--wide-->" if name == "more" else "") + tag("li", link, class_=f"dr-{kind}")


def _shell(page: str) -> str:
    """What the page looks like until it has been drawn."""
    title = f"{page}.title" if f"{page}.title" in all_words() else f"nav.{page}"
    box = tag("div", "", class_="dr-shell-box") if page in ("ask", "card", "browse") else ""
    lines = tag("div", "", class_="dr-shell-line") * 3
    return tag("div", tag("p", _both(title), class_="dr-title") + box + lines, id="dr-shell", aria_hidden="true")
