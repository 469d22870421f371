"""Spreadsheets from the web: fetched from a real site with a certificate, or refused with a clear message."""

from __future__ import annotations

import socket
from io import BytesIO

import pytest
from openpyxl import Workbook

from deckwright.errors import InputError
from deckwright.files import fetching
from deckwright.files.fetching import download_address, fetch_sheet

CSV = b"Name,Cost\nFrog,1\n"
GOOGLE = "https://docs.google.com/spreadsheets/d"


@pytest.mark.parametrize(
    ("link", "address"),
    [
        (f"{GOOGLE}/1AbC-d_9/edit#gid=0", f"{GOOGLE}/1AbC-d_9/export?format=xlsx"),
        (f"{GOOGLE}/1AbC-d_9/edit?usp=sharing", f"{GOOGLE}/1AbC-d_9/export?format=xlsx"),
        (f"{GOOGLE}/1AbC-d_9", f"{GOOGLE}/1AbC-d_9/export?format=xlsx"),
        (f"{GOOGLE}/e/2PACX-1v/pubhtml", f"{GOOGLE}/e/2PACX-1v/pub?output=xlsx"),
        (
            f"{GOOGLE}/e/2PACX-1v/pub?gid=7&single=true&output=csv",
            f"{GOOGLE}/e/2PACX-1v/pub?gid=7&single=true&output=csv",
        ),
        (f"{GOOGLE}/1AbC-d_9/export?format=csv&gid=7", f"{GOOGLE}/1AbC-d_9/export?format=csv&gid=7"),
        ("https://example.org/cards.csv", "https://example.org/cards.csv"),
    ],
)
def test_a_link_to_google_sheets_is_that_of_its_file(link, address):
    assert download_address(link) == address


def xlsx():
    book, out = Workbook(), BytesIO()
    book.active.append(["Name"])
    book.save(out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("path", "content", "headers", "name"),
    [
        ("/my%20cards.csv", CSV, {}, "my-cards.csv"),
        ("/export?format=csv", CSV, {"Content-Disposition": 'attachment; filename="Tide.csv"'}, "tide.csv"),
        ("/pub?output=tsv", CSV.replace(b",", b"\t"), {}, "cards.tsv"),
        ("/", CSV, {}, "cards.csv"),
    ],
)
def test_the_file_has_the_name_that_is_sent_and_the_ending_of_its_content(
    website, path, content, headers, name
):
    website.pages[path] = (200, content, headers)
    assert fetch_sheet(website.url + path) == (name, content)


def test_a_workbook_is_known_by_its_content(website):
    website.pages["/export?format=xlsx"] = xlsx()
    assert fetch_sheet(f"{website.url}/export?format=xlsx").name == "cards.xlsx"


def test_it_follows_within_https(website):
    website.pages["/old"] = (302, b"", {"Location": "/new.csv"})
    website.pages["/new.csv"] = CSV
    assert fetch_sheet(f"{website.url}/old") == ("new.csv", CSV)


@pytest.mark.parametrize(
    ("page", "message"),
    [
        ((302, b"", {"Location": "http://localhost/cards.csv"}), "unknown url type: http"),
        ((302, b"", {"Location": "file:///etc/passwd"}), "Redirection to url"),
        ((302, b"", {"Location": "/cards"}), "302"),
        ((404, b"", {}), "404 Not Found"),
        ((403, b"", {}), "403 Forbidden"),
        ((500, b"", {}), "500"),
        ((200, b"\xef\xbb\xbf\n<!DOCTYPE html><title>Sign in</title>", {}), "is a web page"),
        ((200, CSV, {"Content-Length": "1000"}), "the connection ended"),
    ],
)
def test_what_is_no_sheet_is_one_clear_message(website, page, message):
    website.pages["/cards"] = page
    with pytest.raises(InputError) as caught:
        fetch_sheet(f"{website.url}/cards")
    assert caught.value.code == "not-fetched"
    assert message in caught.value.message
    assert caught.value.where.file == f"{website.url}/cards"


def test_what_is_not_shared_says_so(website):
    website.pages["/cards"] = (403, b"", {})
    with pytest.raises(InputError) as caught:
        fetch_sheet(f"{website.url}/cards")
    assert "Share the sheet" in caught.value.hint


def test_only_https_is_fetched():
    with pytest.raises(InputError, match="only addresses with https"):
        fetch_sheet("http://localhost/cards.csv")


def test_a_certificate_that_nobody_knows_is_refused(website, monkeypatch):
    monkeypatch.delenv("SSL_CERT_FILE")
    with pytest.raises(InputError, match="certificate"):
        fetch_sheet(website.url)


def test_nobody_at_the_address_is_one_clear_message():
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    with pytest.raises(InputError, match="cannot be fetched"):
        fetch_sheet(f"https://localhost:{port}/cards.csv")


def test_more_than_a_file_of_cards_can_have_is_refused(website, monkeypatch):
    monkeypatch.setattr(fetching, "DATA_LIMIT", 100_000)
    website.pages["/cards.csv"] = CSV + b"x" * 200_000
    with pytest.raises(InputError) as caught:
        fetch_sheet(f"{website.url}/cards.csv")
    assert caught.value.code == "too-large"


def test_an_answer_without_end_is_given_up(website, monkeypatch):
    monkeypatch.setattr(fetching, "_SECONDS", -1)
    website.pages["/cards.csv"] = CSV
    with pytest.raises(InputError, match="takes more than -1 seconds"):
        fetch_sheet(f"{website.url}/cards.csv")
