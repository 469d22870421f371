"""Spreadsheets fetched from the web: over HTTPS alone, within limits, and only when somebody asks."""

from __future__ import annotations

import re
import time
from http.client import HTTPException
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import unquote, urlsplit
from urllib.request import (
    HTTPDefaultErrorHandler,
    HTTPErrorProcessor,
    HTTPRedirectHandler,
    HTTPSHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
    UnknownHandler,
)

from deckwright.errors import InputError
from deckwright.files.texts import HTTPS, within
from deckwright.files.workbooks import packed_sort
from deckwright.files.yaml import DATA_LIMIT
from deckwright.findings import Where
from deckwright.messages import tr
from deckwright.model.words import short_name

if TYPE_CHECKING:
    from http.client import HTTPResponse

_SECONDS = 60
"""How long a whole answer may take."""

_WAIT = 20
"""Seconds without a byte after which nothing more is awaited."""

_AT_ONCE = 1 << 16


class FetchedSheet(NamedTuple):
    """A spreadsheet from the web: the name of a file for it, with its ending, and its content."""

    name: str
    data: bytes


_GOOGLE = re.compile(r"https://docs\.google\.com/spreadsheets/d/(?P<published>e/)?(?P<id>[\w-]+)(?P<rest>.*)")


def download_address(url: str) -> str:
    """The address under which a spreadsheet is a file: that of Google Sheets for a link to its page, else the same."""
    page = _GOOGLE.fullmatch(url)
    if page is None or re.match(r"/(export|pub|gviz)\b.*\b(format|output|tqx)=", page["rest"]):
        return url
    start = f"https://docs.google.com/spreadsheets/d/{page['published'] or ''}{page['id']}"
    return f"{start}/pub?output=xlsx" if page["published"] else f"{start}/export?format=xlsx"


def fetch_sheet(url: str) -> FetchedSheet:
    """Fetch a spreadsheet.

    Raises:
        InputError: the address is not one of HTTPS, nobody answers in time, or what is there is larger than a file of
            cards may be, or a web page.
    """
    if not url.lower().startswith(HTTPS):
        message = tr("{url} is not fetched: only addresses with https:// are.", url=url)
        raise InputError("not-fetched", message, where=Where(url))
    address = download_address(url)
    try:
        request = Request(address, headers={"User-Agent": "deckwright", "Accept": "text/csv, */*"})  # noqa: S310 - it is HTTPS
        with _opener().open(request, timeout=_WAIT) as answer:
            data = _read(answer, url)
            named = answer.headers.get_filename() or PurePosixPath(unquote(urlsplit(answer.url).path)).name
    except HTTPError as fault:
        fault.close()
        hint = (
            tr("Share the sheet with everybody who has the link, or publish it.")
            if fault.code in _CLOSED
            else ""
        )
        raise _not_fetched(url, f"{fault.code} {fault.reason}", hint) from None
    except URLError as fault:
        raise _not_fetched(url, str(getattr(fault.reason, "strerror", "") or fault.reason)) from None
    except (OSError, HTTPException, ValueError) as fault:
        raise _not_fetched(url, str(fault) or type(fault).__name__) from None
    _refuse_pages(data, url)
    return FetchedSheet(_file_name(named, data), data)


_CLOSED = {401, 403}
"""Codes of HTTP for what is not public."""


def _opener() -> OpenerDirector:
    """What opens addresses of HTTPS and follows where they lead, but to no others."""
    opener = OpenerDirector()
    for handler in (
        *(ProxyHandler, HTTPSHandler, HTTPRedirectHandler),
        *(UnknownHandler, HTTPDefaultErrorHandler, HTTPErrorProcessor),
    ):
        opener.add_handler(handler())
    return opener


def _read(answer: HTTPResponse, url: str) -> bytes:
    end, pieces, size = time.monotonic() + _SECONDS, [], 0
    while piece := answer.read1(_AT_ONCE):
        pieces.append(piece)
        size += len(piece)
        if time.monotonic() > end:
            raise _not_fetched(url, tr("it takes more than {count} seconds", count=_SECONDS))
        if size > DATA_LIMIT:
            break
    else:
        if answer.length:
            raise _not_fetched(url, tr("the connection ended before the file did"))
    return within(b"".join(pieces), url, DATA_LIMIT)


def _not_fetched(url: str, reason: str, hint: str = "") -> InputError:
    message = tr("{url} cannot be fetched: {reason}.", url=url, reason=reason)
    return InputError("not-fetched", message, hint=hint, where=Where(url))


def _refuse_pages(data: bytes, url: str) -> None:
    """Refuse a web page, such as one that asks for a password."""
    if data[:1000].lstrip(b"\xef\xbb\xbf \t\r\n").lower().startswith((b"<!doctype html", b"<html")):
        message = tr("{url} is a web page, and not a spreadsheet.", url=url)
        hint = tr(
            "Use the link of the file itself. Of Google Sheets, share it with everybody who has the link."
        )
        raise InputError("not-fetched", message, hint=hint, where=Where(url))


def _file_name(named: str, data: bytes) -> str:
    """Name of a file with the ending that its content has."""
    stem = short_name(Path(named).stem)
    if stem in {"", "export", "pub"}:
        stem = "cards"
    ending = packed_sort(data) or (
        ".json" if data[:100].lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"{", b"[")) else ""
    )
    if not ending:
        first = data.partition(b"\n")[0]
        ending = ".tsv" if first.count(b"\t") > first.count(b",") else ".csv"
    return stem + ending
