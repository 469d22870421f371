import pypdfium2
import pytest


def test_a_printer_is_saved_changed_listed_and_forgotten(deckwright):
    saved = deckwright("export", "printer", "office", "--offset", "-0.8,1.2", "--scale", "100.2")
    assert saved.code == 0
    assert saved.out.splitlines()[1].split("\t") == ["office", "-0.8", "1.2", "100.2", "long"]
    deckwright("export", "printer", "office", "--edge", "short")
    office = {"name": "office", "offset": [-0.8, 1.2], "scale": 100.2, "edge": "short"}
    assert deckwright("export", "printer", "--json").json == {"printers": [office]}
    assert deckwright("export", "printer", "office", "--remove").code == 0
    assert deckwright("export", "printer", "--json").json == {"printers": []}


def test_each_database_has_printers_of_its_own(deckwright, tmp_path):
    deckwright("export", "printer", "office", "--offset", "1,1")
    own = ("--db", str(tmp_path / "own.db"))
    assert deckwright("export", "printer", "--json", *own).json == {"printers": []}
    ran = deckwright("export", "pdf", "dataset", "--printer", "office", "-o", "x.pdf", *own)
    assert (ran.code, "Unknown printer profile: office." in ran.err) == (3, True)
    ran = deckwright("export", "calibrate", "--printer", "office", "-o", "x.pdf", *own)
    assert (ran.code, "Unknown printer profile: office." in ran.err) == (3, True)
    assert [file.name for file in tmp_path.iterdir()] == ["own.db"]


def test_its_edge_and_offset_are_used_when_it_is_named(deckwright, tmp_path):
    deckwright("export", "printer", "office", "--offset", "2,0", "--edge", "short")
    deckwright("export", "pdf", "dataset", "--duplex", "short", "-o", "plain.pdf")
    ran = deckwright("export", "pdf", "dataset", "--printer", "office", "-o", "office.pdf", "--json")
    assert (ran.json["cards"], ran.json["pages"]) == (120, 28)
    plain, office = (pypdfium2.PdfDocument(tmp_path / name) for name in ("plain.pdf", "office.pdf"))
    fronts = [document[0].render().to_pil().tobytes() for document in (plain, office)]
    backs = [document[1].render().to_pil().tobytes() for document in (plain, office)]
    assert fronts[0] == fronts[1]
    assert backs[0] != backs[1]


def test_backs_can_be_left_out_for_a_printer_that_is_named(deckwright):
    deckwright("export", "printer", "office")
    deckwright("export", "printer", "office", "--edge", "short")
    ran = deckwright(
        "export", "pdf", "dataset", "--printer", "office", "--duplex", "none", "-o", "o.pdf", "--json"
    )
    assert ran.json["pages"] == 14


def test_a_calibration_sheet_has_two_pages_of_the_sheets_paper(deckwright, tmp_path):
    ran = deckwright("export", "calibrate", "--sheet", "letter", "-o", "c.pdf", "--json")
    assert ran.json == {"files": ["c.pdf"], "pages": 2}
    sizes = {page.get_size() for page in pypdfium2.PdfDocument(tmp_path / "c.pdf")}
    assert sizes == {(612, 792)}


def test_rulers_cut_lines_and_blanks_can_be_had_on_any_sheet(deckwright, tmp_path):
    options = ("--ruler", "--cut-lines", "--blanks")
    plain = deckwright("export", "pdf", "data-monsters/startup", "-o", "p.pdf", "--json")
    ran = deckwright("export", "pdf", "data-monsters/startup", *options, "-o", "w.pdf", "--json")
    assert plain.json | {"files": []} == ran.json | {"files": []}
    first, second = (pypdfium2.PdfDocument(tmp_path / name)[3] for name in ("p.pdf", "w.pdf"))
    assert len(list(second.get_objects())) > len(list(first.get_objects()))


def test_a_sheet_of_the_users_own_is_a_file(deckwright, tmp_path):
    (tmp_path / "mine.yaml").write_text("paper: a3\ncard: poker\norientation: best\n", encoding="utf-8")
    ran = deckwright(
        "export", "pdf", "data-monsters/startup", "--sheet", "mine.yaml", "-o", "m.pdf", "--json"
    )
    assert (ran.code, ran.json["pages"]) == (0, 2)


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("export", "printer", "office"), 3, "export calibrate"),
        (("export", "printer", "office", "--remove"), 3, "office"),
        (("export", "printer", "--edge", "long"), 2, "name"),
        (("export", "printer", "The Office", "--edge", "long"), 2, "hyphens"),
        (("export", "printer", "office", "--offset", "1"), 2, "0.8,-1.2"),
        (("export", "printer", "office", "--offset", "nan,0"), 2, "0.8,-1.2"),
        (("export", "printer", "office", "--scale", "50"), 2, "--scale"),
        (("export", "printer", "office", "--edge", "left"), 2, "long"),
        (("export", "pdf", "dataset", "--printer", "office", "-o", "x.pdf"), 3, "export calibrate"),
        (("export", "pdf", "dataset", "--duplex", "both", "-o", "x.pdf"), 2, "--duplex"),
        (
            ("export", "pdf", "dataset", "--sheet", "a4-gutterfold", "--duplex", "long", "-o", "x.pdf"),
            2,
            "next to the fronts",
        ),
        (("export", "pdf", "dataset", "--target", "contact", "--ruler", "-o", "x.pdf"), 2, "--ruler"),
        (("export", "calibrate", "-o", "nowhere/x.pdf"), 3, "nowhere"),
    ],
)
def test_a_mistake_is_one_clear_message_and_leaves_no_file(deckwright, tmp_path, arguments, code, message):
    ran = deckwright(*arguments)
    assert ran.code == code
    assert message in ran.err
    assert "Traceback" not in ran.err
    assert not list(tmp_path.rglob("*x.pdf*"))
