import pytest

from deckwright import resources
from deckwright.errors import InputError
from deckwright.files.schemas import check_document
from deckwright.files.yaml import read_document
from deckwright.press.boxes.text import TextBox
from deckwright.press.faces.face_checks import check_face_files
from deckwright.press.faces.face_file import face_reader, load_face
from deckwright.press.faces.game_names import check_face_in_game

PACKAGED = sorted((resources.folder("exports") / "faces").glob("*.yaml"))


def faults(read_face, text, **others):
    with pytest.raises(InputError) as caught:
        read_face(text, **others)
    return [(one.rule, one.where.line, one.where.column) for one in caught.value.findings]


@pytest.mark.parametrize(
    ("tone", "column", "message"),
    [
        ("{lineer: ['#000000', '#ffffff'], angle: 0}", 17, "Unknown key: lineer. Did you mean linear?"),
        ("{radail: ['#000000', '#ffffff']}", 17, "Unknown key: radail. Did you mean radial?"),
        ("{mixx: [a, b], share: 0.5}", 17, "Unknown key: mixx. Did you mean mix?"),
        ("{tool: '#000000'}", 16, "Missing one of these keys: by, mix, linear, radial."),
        ("{}", 16, "Missing one of these keys: by, mix, linear, radial."),
        ("{by: kind, lineer: '#000000'}", None, None),
    ],
)
def test_a_colour_with_a_key_spelt_wrong_names_the_nearest(read_face, tone, column, message):
    text = f"palette: {{ink: {tone}}}\nboxes: []"
    if message is None:
        assert read_face(text).palette.colour("ink", {"kind": "lineer"}.get) == "#000000"
        return
    with pytest.raises(InputError) as caught:
        read_face(text)
    (finding,) = caught.value.findings
    assert (finding.message, finding.where.line) == (message, 1)
    assert finding.where.column == column


@pytest.mark.parametrize("file", PACKAGED, ids=lambda file: file.stem)
def test_a_face_that_comes_with_the_program_is_right(file):
    documents = [read_document(file)]
    assert check_document(documents[0], "face") == []
    while "extends" in documents[0].value:
        documents.insert(0, read_document(file.with_name(f"{documents[0].value['extends']}.yaml")))
    assert list(check_face_files(documents)) == []


@pytest.mark.parametrize("name", ["data-monsters", "dataset"])
def test_the_faces_of_a_packaged_game_ask_for_nothing_it_lacks(job_of, name):
    job = job_of(name)
    for face in {face.name: face for face in job.faces.values()}.values():
        assert check_face_in_game(face, job.game, job.assets) == []


def test_a_name_longer_than_that_of_a_file_is_unknown_as_any_other():
    """Found by tests/fuzz: the system refused to look for such a file."""
    with pytest.raises(InputError, match="Unknown face: aaa") as caught:
        load_face("mine", face_reader({"faces/mine.yaml": b"extends: " + b"a" * 300}))
    assert caught.value.code == "no-face"


def test_a_face_extends_another(read_face):
    face = read_face(
        """
        extends: other
        palette: {ink: "#112233"}
        styles: {body: {size: 8}}
        boxes: [{text: "{text}", at: [0, 10, 20, 10], style: body}]
        """,
        other="""
        size: [50, 70]
        palette: {ink: "#000000", paper: "#ffffff"}
        styles: {body: {size: 9, italic: true}}
        boxes: [{text: "{name}", at: [0, 0, 20, 10]}]
        """,
    )
    assert face.size == (50, 70)
    assert face.palette.colour("ink", lambda _: None) == "#112233"
    assert face.palette.colour("paper", lambda _: None) == "#ffffff"
    below, above = face.boxes
    assert isinstance(above, TextBox)
    assert (above.style.size, above.style.italic) == (8, True)
    assert below.at.y == 0


def test_a_box_takes_the_place_of_the_inherited_one_of_its_name(read_face):
    face = read_face(
        """
        extends: other
        boxes:
          - {shape: rect, at: card}
          - {id: ground, shape: circle, at: card}
        """,
        other="""
        boxes:
          - {id: ground, shape: rect, at: card}
          - {text: "{name}", at: card}
        """,
    )
    assert [getattr(box, "shape", "text") for box in face.boxes] == ["circle", "text", "rect"]


def test_a_colour_can_depend_on_a_field_and_be_mixed(read_face):
    palette = read_face(
        """
        palette:
          ground: {by: colour, red: "#ff0000", else: "#0000ff"}
          pale: {mix: [ground, "#ffffff"], share: 0.5}
          same: pale
        """
    ).palette
    assert palette.colour("same", {"colour": "red"}.get) == "#ff8080"
    assert palette.colour("same", {"colour": "green"}.get) == "#8080ff"
    assert set(palette.fields("same")) == {"colour"}


def test_values_by_case_take_the_first_of_several_choices_that_has_one(read_face):
    palette = read_face('palette: {a: {by: class, maker: "#111111", "true": "#222222"}}').palette
    assert palette.colour("a", lambda _: ("thinker", "maker")) == "#111111"
    assert palette.colour("a", lambda _: True) == "#222222"
    assert palette.colour("a", lambda _: None) == ""


@pytest.mark.parametrize(
    ("text", "rule", "line", "column"),
    [
        ("boxes:\n- {text: x, at: card, style: bodi}", "unknown-style", 2, 30),
        ("styles: {a: {extends: b}}", "unknown-style", 1, 23),
        ("boxes:\n- {shape: rect, at: card, fill: blak}", "unknown-colour", 2, 33),
        ("boxes:\n- {bar: tech, total: 3, at: card, fill: ink, ground: blak}", "unknown-colour", 2, 54),
        ("boxes:\n- {text: x, at: card, languages: {fr: {style: bodi}}}", "unknown-style", 2, 47),
        ("styles: {a: {colour: blak}}", "unknown-colour", 1, 22),
        ("boxes:\n- {text: x, at: card, panel: {fill: blak}}", "unknown-colour", 2, 37),
        ("palette:\n  a: {mix: [b, '#000000'], share: 0.5}", "unknown-colour", 2, 13),
        ("palette: {a: {by: kind, tool: b}}", "unknown-colour", 1, 31),
        ("styles: {a: {font: Comic Sans}}", "unknown-font", 1, 20),
        (
            "styles: {a: {font: Barlow, weight: 400}, b: {font: Alegreya Sans, weight: 600}}",
            "unknown-font",
            1,
            75,
        ),
        ("boxes:\n- {icon: 'mdi:roboto', at: card, colour: ink}", "unknown-icon", 2, 10),
        ("boxes:\n- {text: '{mdi:lok} x', at: card}", "unknown-icon", 2, 10),
        (
            "boxes:\n- {icon: {by: level, junior: 'fa:nonesuch'}, at: card, colour: ink}",
            "unknown-icon",
            2,
            30,
        ),
        ("boxes:\n- {stack: [{text: x, style: bodi}], at: card}", "unknown-style", 2, 29),
        ("styles: {a: {extends: b}, b: {extends: a}}", "loop", 1, 13),
        ("palette: {a: b, b: a}", "loop", 1, 14),
        ("boxes:\n- {text: x, at: [1, 2, 3]}", "schema", 2, 17),
        ("boxes:\n- {text: x, at: card, fil: ink}", "schema", 2, 23),
        ("boxes:\n- {at: card}", "schema", 2, 3),
        ("boxes:\n- {text: '{name}'}", "no-place", 2, 3),
        ("boxes:\n- {icon: 'mdi:cog', colour: ink}", "no-place", 2, 3),
        ("boxes:\n- {stack: [{text: x}]}", "no-place", 2, 3),
        ("boxes:\n- {group: [{number: tech}], at: card}", "no-place", 2, 12),
        ("boxes:\n- {repeat: marks, cell: [3, 3], each: [{shape: star, fill: ink}]}", "no-place", 2, 40),
        ("boxes:\n- {text: x, at: [1, 2, 3, 0]}", "no-size", 2, 17),
        ("boxes:\n- {shape: rect, fill: ink, at: [1, 2, 0, 0]}", "no-size", 2, 32),
        ("boxes:\n- {picture: a.png, at: [1, 2, 0, 4]}", "no-size", 2, 24),
        ("boxes:\n- {text: x, at: card, languages: {fr: {at: [1, 2, 0, 4]}}}", "no-size", 2, 44),
        ("boxes:\n- {stack: [{icon: 'mdi:cog', colour: ink}], at: card}", "no-size", 2, 12),
        ("palette: {ink: black ish}", "schema", 1, 16),
        ("boxes:\n- {shape: blob, at: card}", "schema", 2, 11),
    ],
)
def test_a_fault_is_found_at_its_line_and_column(read_face, text, rule, line, column):
    palette = "" if "palette" in text else "\npalette: {ink: '#000000'}"
    assert (rule, line, column) in faults(read_face, text + palette)


def test_all_faults_are_found_at_once(read_face):
    text = """\
        boxes:
        - {text: a, at: card, style: one}
        - {icon: "mdi:roboto", at: card, colour: two}
        """
    assert [rule for rule, _, _ in faults(read_face, text)] == [
        "unknown-style",
        "unknown-icon",
        "unknown-colour",
    ]


def test_a_fault_in_a_face_above_is_found_in_its_file(read_face):
    with pytest.raises(InputError) as caught:
        read_face("extends: other", other="styles: {a: {colour: none}}")
    assert caught.value.where.file == "faces/other.yaml"


def test_a_font_that_is_not_installed_names_its_package(read_face):
    with pytest.raises(InputError, match="fontpkg-comic-sans"):
        read_face("styles: {a: {font: Comic Sans}}")


def test_a_face_that_extends_itself_is_refused(read_face):
    with pytest.raises(InputError, match="extends itself") as caught:
        read_face("extends: other", other="extends: mine")
    assert str(caught.value.where) == "faces/other.yaml:1:10"


def test_an_unknown_face_names_the_nearest():
    with pytest.raises(InputError) as caught:
        load_face("monstre", face_reader({}))
    assert "monster" in caught.value.hint


def test_the_face_that_is_extended_but_not_there_is_pointed_at(read_face):
    with pytest.raises(InputError) as caught:
        read_face("about: Mine.\nextends: nonesuch")
    assert (caught.value.where.line, caught.value.where.column) == (2, 10)


def test_a_game_brings_faces_of_its_own_before_those_of_the_program():
    read = face_reader({"faces/plain.yaml": b"size: [44, 44]"})
    assert load_face("plain", read).size == (44, 44)


def test_boxes_that_need_no_place_or_no_size_are_right(read_face):
    boxes = """\
- {line: [[0, 0], [9, 0]], stroke: ink}
- {line: [[0, 0], [9, 0]], at: [5, 5, 9, 0], stroke: ink}
- {shape: rect, at: [5, 5, 9, 0], stroke: ink}
- {shape: polygon, points: [[0, 0], [9, 0], [9, 9]], fill: ink}
- {group: [{shape: rect, at: [0, 0, 9, 9], fill: ink}]}
- {repeat: marks, cell: [3, 3], each: []}
- {stack: [{text: x}, {number: tech}, {space: 3}, {repeat: marks, cell: [3, 3], each: []}, {shape: rect, height: 3, fill: ink}], at: card}
"""
    assert len(read_face(f"palette: {{ink: '#000000'}}\nboxes:\n{boxes}").boxes) == 7
