"""The documentation as a web site: it has every page, no link that leads nowhere, and nothing from elsewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

pytestmark = pytest.mark.deep("builds the site")
LOADED = {"script": "src", "img": "src", "iframe": "src", "source": "src", "link": "href"}
"""What a browser loads with a page, by element."""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Build the site as `make site` does; its links and anchors are checked by MkDocs."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


class Loaded(HTMLParser):
    """Files that a page loads, and the pages and files that it links to."""

    def __init__(self, page):
        super().__init__()
        self.files, self.links = [], []
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        if LOADED.get(tag) in values:
            self.files.append(values[LOADED[tag]])
        elif tag == "a" and "href" in values:
            self.links.append(values["href"])


def test_each_page_of_the_docs_is_a_page_of_the_site(site):
    pages = {page.relative_to(ROOT / "docs").with_suffix(".html") for page in ROOT.glob("docs/**/*.md")}
    own = {Path("index.html"), Path("contributing.html"), Path("changelog.html"), Path("404.html")}
    assert {page.relative_to(site) for page in site.rglob("*.html")} == pages | own
    assert not (site / "man").exists()


def test_a_page_loads_only_files_of_the_site(site):
    for page in site.rglob("*.html"):
        for file in Loaded(page).files:
            if not file.startswith("data:"):
                base = site if file.startswith("/") else page.parent
                assert (base / file.lstrip("/").partition("?")[0]).is_file(), (page.name, file)


def test_links_between_pages_work_when_they_are_opened_from_a_folder(site):
    for page in site.rglob("*.html"):
        for link in Loaded(page).links if page.name != "404.html" else ():
            if not re.match(r"[a-z]+:", link):
                target = link.partition("#")[0].partition("?")[0]
                assert not target or (page.parent / target).is_file(), (page.name, link)


def test_the_search_knows_the_tutorial_and_needs_no_server(site):
    index = (site / "search" / "search_index.js").read_text(encoding="utf-8")
    for page in ROOT.glob("docs/tutorial/*.md"):
        assert f'"tutorial/{page.stem}.html"' in index
