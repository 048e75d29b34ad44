"""A visitor of the served page without a browser: speaks Streamlit's own protocol, presses buttons and fills fields in."""

from __future__ import annotations

from contextlib import ExitStack
from types import TracebackType
from urllib.parse import urlencode

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin, Subprotocol

TIMEOUT = 60.0
"""Seconds until the page must have run."""
Field = tuple[str, str]
"""Kind and id of a widget."""


class Gone(Exception):
    """The server has ended."""


class Visitor:
    """One session of the page at an address. Use it as a context manager."""

    def __init__(self, address: str) -> None:
        url = address.replace("http", "ws", 1) + "/_stcore/stream"
        subprotocols, origin = [Subprotocol("streamlit")], Origin(address)
        self._open = ExitStack()
        self._socket = self._open.enter_context(connect(url, subprotocols=subprotocols, origin=origin, max_size=None))
        self._where, self._page = "", ""
        self._filled: dict[str, str] = {}
        self.fields: list[Field] = []
        """Those on the page as it was drawn last."""
        self.exceptions = 0
        """How many the page has shown so far."""

    def open(self, page: str = "", **params: str) -> None:
        """Goes to a page; returns when it has run. Raises Gone if the server ends before."""
        self._page, self._where = page, urlencode(params)
        self._filled.clear()
        self._run("")

    def fill(self, part: str, text: str) -> None:
        """Types a text into the first field whose id has this part; it is sent with the next press."""
        self._filled[self._field(part, "text")] = text

    def press(self, part: str) -> None:
        """Presses the first button whose id has this part; returns when the page has run. Raises Gone as `open` does."""
        self._run(self._field(part, "button"))

    def has(self, part: str) -> bool:
        """Whether there is a button or a field whose id has this part."""
        return any(part in name for _, name in self.fields)

    def _field(self, part: str, kind: str) -> str:
        found = [name for k, name in self.fields if k == kind and part in name]
        assert found, f"no {kind} {part}; there are {self.fields}"
        return found[0]

    def _run(self, pressed: str) -> None:
        message = BackMsg()
        run = message.rerun_script
        run.query_string, run.page_name = self._where, self._page
        states = [WidgetState(id=name, string_value=text) for name, text in self._filled.items()]
        if pressed:
            states.append(WidgetState(id=pressed, trigger_value=True))
        run.widget_states.widgets.extend(states)
        try:
            self._socket.send(message.SerializeToString())
            while not self._finished(self._socket.recv(TIMEOUT)):
                pass
        except (ConnectionClosed, ConnectionError) as error:
            raise Gone from error

    def _finished(self, data: str | bytes) -> bool:
        told = ForwardMsg.FromString(data if isinstance(data, bytes) else data.encode())
        kind = told.WhichOneof("type")
        if kind == "new_session":
            self.fields = []
        if kind == "delta" and told.delta.WhichOneof("type") == "new_element":
            element = told.delta.new_element
            drawn = element.WhichOneof("type")
            self.exceptions += drawn == "exception"
            if drawn in ("button", "text_input", "text_area"):
                self.fields.append(("button" if drawn == "button" else "text", getattr(element, drawn).id))
        return kind == "script_finished" and told.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY

    def __enter__(self) -> Visitor:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._open.close()
