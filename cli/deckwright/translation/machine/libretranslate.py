"""LibreTranslate, over its own protocol.

Its Python client (libretranslatepy 2.1) can neither send several texts at once nor HTML, which is what keeps the
icons, and it hides what the server says of an error: so the protocol, which is one request, is spoken here.
"""

from __future__ import annotations

import json
import time
import urllib.request
from http.client import HTTPException
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError, URLError

from deckwright.messages import tr
from deckwright.translation.machine import odd_answer, trouble

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_NAME = "LibreTranslate"
_TIMEOUT = 60
"""How long to wait for an answer, in s: a server at home translates a batch in some of them."""

_WAITS = (1.0, 3.0, 9.0)
"""How long to wait before each further try, in s, where the server does not say."""

_LONGEST_WAIT = 60.0
_BUSY = {429, 503}
_LARGEST = 10_000_000
_LONGEST_REASON = 200


class LibreTranslate:
    """Translates with a server of LibreTranslate; `pause` waits some seconds."""

    name = _NAME
    most = 20

    def __init__(self, url: str, key: str = "", pause: Callable[[float], None] = time.sleep) -> None:
        self._url, self._key, self._pause = url.rstrip("/") + "/translate", key, pause

    def translate(self, texts: Sequence[str], source: str, target: str) -> list[str]:
        """Translate texts, as a `Service` does."""
        asked = {"q": list(texts), "source": source, "target": target, "format": "html"}
        answer = self._answer(asked | ({"api_key": self._key} if self._key else {}))
        found = answer.get("translatedText") if isinstance(answer, dict) else None
        is_right = isinstance(found, list) and len(found) == len(texts)
        if not is_right or not all(isinstance(text, str) for text in found or ()):
            raise odd_answer(_NAME)
        return list(found or ())

    def _answer(self, asked: dict[str, Any]) -> Any:
        for wait in (*_WAITS, None):
            try:
                return self._ask(asked)
            except HTTPError as fault:
                with fault:
                    if fault.code not in _BUSY or wait is None:
                        raise trouble(_NAME, _said(fault)) from fault
                    self._pause(_wished(fault, wait))
            except (OSError, HTTPException) as fault:
                reason = fault.reason if isinstance(fault, URLError) else fault
                message = tr("it cannot be reached ({reason}).", reason=reason)
                raise trouble(_NAME, message, tr("Look at LIBRETRANSLATE_URL.")) from fault
            except (ValueError, RecursionError) as fault:
                raise odd_answer(_NAME) from fault
        return None

    def _ask(self, asked: dict[str, Any]) -> Any:
        request = urllib.request.Request(  # noqa: S310 - service_of lets only http and https through
            self._url, json.dumps(asked).encode(), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=_TIMEOUT) as answer:  # noqa: S310 - as above
            return json.loads(answer.read(_LARGEST))


def _said(fault: HTTPError) -> str:
    """Give what the server says is wrong."""
    try:
        return str(json.loads(fault.read(_LARGEST))["error"]).partition("\n")[0][:_LONGEST_REASON]
    except (OSError, HTTPException, ValueError, RecursionError, LookupError, TypeError):
        return f"HTTP {fault.code} {fault.reason}"


def _wished(fault: HTTPError, wait: float) -> float:
    """Give how long the server wishes to be left alone, in s, within reason."""
    said = fault.headers.get("Retry-After", "")
    return min(float(said), _LONGEST_WAIT) if said.isascii() and said.isdigit() else wait
