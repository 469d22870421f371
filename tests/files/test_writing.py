"""The module files/writing."""

from __future__ import annotations

import csv
import io
import ntpath
import os
import stat
import subprocess
import sys
import threading
from pathlib import Path, PureWindowsPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.errors import ChangedError, InputError, UsageError
from deckwright.files import writing
from deckwright.files.writing import (
    atomic_file,
    check_ending,
    content_of,
    free_name,
    is_reserved,
    locked,
    make_folder,
    name_fault,
    unguarded,
    whole_folder,
    write_csv,
    write_text,
)

# A result appears whole or not at all, and what stood in its place stays until then.


def names_in(folder):
    return sorted(entry.name for entry in folder.iterdir())


def refusal(path, text="new\n"):
    with pytest.raises(InputError) as caught:
        write_text(str(path), text)
    assert (caught.value.code, caught.value.exit_code, caught.value.where.file) == (
        "unwritable",
        3,
        str(path),
    )
    return f"{caught.value.message} {caught.value.hint}"


def test_a_file_is_written_in_utf_8_with_the_line_ends_it_was_given(tmp_path):
    write_text(str(tmp_path / "list.txt"), "2 Cœur\n")
    assert (tmp_path / "list.txt").read_bytes() == "2 Cœur\n".encode()
    assert names_in(tmp_path) == ["list.txt"]


def test_a_file_without_a_name_is_refused():
    with pytest.raises(UsageError, match="-o requires the name of a file"):
        write_text("", "new")


def test_a_file_is_not_there_until_it_is_whole(tmp_path):
    target = tmp_path / "list.txt"
    target.write_text("old\n")
    with atomic_file(target) as file:
        file.write(b"new\n" * 100_000)
        assert target.read_text() == "old\n"
    assert target.read_text() == "new\n" * 100_000


def write_until(interruption, target):
    with atomic_file(target) as file:
        file.write(b"new\n" * 10_000)
        raise interruption


@pytest.mark.parametrize("interruption", [KeyboardInterrupt, ValueError, SystemExit, MemoryError])
@pytest.mark.parametrize("stood_there", [True, False])
def test_what_interrupts_the_writing_leaves_everything_as_it_was(tmp_path, interruption, stood_there):
    target = tmp_path / "list.txt"
    if stood_there:
        target.write_text("old\n")
    with pytest.raises(interruption):
        write_until(interruption, target)
    assert names_in(tmp_path) == (["list.txt"] if stood_there else [])
    assert not stood_there or target.read_text() == "old\n"


def test_a_full_disk_leaves_everything_as_it_was(small_disk):
    disk = small_disk("size=64k")
    (disk / "list.txt").write_text("old\n")
    for name in ("list.txt", "other.txt"):
        said = refusal(disk / name, "new\n" * 100_000)
        assert said.startswith(
            f"{disk}/{name} cannot be written: No space left on device. Nothing was changed."
        )
    assert names_in(disk) == ["list.txt"]
    assert (disk / "list.txt").read_text() == "old\n"


def test_a_full_disk_names_the_folder_that_was_asked_for(small_disk):
    disk = small_disk("size=64k")
    with pytest.raises(InputError) as caught, whole_folder(disk / "out") as made:
        write_text(made / "list.txt", "new\n" * 100_000)
    assert caught.value.message == f"{disk}/out cannot be written: No space left on device."
    assert names_in(disk) == []


def test_a_disk_that_may_not_be_written_is_named(small_disk):
    disk = small_disk("size=64k,ro")
    assert "cannot be written: Read-only file system." in refusal(disk / "list.txt")


def test_a_missing_folder_is_named(tmp_path):
    said = refusal(tmp_path / "out" / "list.txt")
    assert said == f"Folder not found: {tmp_path}/out. Create it first, or use another one."


def test_a_file_in_the_place_of_a_folder_is_named(tmp_path):
    (tmp_path / "out").touch()
    assert "cannot be written: Not a directory." in refusal(tmp_path / "out" / "list.txt")


def test_a_folder_is_not_replaced(tmp_path):
    (tmp_path / "list.txt").mkdir()
    assert "cannot be written: Is a directory." in refusal(tmp_path / "list.txt")
    assert names_in(tmp_path) == ["list.txt"]


def test_a_folder_that_may_not_be_written_is_named(public_folder, unprivileged):
    with unprivileged():
        assert "cannot be written: Permission denied." in refusal(public_folder / "list.txt")
    assert names_in(public_folder) == []


def test_a_file_that_may_not_be_written_is_kept_even_where_the_folder_may(public_folder, unprivileged):
    public_folder.chmod(0o777)
    (public_folder / "list.txt").write_text("old\n")
    (public_folder / "list.txt").chmod(0o444)
    with unprivileged():
        assert "cannot be written: Permission denied." in refusal(public_folder / "list.txt")
    assert (public_folder / "list.txt").read_text() == "old\n"


@pytest.mark.needs("fork")
@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_a_new_file_has_the_permissions_that_the_user_gives_files(tmp_path, mask, mode):
    before = os.umask(mask)
    try:
        write_text(str(tmp_path / "list.txt"), "new\n")
    finally:
        assert os.umask(before) == mask
    assert stat.S_IMODE((tmp_path / "list.txt").stat().st_mode) == mode


def test_a_file_that_is_replaced_keeps_its_permissions(tmp_path):
    target = tmp_path / "list.txt"
    target.touch()
    target.chmod(0o640)
    write_text(str(target), "new\n")
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_a_link_stays_and_what_it_leads_to_is_written(tmp_path):
    (tmp_path / "decks").mkdir()
    (tmp_path / "list.txt").symlink_to(tmp_path / "decks" / "kept.txt")
    for text in ("new\n", "newer\n"):
        write_text(str(tmp_path / "list.txt"), text)
        assert (tmp_path / "decks" / "kept.txt").read_text() == text
    assert (tmp_path / "list.txt").is_symlink()
    assert names_in(tmp_path / "decks") == ["kept.txt"]


@pytest.mark.needs("/dev/null", "/dev/full")
def test_a_device_is_written_to_and_stays_a_device():
    write_text("/dev/null", "new\n")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    assert "/dev/full cannot be written: No space left on device." in refusal("/dev/full")


@pytest.mark.needs("mkfifo")
def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path):
    pipe, got = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: got.append(pipe.read_text()))
    reader.start()
    write_text(str(pipe), "new\n")
    reader.join()
    assert got == ["new\n"]
    assert names_in(tmp_path) == ["pipe"]


def test_a_fault_of_another_file_is_not_blamed_on_the_result(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"face\.svg"), atomic_file(tmp_path / "cards.pdf"):
        (tmp_path / "face.svg").read_bytes()
    assert names_in(tmp_path) == []


def test_a_name_as_long_as_names_may_be_is_written(tmp_path):
    write_text(str(tmp_path / ("x" * 255)), "new\n")
    assert names_in(tmp_path) == ["x" * 255]


def test_a_hyphen_is_standard_output(capfdbinary):
    write_text("-", "2 Cœur\n")
    assert capfdbinary.readouterr().out == "2 Cœur\n".encode()


# What others write meanwhile.


@pytest.mark.parametrize("now", ["newer\n", "old\n\n", "", None])
def test_what_somebody_else_has_written_meanwhile_stays(tmp_path, now):
    target = tmp_path / "list.txt"
    target.write_text("old\n")
    before = content_of(target)
    if now is None:
        target.unlink()
    else:
        target.write_text(now)
    with pytest.raises(ChangedError, match="has changed since it was read"):
        write_text(target, "mine\n", before=before)
    assert content_of(target) == (None if now is None else now.encode())
    assert names_in(tmp_path) == ([] if now is None else ["list.txt"])


def test_what_stayed_as_it_was_read_is_replaced(tmp_path):
    target = tmp_path / "list.txt"
    for text in ("old\n", "new\n", "newer\n"):
        write_text(target, text, before=content_of(target))
        assert target.read_text() == text
    assert names_in(tmp_path) == ["list.txt"]


def without_links(*_):
    raise OSError(1, "Operation not permitted")


@pytest.mark.parametrize("has_links", [True, False])
def test_a_new_file_takes_the_place_of_nothing(tmp_path, monkeypatch, has_links):
    if not has_links:
        monkeypatch.setattr(os, "link", without_links)
    target = tmp_path / "list.txt"
    write_text(target, "first\n", before=None)
    with pytest.raises(ChangedError, match=r"list\.txt already"):
        write_text(target, "second\n", before=None)
    assert target.read_text() == "first\n"
    assert names_in(tmp_path) == ["list.txt"]


@pytest.mark.needs("/dev/null")
def test_a_device_is_written_to_whatever_was_there_before():
    write_text("/dev/null", "new\n", before=None)


def test_a_name_that_is_taken_is_numbered(tmp_path):
    assert free_name(tmp_path / "score.yaml") == tmp_path / "score.yaml"
    for name in ("score.yaml", "score-2.yaml"):
        (tmp_path / name).touch()
    assert free_name(tmp_path / "score.yaml") == tmp_path / "score-3.yaml"


# Locks.

HOLD = """
import sys
from pathlib import Path
from deckwright.files.writing import locked
with locked(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def held(tmp_path):
    """Hold the lock of a folder in another process."""
    command = [sys.executable, "-c", HOLD, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"held\n"
        yield process
        process.stdin.close()


def test_a_lock_is_gone_when_it_is_released(tmp_path):
    with locked(tmp_path):
        assert names_in(tmp_path) == [".deckwright.lock"]
    assert names_in(tmp_path) == []
    with locked(tmp_path / "printers.yaml"):
        assert names_in(tmp_path) == [".printers.yaml.lock"]
    assert names_in(tmp_path) == []


def test_one_who_waits_is_told_so_and_goes_on_when_the_other_has_finished(tmp_path, held):
    said = []

    def waiting(message):
        said.append(message)
        held.stdin.close()

    with locked(tmp_path, waiting):
        assert names_in(tmp_path) == [".deckwright.lock"]
    assert said == [f"Another command is changing {tmp_path}: waiting for it to finish."]
    assert names_in(tmp_path) == []


@pytest.mark.usefixtures("held")
def test_one_who_waits_in_vain_is_told_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setattr(writing, "PATIENCE", 0.1)
    with pytest.raises(InputError) as caught, locked(tmp_path):
        pass
    assert (caught.value.code, caught.value.exit_code) == ("folder-locked", 3)
    assert caught.value.where.file == str(tmp_path)
    assert "Nothing was changed." in caught.value.hint


def test_the_lock_of_a_process_that_was_killed_keeps_nobody_out(tmp_path, held):
    held.kill()
    held.wait()
    assert names_in(tmp_path) == [".deckwright.lock"]
    with locked(tmp_path, pytest.fail):
        pass
    assert names_in(tmp_path) == []


def test_what_interrupts_the_work_releases_the_lock(tmp_path):
    with pytest.raises(KeyboardInterrupt), locked(tmp_path):
        raise KeyboardInterrupt
    assert names_in(tmp_path) == []


def test_where_nothing_can_be_written_there_is_nothing_to_lock(public_folder, unprivileged):
    with unprivileged(), locked(public_folder):
        assert names_in(public_folder) == []


def test_a_lock_that_is_a_link_is_not_followed(tmp_path):
    (tmp_path / ".deckwright.lock").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(InputError, match=r"\.deckwright\.lock cannot be written"), locked(tmp_path):
        pass
    assert not (tmp_path / "elsewhere").exists()


TO_STANDARD_OUTPUT = """
import os, sys
from deckwright.files.writing import write_text
try:
    write_text("-", "new text")
except Exception as fault:
    sys.stderr.write(f"{type(fault).__name__}: {fault}")
    sys.stderr.flush()
    os._exit(1)
"""


def test_a_file_is_no_folder_to_write_to(tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(InputError) as caught:
        make_folder(tmp_path / "mine.txt")
    assert caught.value.code == "unwritable"
    assert caught.value.message == f"{tmp_path}/mine.txt is a file, not a folder."
    with pytest.raises(InputError) as caught:
        make_folder(tmp_path / "mine.txt" / "inside")
    assert caught.value.code == "unwritable"
    assert (
        caught.value.message == f"The folder {tmp_path}/mine.txt/inside cannot be created: Not a directory."
    )


def said_with_standard_output(stream):
    done = subprocess.run(
        [sys.executable, "-c", TO_STANDARD_OUTPUT], stdout=stream, stderr=subprocess.PIPE, check=False
    )
    return done.stderr.decode()


@pytest.mark.needs("/dev/full")
def test_standard_output_that_cannot_be_written_is_named():
    with Path("/dev/full").open("wb") as full:
        said = said_with_standard_output(full)
    assert said == "InputError: Standard output cannot be written: No space left on device."


def test_a_reader_that_has_gone_is_no_fault_of_the_result():
    read, write = os.pipe()
    os.close(read)
    assert said_with_standard_output(write).startswith(("BrokenPipeError", "ReaderGone"))
    os.close(write)


LEFT = (".deckwright-unfinished-a_b1c2d3", ".deckwright-unfinished-made0123/made.db")
KEPT = (
    ".deckwright-settings",
    ".deckwright-20261122-database",
    ".deckwright-unfinished-new45678",
    "notes.txt",
    ".deckwright.lock",
)


def test_what_a_run_that_was_killed_left_is_removed_by_a_later_one(tmp_path):
    for name in (*LEFT, *KEPT):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("half")
    (tmp_path / ".deckwright-unfinished-link0123").symlink_to(tmp_path / "notes.txt")
    for name in (
        ".deckwright-unfinished-a_b1c2d3",
        ".deckwright-unfinished-made0123",
        ".deckwright-settings",
        ".deckwright-20261122-database",
        "notes.txt",
        ".deckwright.lock",
    ):
        os.utime(tmp_path / name, (0, 0))
    write_text(tmp_path / "list.txt", "new\n")
    assert names_in(tmp_path) == sorted([*KEPT, ".deckwright-unfinished-link0123", "list.txt"])


@pytest.mark.needs("openpty")
def test_on_a_terminal_a_result_drives_nothing_and_elsewhere_it_is_as_it_is():
    code = "from deckwright.files.writing import write_text; write_text('-', '2 O\\x1b[31mne\\r\\n')"
    piped = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout
    assert piped == b"2 O\x1b[31mne\r\n"
    master, slave = os.openpty()
    subprocess.run([sys.executable, "-c", code], stdout=slave, check=True)
    os.close(slave)
    assert os.read(master, 1000) == b"2 O\\u001b[31mne\r\n"
    os.close(master)


@pytest.mark.parametrize("name", ["con", "NUL.yaml", "com1", "lpt9.txt", "aux .png"])
def test_names_that_windows_keeps_for_itself(name):
    assert is_reserved(name)
    assert not is_reserved(f"x{name}")


@given(
    st.text('.-_ aAe1¹$conulxpt:<>"|?*/\\\t', min_size=1, max_size=8)
    | st.sampled_from(["CONIN$", "com¹.x", "lpt0 ", "a."])
)
def test_a_name_that_windows_allows_is_one_that_python_knows_to_be_free(name):
    fault = name_fault(name)
    if hasattr(ntpath, "isreserved"):  # since Python 3.13
        is_path = name in {".", ".."} or not set("/\\:").isdisjoint(name)
        assert bool(fault) == (is_path or ntpath.isreserved(name))
    elif not fault:
        path = PureWindowsPath(name)
        assert not path.is_reserved()
        assert path.parts == (name,)


cells = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\0"))


@given(st.lists(st.lists(cells, min_size=2, max_size=5), min_size=1))
def test_rows_read_back_as_they_were(tmp_path_factory, rows):
    file = tmp_path_factory.mktemp("csv") / "cards.csv"
    write_csv(file, rows)
    data = file.read_bytes()
    read = csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""))
    assert [[unguarded(cell) for cell in row] for row in read] == rows


def test_spreadsheets_see_the_encoding_and_the_ends_of_lines(tmp_path):
    write_csv(tmp_path / "cards.csv", [("id", "name"), (1, "Économe, l’")])
    data = (tmp_path / "cards.csv").read_bytes()
    assert data == '\ufeffid,name\r\n1,"Économe, l’"\r\n'.encode()


def test_a_missing_folder_is_an_error(tmp_path):
    with pytest.raises(InputError):
        write_csv(tmp_path / "nowhere" / "cards.csv", [])


# Folders that are written whole or not at all.


def test_files_appear_in_a_folder_when_all_are_complete(tmp_path):
    target = tmp_path / "new" / "made"
    with whole_folder(target) as folder:
        (folder / "inside").mkdir()
        write_text(folder / "inside" / "a.txt", "a")
        write_text(folder / "b.txt", "b")
        assert not target.exists()
    assert sorted(file.relative_to(target).as_posix() for file in target.rglob("*")) == [
        "b.txt",
        "inside",
        "inside/a.txt",
    ]
    assert names_in(tmp_path) == ["new"]


def test_other_files_of_a_folder_stay_and_older_ones_are_replaced(tmp_path):
    (tmp_path / "other.txt").write_text("other")
    (tmp_path / "b.txt").write_text("old")
    with whole_folder(tmp_path) as folder:
        write_text(folder / "b.txt", "new")
    assert {file.name: file.read_text() for file in tmp_path.iterdir()} == {
        "other.txt": "other",
        "b.txt": "new",
    }


def test_after_an_error_a_folder_is_as_it_was(tmp_path):
    def write_half(target):
        with whole_folder(target) as folder:
            write_text(folder / "b.txt", "new")
            raise KeyError

    (tmp_path / "made").mkdir()
    for target in (tmp_path / "made", tmp_path / "new" / "made"):
        with pytest.raises(KeyError):
            write_half(target)
    assert names_in(tmp_path) == ["made"]
    assert names_in(tmp_path / "made") == []


@pytest.mark.parametrize(("way", "is_folder"), [("b.txt", True), ("inside", False), ("inside/a.txt", True)])
def test_what_is_in_the_way_of_a_file_is_found_before_any_is_moved(tmp_path, way, is_folder):
    made = tmp_path / "made"
    made.mkdir()
    (made / way).mkdir(parents=True) if is_folder else (made / way).write_text("mine")
    before = sorted(made.rglob("*"))

    def write_two():
        with whole_folder(made) as folder:
            (folder / "inside").mkdir()
            write_text(folder / "inside" / "a.txt", "a")
            write_text(folder / "b.txt", "b")

    with pytest.raises(InputError) as caught:
        write_two()
    assert caught.value.where.file == str(made / way)
    assert sorted(made.rglob("*")) == before


def test_a_file_in_place_of_a_folder_is_refused(tmp_path):
    (tmp_path / "made").write_text("mine")
    for target in (tmp_path / "made", tmp_path / "made" / "inside"):
        with pytest.raises(InputError, match="is a file, not a folder"), whole_folder(target):
            pass
    assert names_in(tmp_path) == ["made"]


@pytest.mark.parametrize(
    ("name", "ending"),
    [("a.csv", ".csv"), ("b/A.XLSX", ".xlsx"), ("a", ""), ("-", ""), ("/dev/fd/3", ""), ("/dev/a.pdf", "")],
)
def test_the_ending_of_a_file_is_one_of_those_that_are_written(name, ending):
    assert check_ending(name, (".csv", ".xlsx")) == ending


def test_the_ending_of_another_format_is_refused():
    with pytest.raises(UsageError) as caught:
        check_ending("cards.ods", (".csv", ".xlsx"))
    assert str(caught.value) == "cards.ods ends in .ods, but this command cannot write that format."
    assert caught.value.hint == "Use a file name that ends in .csv, .xlsx."
