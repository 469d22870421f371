"""A web site at this machine with a certificate, that answers what a test tells it to."""

from __future__ import annotations

import ssl
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

CERTIFICATE = Path(__file__).with_name("certificate.pem")
"""A key and its own certificate for localhost, until 2126: they protect nothing."""


class Website(ThreadingHTTPServer):
    """`pages` are its answers by path: content, or status, content and headers. `asked` are the paths in order."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), _Handler)
        self.pages, self.asked = {}, []
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(CERTIFICATE)
        self.socket = context.wrap_socket(self.socket, server_side=True)

    @property
    def url(self):
        return f"https://localhost:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.asked.append(self.path)
        page = self.server.pages.get(self.path, (404, b"", {}))
        status, content, headers = page if isinstance(page, tuple) else (200, page, {})
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        """Say nothing."""


@pytest.fixture
def website(monkeypatch):
    """A web site whose certificate is trusted, by this process and by commands."""
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    with Website() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()
