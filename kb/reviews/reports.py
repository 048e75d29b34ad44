"""Answers that users reported: the editors' queue, one JSON object a line in `<home>/reports.jsonl`."""

from __future__ import annotations

import errno
import json
import os
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime, timedelta
from pathlib import Path

from kb.digest.load import sources_dir
from kb.errors import BadInput
from kb.home import writable_home
from kb.lock import FileLock
from kb.model import Verdict
from kb.reviews.files import review_folders
from kb.reviews.model import subject_id

FILE = "reports.jsonl"
PATIENCE = 20.0
"""Seconds to wait for another report's line; one takes milliseconds."""
MAX_REMARK = 2000
"""Code points of a remark; a longer one is refused, not cut."""
MAX_LINE = 32_000
"""Bytes of a report with all that was shown."""
MAX_OPEN = 500
"""Reports that may wait for a decision."""
MAX_FILE = 8_000_000
"""Bytes of all reports, those decided on too."""
RATE, WINDOW = 100, timedelta(minutes=10)
"""Reports within so much time, whoever sends them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What was asked, what was shown, and what the user says about it."""

    question: str
    verdict: Verdict
    answer: str
    citations: tuple[str, ...]
    """Their ids, as shown."""
    remark: str = ""
    blamed: str = ""
    """Id of the citation that the user holds to be wrong; empty for the answer as a whole."""
    without: tuple[str, ...] = ()
    """Ids of terms the user had taken away."""
    also: tuple[str, ...] = ()
    """Ids of terms the user had added."""
    snapshot: str = ""
    """Which build answered; empty for the bundled digest."""
    when: str = ""
    """ISO time, UTC; filled in when the report is kept."""


def keep_report(report: Report, home: Path | None = None) -> Report:
    """The report as kept, with its time: appended whole, on disk when this returns, whoever else reports at the moment.

    Raises BadInput if the remark is longer than MAX_REMARK, the report longer than MAX_LINE, too many were sent in a short
    time or wait for a decision, or the home cannot be written to.
    """
    if len(report.remark) > MAX_REMARK:
        raise BadInput(f"The remark has {len(report.remark)} characters; {MAX_REMARK} are kept at most. Say it in fewer words.")
    path = writable_home(home) / FILE
    row = asdict(report) | {"when": datetime.now(UTC).isoformat(timespec="seconds")}
    line = json.dumps(row, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
    if len(line) > MAX_LINE:
        raise BadInput("The question and what was shown are too long to be reported. Ask it in fewer words, and report that.")
    try:
        _append(path, line)
    except OSError as error:
        raise BadInput(f"{path}: cannot be written ({error.strerror or error}). Make it writable.") from error
    return _of(row)


def _append(path: Path, line: bytes) -> None:
    lock = FileLock.awaited(path.with_name(f".{path.name}.lock"), PATIENCE)
    if lock is None:
        raise OSError(errno.EBUSY, "another report is being written")
    with lock, path.open("a+b") as file:
        _check_room(path)
        end = file.seek(0, os.SEEK_END)
        file.seek(max(0, end - 1))
        whole = file.read(1) in (b"", b"\n")
        file.write(line if whole else b"\n" + line)
        file.flush()
        os.fsync(file.fileno())


def _check_room(path: Path) -> None:
    kept = read_reports(path.parent)
    if path.stat().st_size > MAX_FILE or sum(not _decided(path.parent, report) for report in kept) >= MAX_OPEN:
        raise BadInput(f"{path}: the editors' queue is full. Decide on some reports, or move the file away.")
    if len(kept) >= RATE and datetime.now(UTC) - _time(kept[-RATE]) < WINDOW:
        raise BadInput(f"{RATE} answers were reported within ten minutes. Try again in a while.")


def _decided(home: Path, report: Report) -> bool:
    return any((folder / f"{report_id(report)}.toml").exists() for folder in review_folders(sources_dir(), home))


def _time(report: Report) -> datetime:
    try:
        found = datetime.fromisoformat(report.when)
    except ValueError:
        return datetime.min.replace(tzinfo=UTC)
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def report_id(report: Report) -> str:
    """12 hex digits that stay while the report stays."""
    return subject_id("report", f"{report.when}\0{report.question}\0{report.remark}")


def read_reports(home: Path) -> list[Report]:
    """The reports kept, oldest first; a line that was never finished is passed over."""
    path = home / FILE
    if not path.is_file():
        return []
    found = (_parsed(line) for line in path.read_bytes().splitlines() if line)
    return [report for report in found if report]


def _parsed(line: bytes) -> Report | None:
    try:
        row = json.loads(line)
        return _of(row) if isinstance(row, dict) else None
    except (ValueError, TypeError):
        return None


def _of(row: dict[str, object]) -> Report:
    known = {f.name for f in fields(Report)}
    return Report(**{k: tuple(v) if isinstance(v, list) else v for k, v in row.items() if k in known})  # type: ignore[arg-type]  # fields of Report by name
