"""Hooks of MkDocs: pages of the site that are not in docs/, and links that lead out of docs/."""

from __future__ import annotations

import os
import re
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from mkdocs.structure.files import File

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).parent.parent
PAGES = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
"""Pages at the root of the repository, and where the site has them."""

_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)#\s]*)(#[^)\s]*)?\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages at the root of the repository, and the data files that pages link to."""
    published = {ROOT / source: page for source, page in PAGES.items()}
    published |= {file: file.relative_to(ROOT).as_posix() for file in (ROOT / "schemas").glob("*.json")}
    published[ROOT / "exports" / "sizes.yaml"] = "exports/sizes.yaml"
    for source, page in published.items():
        files.append(File.generated(config, page, abs_src_path=str(source)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001 - MkDocs passes them by name
    """Lead the links of a page to the pages of the site; of a link to a folder of the repository, keep the text."""
    path = page.file.src_uri
    source = {target: PurePosixPath(name) for name, target in PAGES.items()}.get(
        path, PurePosixPath("docs", path)
    )

    def changed(link: re.Match[str]) -> str:
        sign, text, target, anchor = link[1], link[2], link[3], link[4] or ""
        if not target or "://" in target or target.startswith("mailto:"):
            return link[0]
        meant = os.path.normpath(source.parent / target)
        if (ROOT / meant).is_dir():
            return text
        there = PAGES.get(meant) or meant.removeprefix("docs/")
        relative = os.path.relpath(there, PurePosixPath(path).parent)
        return f"{sign}[{text}]({relative}{anchor})"

    parts = re.split(r"(^(?:```|    ).*?(?:^```$|\n))", markdown, flags=re.MULTILINE | re.DOTALL)
    return "".join(part if number % 2 else _LINK.sub(changed, part) for number, part in enumerate(parts))
