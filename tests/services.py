"""A server at this machine that speaks what DeepL and LibreTranslate speak, and fails as they do."""

from __future__ import annotations

import json
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs

import pytest

KEY = "right-key"


def translated(html):
    """Translate what stands outside of code elements: into capitals."""
    parts = re.split(r"(<[^<>]*>|&\w+;)", html)
    is_kept, pieces = False, []
    for part in parts:
        is_kept = part.startswith("<code") or (is_kept and part != "</code>")
        pieces.append(part if is_kept or part[:1] in {"<", "&"} else part.upper())
    return "".join(pieces)


class Services(ThreadingHTTPServer):
    """Both services. `asked` holds each request; `failures` are answers to give first: (status, body, headers)."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), _Handler)
        self.asked, self.failures = [], []
        self.translated, self.key = translated, KEY

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        asked = self._read()
        self.server.asked.append(asked)
        if self.server.failures:
            self._answer(*self.server.failures.pop(0))
        elif self.path == "/v2/translate":
            self._deepl(asked)
        else:
            self._libretranslate(asked)

    def _read(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        is_json = "json" in self.headers["Content-Type"]
        return json.loads(body) if is_json else parse_qs(body)

    def _deepl(self, asked):
        if self.headers["Authorization"] != f"DeepL-Auth-Key {KEY}":
            self._answer(403, {"message": "Forbidden"})
            return
        texts = [
            {
                "detected_source_language": "EN",
                "text": self.server.translated(text),
                "billed_characters": len(text),
            }
            for text in asked["text"]
        ]
        self._answer(200, {"translations": texts})

    def _libretranslate(self, asked):
        if asked.get("api_key", KEY) != KEY:
            self._answer(403, {"error": "Invalid API key"})
        else:
            self._answer(200, {"translatedText": [self.server.translated(text) for text in asked["q"]]})

    def _answer(self, status, body, headers=None):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        for name, value in {"Content-Length": str(len(data)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        """Log no requests."""


@pytest.fixture
def services():
    server = Services()
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def closed_address():
    """The address of a server that is not there any more."""
    server = Services()
    address = server.url
    server.server_close()
    return address
