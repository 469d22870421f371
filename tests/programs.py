"""What some tests use of other people's: readers of PDFs, gettext, a browser, a database server, dictionaries, Lua."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

PACKAGES = {
    "Xvfb": "xvfb",
    "chromedriver": "chromium-driver",
    "chromium": "chromium",
    "en_GB.dic": "hunspell-en-gb",
    "fr.dic": "hunspell-fr",
    "groff": "groff-base",
    "gs": "ghostscript",
    "it_IT.dic": "hunspell-it",
    "jq": "jq",
    "lua5.4": "lua5.4",
    "msgattrib": "gettext",
    "msgcat": "gettext",
    "msgconv": "gettext",
    "msgfmt": "gettext",
    "msgmerge": "gettext",
    "omegat": "omegat",
    "pdftoppm": "poppler-utils",
    "po2xliff": "translate-toolkit",
    "pofilter": "translate-toolkit",
    "poedit": "poedit",
    "postgres": "postgresql",
    "qpdf": "qpdf",
    "soffice": "libreoffice-calc",
    "strace": "strace",
    "xdotool": "xdotool",
    "xliff2po": "translate-toolkit",
}
"""Each program or dictionary, and Debian's package that has it. `.ci/run` installs them all, and a test holds it to that."""

NEEDING = {
    "driver": "a browser",
    "postgres": "a database server",
    "preview": "a server of its own",
    "server": "a server of its own",
    "program": "programs that a bare machine lacks",
    "small_disk": "to mount disks",
    "watch": "to wait until changes are seen",
}
"""What `make test` has no use for: fixtures, and what tests need that ask for one of them."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    mark_deep(items)


def deep_except(usual, values, reason):
    """Values for a test, or tuples of them, of which `make test` takes only the usual ones."""
    return [
        value
        if value in usual
        else pytest.param(*(value if isinstance(value, tuple) else [value]), marks=pytest.mark.deep(reason))
        for value in values
    ]


def mark_deep(items):
    """Leave to `make test-deep` what needs more than a bare machine has; what takes long is marked where it is."""
    for item in items:
        engine = item.callspec.params.get("engine", "") if hasattr(item, "callspec") else ""
        for name in NEEDING.keys() & {*item.fixturenames, engine}:
            item.add_marker(pytest.mark.deep(NEEDING[name]))


def skip_where_lacking(items):
    """Skip tests that need functions of `os`, or devices, that this system lacks: Windows has neither `fork` nor pipes with names."""
    for item in items:
        needs = [name for mark in item.iter_markers("needs") for name in mark.args]
        lacking = [name for name in needs if not (hasattr(os, name) or Path(name).exists())]
        if lacking:
            item.add_marker(pytest.mark.skip(reason=f"this system lacks {', '.join(lacking)}"))


def pytest_report_header(config):
    """Name the programs that are missing, before tests run that need them; in CI, none may be missing."""
    if config.option.markexpr == "not deep":
        return []
    missing = [name for name in PACKAGES if path_of(name) is None]
    line = f"missing programs: {names(missing)}; install them: {install(missing)}"
    if missing and os.environ.get("CI"):
        pytest.exit(line, returncode=1)
    return [line] if missing else []


def path_of(name):
    """Where a program or dictionary is; Debian does not put its database server on the path."""
    if name == "postgres":
        folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
        return shutil.which(name) or shutil.which(name, path=os.pathsep.join(map(str, reversed(folders))))
    return shutil.which(name, path=f"{os.environ['PATH']}:/usr/share/hunspell", mode=os.R_OK)


@pytest.fixture(scope="session")
def program():
    """Find a program on this machine; where it is missing, the test is skipped."""
    return found


def found(name):
    """The path of a program; a test that asks for one that is missing is skipped."""
    return path_of(name) or pytest.skip(f"{name} is missing")


def names(missing):
    """List programs: "gs, qpdf"."""
    return ", ".join(sorted(missing))


def install(missing):
    """The command line that installs programs on Debian and Ubuntu."""
    return "sudo apt-get install -y " + " ".join(sorted({PACKAGES[name] for name in missing}))
