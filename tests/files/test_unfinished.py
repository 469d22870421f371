"""The module files/unfinished: what reaches the disk when, what is kept of a replaced file, and what killed commands left."""

from __future__ import annotations

import ctypes
import errno
import os
import re
import stat
import struct
import subprocess
import sys
import threading
from itertools import groupby
from pathlib import Path

import pytest

from deckwright.errors import InputError
from deckwright.files import unfinished
from deckwright.files.unfinished import (
    clear_left_behind,
    create_folders,
    is_unfinished,
    name_durably,
    set_attributes,
    unfinished_file,
    unfinished_folder,
)
from deckwright.files.writing import whole_folder, write_text

IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0


def names_in(folder):
    return sorted(entry.name for entry in folder.iterdir())


# What is kept of the file that is replaced.


@pytest.mark.parametrize("write", [write_text, lambda file, text: write_in_folder(file.parent, text)])
@pytest.mark.skipif(not IS_ROOT, reason="only root can make files of other users")
def test_a_replaced_file_keeps_its_owner_and_permissions(tmp_path, write):
    target = tmp_path / "list.txt"
    target.write_text("old\n")
    os.chown(target, 65534, 65533)
    target.chmod(0o664)
    write(target, "new\n")
    now = target.stat()
    assert (target.read_text(), now.st_uid, now.st_gid, stat.S_IMODE(now.st_mode)) == (
        "new\n",
        65534,
        65533,
        0o664,
    )


def write_in_folder(folder, text):
    with whole_folder(folder) as made:
        write_text(made / "list.txt", text)


@pytest.mark.skipif(not IS_ROOT, reason="only root can make files of other users")
@pytest.mark.parametrize(("mode", "now"), [(0o660, 0o600), (0o664, 0o644), (0o666, 0o666)])
def test_a_group_that_cannot_be_kept_passes_its_permissions_to_no_other(
    public_folder, unprivileged, mode, now
):
    old, made = public_folder / "old.txt", public_folder / "new.txt"
    old.touch()
    os.chown(old, 65534, 4)
    old.chmod(mode)
    public_folder.chmod(0o777)
    with unprivileged():
        made.touch()
        set_attributes(made, old)
        assert stat.S_IMODE(made.stat().st_mode) == now


def test_extended_attributes_are_kept_where_there_are_any(tmp_path):
    target = tmp_path / "list.txt"
    target.write_text("old\n")
    try:
        os.setxattr(target, "user.editor", b"Ann")
    except (AttributeError, OSError):
        pytest.skip("no extended attributes here")
    os.utime(target, (0, 0))
    write_text(target, "new\n")
    assert os.getxattr(target, "user.editor") == b"Ann"
    assert target.stat().st_mtime > 1e9  # the time is that of the change


def access_list(*permissions):
    """Access list with one more user, in the form of the extended attribute: of user, group, others (acl(5))."""
    owner, user, group, mask, other = permissions
    nobody = 0xFFFFFFFF
    entries = [
        (1, owner, nobody),
        (2, user, 65534),
        (4, group, nobody),
        (16, mask, nobody),
        (32, other, nobody),
    ]
    return struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *entry) for entry in entries)


@pytest.fixture
def shared(tmp_path):
    """A folder whose new files one more user may change, and others not even read."""
    folder = tmp_path / "shared"
    folder.mkdir()
    try:
        os.setxattr(folder, "system.posix_acl_default", access_list(7, 7, 5, 7, 0))
    except (AttributeError, OSError):
        pytest.skip("no access lists here")
    return folder


@pytest.mark.parametrize("write", [write_text, lambda file, text: write_in_folder(file.parent / "out", text)])
def test_a_new_file_has_the_access_list_that_its_folder_gives_new_files(shared, write):
    (shared / "plain.txt").touch()
    write(shared / "list.txt", "new\n")
    (made,) = shared.rglob("list.txt")
    assert stat.S_IMODE(made.stat().st_mode) == 0o660
    assert (
        os.getxattr(made, ACCESS) == os.getxattr(shared / "plain.txt", ACCESS) == access_list(6, 7, 5, 6, 0)
    )
    assert [name for name in names_in(shared) if name.startswith(".")] == []


def test_a_replaced_file_without_an_access_list_has_none_from_its_folder(shared):
    target = shared / "list.txt"
    target.write_text("old\n")
    os.removexattr(target, ACCESS)
    target.chmod(0o640)
    write_text(target, "new\n")
    assert (ACCESS in os.listxattr(target), stat.S_IMODE(target.stat().st_mode)) == (False, 0o640)


ACCESS = "system.posix_acl_access"


@pytest.mark.parametrize("call", ["chmod", "chown"])
@pytest.mark.parametrize("name", ["list.txt", "new.txt"])
def test_a_file_is_written_where_the_system_sets_no_attributes(tmp_path, program, call, name):
    """So do disks of Windows under WSL, and many in the network: the file keeps what they give it."""
    (tmp_path / "list.txt").write_text("old\n")
    code = f"from deckwright.files.writing import write_text; write_text({name!r}, 'new')"
    inject = ["-f", "-qq", "-o", str(tmp_path / "log"), "-e", f"inject={call}:error=EPERM"]
    subprocess.run([program("strace"), *inject, sys.executable, "-c", code], check=True, cwd=tmp_path)
    assert (tmp_path / name).read_text() == "new"
    assert stat.S_IMODE((tmp_path / name).stat().st_mode) & 0o077 in ({0} if call == "chmod" else {0o044})


def test_links_in_a_folder_stay_and_what_they_lead_to_is_written(tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "kept.txt").write_text("old\n")
    (tmp_path / "out" / "list.txt").symlink_to(tmp_path / "kept.txt")
    write_in_folder(tmp_path / "out", "new\n")
    assert (tmp_path / "out" / "list.txt").is_symlink()
    assert (tmp_path / "kept.txt").read_text() == "new\n"


def test_a_new_folder_has_the_permissions_that_the_user_gives_folders(tmp_path):
    before = os.umask(0o027)
    try:
        write_in_folder(tmp_path / "new" / "out", "new\n")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new" / "out").stat().st_mode) == 0o750
    assert stat.S_IMODE((tmp_path / "new" / "out" / "list.txt").stat().st_mode) == 0o640
    assert (names_in(tmp_path), names_in(tmp_path / "new")) == (["new"], ["out"])


def test_a_folder_that_another_command_made_meanwhile_is_added_to(tmp_path):
    with whole_folder(tmp_path / "out") as made:
        write_text(made / "list.txt", "new\n")
        (tmp_path / "out").mkdir()
        (tmp_path / "out" / "other.txt").touch()
    assert names_in(tmp_path / "out") == ["list.txt", "other.txt"]
    assert names_in(tmp_path) == ["out"]


def test_a_name_that_is_not_free_any_more_is_an_error(tmp_path):
    (tmp_path / "taken.txt").write_text("old\n")
    (tmp_path / "made.txt").write_text("new\n")
    with pytest.raises(FileExistsError):
        name_durably(tmp_path / "made.txt", tmp_path / "taken.txt")
    assert (tmp_path / "taken.txt").read_text() == "old\n"


# What killed commands left.

HOLD = """
import sys
from pathlib import Path
from deckwright.files.unfinished import unfinished_file, unfinished_folder
with unfinished_file(Path(sys.argv[1])), unfinished_folder(Path(sys.argv[1])) as made:
    (made / "inside.txt").touch()
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def writing(tmp_path):
    """Have another process write a file and a folder."""
    command = [sys.executable, "-c", HOLD, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"held\n"
        yield process
        process.stdin.close()


@pytest.fixture
def clear():
    """Clear a folder as the first command of a new process does."""

    def again(folder):
        clear_left_behind.cache_clear()
        clear_left_behind(folder)

    return again


def test_what_a_process_still_writes_stays_however_old_it_is(tmp_path, writing, clear):
    files = names_in(tmp_path)
    for name in files:
        os.utime(tmp_path / name, (0, 0))
    clear(tmp_path)
    assert (len(files), names_in(tmp_path)) == (2, files)
    writing.stdin.close()
    writing.wait()
    assert names_in(tmp_path) == []


def test_what_a_killed_process_left_is_removed_by_the_next_that_writes_there(tmp_path, writing):
    writing.kill()
    writing.wait()
    assert len(names_in(tmp_path)) == 2
    clear_left_behind.cache_clear()
    write_text(tmp_path / "list.txt", "new\n")
    assert names_in(tmp_path) == ["list.txt"]


def test_a_folder_that_a_killed_command_had_already_moved_leaves_nothing_beside_it(tmp_path):
    """`make crash`: killed between the move of a new folder and the removal of what it was made in."""
    write_in_folder(tmp_path / "out", "new\n")
    (tmp_path / f"{unfinished.PREFIX}{unfinished._COMPUTER}-left4567").mkdir()  # noqa: SLF001
    clear_left_behind.cache_clear()
    write_in_folder(tmp_path / "out", "newer\n")
    assert names_in(tmp_path) == ["out"]


def test_what_another_computer_writes_stays_for_a_day(tmp_path, clear):
    theirs = [tmp_path / f"{unfinished.PREFIX}00000000-{name}" for name in ("a_b1c2d3", "old45678")]
    for file in theirs:
        file.touch()
        assert is_unfinished(file)
    os.utime(theirs[1], (0, 0))
    clear(tmp_path)
    assert names_in(tmp_path) == [theirs[0].name]


def test_where_locks_do_not_work_what_is_younger_than_a_day_stays(tmp_path, clear, monkeypatch):
    def without_locks(name, *, wait):  # noqa: ARG001
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(unfinished, "_lock", without_locks)
    with unfinished_folder(tmp_path) as made, unfinished_file(tmp_path) as file:
        clear(tmp_path)
        assert made.is_dir()
        assert Path(file.name).is_file()
        os.utime(file.name, (0, 0))
        clear(tmp_path)
        assert not Path(file.name).exists()
    assert names_in(tmp_path) == []


def test_writers_and_those_who_clear_at_once_never_meet(tmp_path, clear):
    """A file that is found before it is locked is removed, and made again."""
    ended, failed = threading.Event(), []

    def keep_clearing():
        while not ended.is_set():
            clear(tmp_path)

    clearing = threading.Thread(target=keep_clearing)
    clearing.start()
    try:
        for number in range(50):
            with unfinished_file(tmp_path) as file, unfinished_folder(tmp_path) as made:
                if not (Path(file.name).exists() and made.exists()):
                    failed.append(number)
    finally:
        ended.set()
        clearing.join()
    assert failed == []
    assert names_in(tmp_path) == []


# What has reached the disk before it is trusted: the order of system calls.

CALLS = "syncfs,openat,rename,renameat,renameat2,link,linkat,fsync,mkdir"


@pytest.fixture
def calls_of(program, tmp_path):
    """System calls of a few lines of Python that change a folder, in order: each with the names of its files."""
    strace = program("strace")

    def traced(code):
        (tmp_path / "work").mkdir(exist_ok=True)
        script = f"from deckwright.files.writing import *; from deckwright.files.unfinished import *; {code}"
        log = tmp_path / "calls.txt"
        command = [strace, "-y", "-e", f"trace={CALLS}", "-o", str(log), sys.executable, "-c", script]
        subprocess.run(command, check=True, cwd=tmp_path / "work")
        return [call for call, _ in groupby(_changes(log.read_text(), str(tmp_path / "work")))]

    return traced


def _changes(log, folder):
    """Yield calls on the files of a folder, with what tempfile chose replaced by `made`."""
    for line in log.splitlines():
        call, _, rest = line.partition("(")
        if " = -1 " in rest or (call == "openat" and "O_CREAT" not in rest):
            continue
        names = re.findall(r'"([^"]*)"|\d<([^>]*)>', rest.rpartition(" = ")[0])
        files = [one or two for one, two in names if not one or one != two]
        files = [str(Path(folder, name)) for name in files if name]
        if all(name.startswith(folder) for name in files) and files:
            short = [os.path.relpath(re.sub(r"\.deckwright-[\w-]+", "made", name), folder) for name in files]
            yield (
                call.replace("openat", "create"),
                *[name for name in short if name != "." or call in {"fsync", "syncfs"}],
            )


def test_a_file_is_on_the_disk_before_it_is_renamed_and_its_folder_after(calls_of):
    assert calls_of("write_text('list.txt', 'new')") == [
        ("create", "made"),
        ("fsync", "made"),
        ("rename", "made", "list.txt"),
        ("fsync", "."),
    ]


@pytest.mark.parametrize(("number", "content"), [(1, "old\n"), (2, "new")])
def test_a_disk_that_fails_is_an_error_also_after_the_renaming(tmp_path, program, number, content):
    (tmp_path / "list.txt").write_text("old\n")
    inject = ["-qq", "-o", str(tmp_path / "log"), "-e", f"inject=fsync:error=EIO:when={number}"]
    code = "from deckwright.files.writing import write_text; write_text('list.txt', 'new')"
    command = [program("strace"), *inject, sys.executable, "-c", code]
    said = subprocess.run(command, check=False, cwd=tmp_path, capture_output=True, text=True).stderr
    assert "InputError: " in said
    assert os.strerror(errno.EIO) in said
    assert ("The disk reported an error for the folder" in said) == (number == 2)
    assert (tmp_path / "list.txt").read_text() == content


def test_a_file_with_a_new_name_is_on_the_disk_before_it_is_linked(calls_of):
    calls = calls_of("write_text('list.txt', 'new', before=None)")
    assert [call[0] for call in calls] in (["create", "fsync", name, "fsync"] for name in ("link", "linkat"))
    assert calls[-1] == ("fsync", ".")


def test_a_folder_is_on_the_disk_before_it_is_renamed_and_the_one_above_after(calls_of):
    code = "folder = whole_folder('new/out'); made = folder.__enter__(); write_text(made / 'one.txt', 'new');"
    calls = calls_of(f"{code} folder.__exit__(None, None, None)")
    assert calls == [
        ("mkdir", "made"),
        ("mkdir", "made/made"),
        ("create", "made/made/one.txt"),
        ("fsync", "made/made/one.txt"),
        ("fsync", "made/made"),
        ("mkdir", "new"),
        ("fsync", "."),
        ("rename", "made/made", "new/out"),
        ("fsync", "new"),
    ]


@pytest.mark.skipif(sys.platform != "linux", reason="syncfs is a call of Linux")
def test_many_files_are_on_the_disk_before_their_folder_is_renamed(calls_of):
    code = "folder = whole_folder('out'); made = folder.__enter__(); "
    code += "[write_text(made / f'{n}.txt', 'new') for n in range(20)];"
    calls = calls_of(f"{code} folder.__exit__(None, None, None)")
    assert calls[-3:] == [("syncfs", "made/made"), ("rename", "made/made", "out"), ("fsync", ".")]


def test_where_a_file_system_cannot_be_written_at_once_its_files_are(tmp_path, monkeypatch):
    flushed = []
    monkeypatch.setattr(unfinished, "_flush_file_system", lambda _: False)
    monkeypatch.setattr(os, "fsync", flushed.append)
    for number in range(20):
        (tmp_path / f"{number}.txt").touch()
    unfinished.flush_tree(tmp_path)
    assert len(flushed) == 21


def write_many(folder):
    with whole_folder(folder) as made:
        for number in range(20):
            write_text(made / f"{number}.txt", "new")


def test_a_disk_that_fails_is_an_error(tmp_path, monkeypatch):
    class Library:
        @staticmethod
        def syncfs(_):
            ctypes.set_errno(5)
            return -1

    monkeypatch.setattr(ctypes, "CDLL", lambda *_, **__: Library)
    with pytest.raises(InputError, match="cannot be written: Input/output error"):
        write_many(tmp_path / "out")
    assert names_in(tmp_path) == []


def test_files_in_an_existing_folder_are_on_the_disk_before_they_are_renamed(calls_of, tmp_path):
    (tmp_path / "work" / "out").mkdir(parents=True)
    code = "folder = whole_folder('out'); made = folder.__enter__(); write_text(made / 'one.txt', 'new');"
    calls = calls_of(f"{code} folder.__exit__(None, None, None)")
    assert calls[2:] == [
        ("create", "out/made/made/one.txt"),
        ("fsync", "out/made/made/one.txt"),
        ("fsync", "out/made/made"),
        ("rename", "out/made/made/one.txt", "out/one.txt"),
        ("fsync", "out"),
    ]


def test_the_parents_of_a_new_folder_are_on_the_disk(calls_of):
    assert calls_of("create_folders(Path('one/two'))")[-2:] == [("fsync", "one"), ("fsync", ".")]


def test_folders_are_created_only_where_they_are_missing(tmp_path):
    create_folders(tmp_path / "one" / "two")
    create_folders(tmp_path / "one" / "two")
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="file"):
        create_folders(tmp_path / "file" / "two")
