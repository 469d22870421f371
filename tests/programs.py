"""What some tests use of other people's: readers of PDFs, gettext, a browser, a database server, dictionaries, strace."""

from __future__ import annotations

import os
import shutil

import pytest

PACKAGES = {
    "chromedriver": "chromium-driver",
    "chromium": "chromium",
    "en_GB.dic": "hunspell-en-gb",
    "fr.dic": "hunspell-fr",
    "groff": "groff-base",
    "gs": "ghostscript",
    "it_IT.dic": "hunspell-it",
    "jq": "jq",
    "msgattrib": "gettext",
    "msgcat": "gettext",
    "msgconv": "gettext",
    "msgfmt": "gettext",
    "pdftoppm": "poppler-utils",
    "postgres": "postgresql",
    "qpdf": "qpdf",
    "strace": "strace",
}
"""Each program or dictionary, and Debian's package that has it. `.ci/run` installs them all, and a test holds it to that."""

REASON = "needs the program "
"""How the reason of a test begins that was skipped for want of a program."""


@pytest.fixture(scope="session")
def program():
    """Find a program on this machine; where it is missing, the test is skipped, or fails in CI."""

    def find(name):
        package = PACKAGES[name]
        path = shutil.which(name, path=f"{os.environ['PATH']}:/usr/share/hunspell", mode=os.R_OK)
        if path is None and os.environ.get("CI"):
            pytest.fail(f"{name} is missing: .ci/run must install {package}", pytrace=False)
        if path is None:
            pytest.skip(f"{REASON}{name}")
        return path

    return find


def pytest_terminal_summary(terminalreporter):
    """Print which programs were missing, how many tests that skipped, and the line that installs them."""
    reasons = [report.longrepr[2] for report in terminalreporter.stats.get("skipped", [])]
    missing = [reason.split(REASON, 1)[1] for reason in reasons if REASON in reason]
    if missing:
        terminalreporter.section("skipped for missing programs", yellow=True)
        terminalreporter.line(
            f"{len(missing)} tests were skipped, because these are not installed: {names(missing)}."
        )
        terminalreporter.line(f"To run them: {install(missing)}")


def names(missing):
    """List programs, each once: "gs, qpdf"."""
    return ", ".join(sorted(set(missing)))


def install(missing):
    """The command line that installs programs on Debian and Ubuntu."""
    return "sudo apt-get install -y " + " ".join(sorted({PACKAGES[name] for name in missing}))
