"""What tests of several rooms need: games as a designer would write them, and those that come with the program."""

from __future__ import annotations

import gc
import os
import random
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from textwrap import dedent

import pytest
from filelock import FileLock

from deckwright import resources
from deckwright.__main__ import OBJECTS_BETWEEN_COLLECTIONS
from deckwright.files.game_package import read_package
from deckwright.messages import use, used_language
from deckwright.store.locations import database_at
from deckwright.store.maintenance import ROLES
from deckwright.workbench.library import find_database

from .browsers import browser, driver
from .coils import coils
from .fonts import font_package
from .processes import ENVIRONMENT, processes, run, run_process
from .profiles import register_profiles
from .programs import mark_deep, program, pytest_report_header, skip_where_lacking
from .recipes import scratch_copy
from .servers import postgres
from .services import closed_address, services
from .websites import website
from .work import calls

__all__ = [
    "browser",
    "calls",
    "closed_address",
    "coils",
    "driver",
    "font_package",
    "postgres",
    "processes",
    "program",
    "pytest_report_header",
    "run",
    "run_process",
    "scratch_copy",
    "services",
    "website",
]

os.environ.update({name: ENVIRONMENT[name] for name in ("HOME", "PYTHONPATH")})

# As in the command: Python's own 700 takes a third of the time in which tests are collected.
gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)

register_profiles()


def pytest_addoption(parser):
    parser.addoption(
        "--shuffle", metavar="SEED", help="run the files, and the tests of each, in a random order"
    )


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    mark_deep(items)
    skip_where_lacking(items)
    if seed := config.option.shuffle:
        order = random.Random(seed)  # noqa: S311 - no secrets
        files = {file: order.random() for file in dict.fromkeys(item.path for item in items)}
        order.shuffle(items)
        items.sort(key=lambda item: files[item.path])


def pytest_collection_finish():
    gc.freeze()  # what is there by now stays; pytest alone looks for garbage among it five times when it ends


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup():
    if used_language() != "en":  # a test may have spoken another language
        use("en")


@pytest.fixture(scope="session", autouse=True)
def data_home(tmp_path_factory):
    """Keep the user's own card database out of the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        yield


@pytest.fixture(scope="session")
def packaged():
    """A packaged game with its cards and decks, read from its folder."""

    @cache
    def read(name):
        box, findings = read_package(resources.folder("cards") / name)
        assert box, findings
        return box

    return read


@pytest.fixture(scope="session")
def packaged_database(tmp_path_factory):
    """A database with the packaged games, made once for all processes of a run; it is an error to write to it."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    with FileLock(folder / "packaged.lock"):
        file = find_database(str(folder / "packaged.db")).path
    made = file.stat().st_mtime_ns
    yield file
    assert file.stat().st_mtime_ns == made, "some test wrote to the database that all share"


@pytest.fixture
def database_path(packaged_database, tmp_path):
    """A copy of that database for one test."""
    return shutil.copy(packaged_database, tmp_path / "cards.db")


@pytest.fixture
def game_folder(tmp_path):
    """Write a game's folder: the text of its game.yaml, and of one file of cards."""

    def write(game, cards="cards: []"):
        (tmp_path / "cards").mkdir(exist_ok=True)
        (tmp_path / "game.yaml").write_text(dedent(game), encoding="utf-8")
        (tmp_path / "cards" / "cards.yaml").write_text(dedent(cards), encoding="utf-8")
        return tmp_path

    return write


@pytest.fixture
def public_folder():
    """A folder that every user may enter; the folders of `tmp_path` are the user's own."""
    folder = Path(tempfile.mkdtemp(prefix="deckwright-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def unprivileged():
    """Run a block as a user whom permissions bind, as they do not bind root."""

    @contextmanager
    def become():
        is_root = hasattr(os, "geteuid") and os.geteuid() == 0
        if is_root:
            os.seteuid(65534)
        try:
            yield
        finally:
            if is_root:
                os.seteuid(0)

    return become


@pytest.fixture
def small_disk(tmp_path):
    """Mount a disk of a size such as `64k` as a folder, with other options such as `ro` again."""
    folder = tmp_path / "disk"
    folder.mkdir()

    def mount(options):
        command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
        if (
            shutil.which("mount") is None
            or subprocess.run(command, capture_output=True, check=False).returncode
        ):
            pytest.skip("only root may mount a small disk")
        return folder

    yield mount
    while folder.is_mount():
        subprocess.run(["umount", str(folder)], check=True)


@pytest.fixture
def people_of(postgres):
    """Grant each role of a team to somebody, and return a database on the server as each of them sees it."""

    def grant(made):
        name = made.address.partition("?")[0].rpartition("/")[2]
        for _ in range(2):  # it can be repeated
            postgres.sql(ROLES.read_text(encoding="utf-8"), name)
        people = {}
        for role in ("reader", "translator", "editor"):
            postgres.sql(
                f"DO $$ BEGIN CREATE ROLE a_{role} LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$"
            )
            postgres.sql(f"GRANT deckwright_{role} TO a_{role}")
            people[role] = database_at(postgres.address(name, f"a_{role}"))
        return people

    return grant
