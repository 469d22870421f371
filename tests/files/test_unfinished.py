"""The module files/unfinished: what reaches the disk when, the permissions of files, and what killed commands left."""

from __future__ import annotations

import errno
import os
import re
import stat
import struct
import subprocess
import sys
from itertools import groupby
from pathlib import Path

import pytest

from deckwright.files import writing as unfinished
from deckwright.files.writing import (
    atomic_file,
    clear_left_behind,
    create_folders,
    is_unfinished,
    name_durably,
    whole_folder,
    write_text,
)


def names_in(folder):
    return sorted(entry.name for entry in folder.iterdir())


# What is kept of the file that is replaced.


@pytest.mark.parametrize("write", [write_text, lambda file, text: write_in_folder(file.parent, text)])
def test_a_replaced_file_keeps_its_permissions(tmp_path, write):
    target = tmp_path / "list.txt"
    target.write_text("old\n")
    target.chmod(0o604)
    write(target, "new\n")
    assert (target.read_text(), stat.S_IMODE(target.stat().st_mode)) == ("new\n", 0o604)


def test_what_replaces_a_private_file_is_private_while_it_is_written(tmp_path):
    target = tmp_path / "list.txt"
    target.touch(0o600)
    with atomic_file(target) as file:
        assert stat.S_IMODE(Path(file.name).stat().st_mode) == 0o600
    assert stat.S_IMODE(target.stat().st_mode) == 0o600


def write_in_folder(folder, text):
    with whole_folder(folder) as made:
        write_text(made / "list.txt", text)


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


ACCESS = "system.posix_acl_access"


@pytest.mark.parametrize("name", ["list.txt", "new.txt"])
def test_a_file_is_written_where_the_system_sets_no_permissions(tmp_path, program, name):
    """So do disks of Windows under WSL, and many in the network: the file keeps what they give it."""
    (tmp_path / "list.txt").write_text("old\n")
    code = f"from deckwright.files.writing import write_text; write_text({name!r}, 'new')"
    inject = ["-f", "-qq", "-o", str(tmp_path / "log"), "-e", "inject=chmod:error=EPERM"]
    subprocess.run([program("strace"), *inject, sys.executable, "-c", code], check=True, cwd=tmp_path)
    assert (tmp_path / name).read_text() == "new"


def test_links_in_a_folder_stay_and_what_they_lead_to_is_written(tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "kept.txt").write_text("old\n")
    (tmp_path / "out" / "list.txt").symlink_to(tmp_path / "kept.txt")
    write_in_folder(tmp_path / "out", "new\n")
    assert (tmp_path / "out" / "list.txt").is_symlink()
    assert (tmp_path / "kept.txt").read_text() == "new\n"


@pytest.mark.needs("fork")
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


@pytest.fixture
def clear():
    """Clear a folder as the first command of a new process does."""

    def again(folder):
        clear_left_behind.cache_clear()
        clear_left_behind(folder)

    return again


def test_what_a_killed_command_left_is_removed_a_day_later_by_the_next_that_writes_there(tmp_path):
    names = [f"{unfinished.PREFIX}{name}" for name in ("a_b1c2d3", "old45678", "x")]
    for name in names:
        (tmp_path / name).mkdir()
        (tmp_path / name / "inside.txt").touch()
    for name in names[1:]:
        os.utime(tmp_path / name, (0, 0))
    clear_left_behind.cache_clear()
    write_text(tmp_path / "list.txt", "new\n")
    assert names_in(tmp_path) == [names[0], names[2], "list.txt"]
    assert [is_unfinished(tmp_path / name) for name in names] == [True, True, False]


def test_a_link_that_has_such_a_name_is_removed_and_what_it_leads_to_stays(tmp_path, clear):
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "list.txt").touch()
    link = tmp_path / f"{unfinished.PREFIX}a_b1c2d3"
    link.symlink_to(tmp_path / "kept")
    os.utime(link, (0, 0), follow_symlinks=False)
    clear(tmp_path)
    assert names_in(tmp_path) == ["kept"]
    assert names_in(tmp_path / "kept") == ["list.txt"]


# What has reached the disk before it is trusted: the order of system calls.

CALLS = "openat,rename,renameat,renameat2,link,linkat,fsync,mkdir"


@pytest.fixture
def calls_of(program, tmp_path):
    """System calls of a few lines of Python that change a folder, in order: each with the names of its files."""
    strace = program("strace")

    def traced(code):
        (tmp_path / "work").mkdir(exist_ok=True)
        script = f"from deckwright.files.writing import *; from deckwright.files.writing import *; {code}"
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
                *[name for name in short if name != "." or call == "fsync"],
            )


def test_a_file_is_on_the_disk_before_it_is_renamed_and_its_folder_after(calls_of):
    assert calls_of("write_text('list.txt', 'new')") == [
        ("create", "made"),
        ("fsync", "made"),
        ("rename", "made", "list.txt"),
        ("fsync", "."),
    ]


@pytest.mark.parametrize(("number", "content"), [(1, "old\n"), (2, "new")])
@pytest.mark.parametrize("error", ["EIO", "ENOSPC"])
def test_a_disk_that_fails_is_an_error_also_after_the_renaming(tmp_path, program, number, content, error):
    (tmp_path / "list.txt").write_text("old\n")
    inject = ["-qq", "-o", str(tmp_path / "log"), "-e", f"inject=fsync:error={error}:when={number}"]
    code = (
        "from deckwright.errors import InputError; from deckwright.files.writing import write_text\n"
        "try: write_text('list.txt', 'new')\nexcept InputError as error: print(error.message, error.hint)"
    )
    command = [program("strace"), *inject, sys.executable, "-c", code]
    said = subprocess.run(command, check=True, cwd=tmp_path, capture_output=True, text=True).stdout
    assert os.strerror(getattr(errno, error)) in said
    assert ("Nothing was changed" in said) == (number == 1 and error == "ENOSPC")
    assert ("already replaced" in said) == (number == 2)
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
