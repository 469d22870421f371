import pytest

from deckwright.errors import InputError
from deckwright.press.targets.target import OnSheet, Pages, Pictures, load_target, target_names


def test_the_targets_of_the_contract_are_there():
    wanted = {"tgc-poker", "mpc-poker", "dtc-poker", "tts", "home-a4", "home-letter", "single", "contact"}
    assert set(target_names()) == wanted


@pytest.mark.parametrize("name", target_names())
def test_every_target_is_read(name):
    assert load_target(name).name == name


@pytest.mark.parametrize(
    ("name", "size", "bleed"), [("tgc-poker", (825, 1125), 37.5), ("mpc-poker", (822, 1122), 36)]
)
def test_print_shops_get_pictures_of_their_size(name, size, bleed):
    made = load_target(name).makes
    assert made == Pictures(300, size, bleed, safe=bleed)
    assert (size[0] - 2 * bleed, size[1] - 2 * bleed) == (750, 1050)


def test_a_press_gets_pages_of_its_standard():
    made = load_target("dtc-poker").makes
    assert isinstance(made, Pages)
    assert (made.card, made.bleed, made.backs) == ((63.5, 88.9), 3.175, "before")
    assert (made.press.standard, made.press.condition, made.press.ink) == (
        "PDF/X-1a:2003",
        "CGATS TR 001",
        240,
    )


@pytest.mark.parametrize("sheet", ["a4", "letter"])
def test_home_printers_get_sheets(sheet):
    assert load_target(f"home-{sheet}").makes == OnSheet(sheet)


def test_a_file_of_the_users_is_a_target(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text("about: Mine.\npictures: {size: [900, 1500], dpi: 300, bleed: 36}\n")
    assert load_target(str(file)).makes == Pictures(300, (900, 1500), 36)


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("about: Mine.\n", 1, "pictures"),
        ("about: Mine.\npicture: {}\n", 2, "pictures"),
        ("about: Mine.\npictures: {size: [900, 1500], dpi: 9, bleed: 36}\n", 2, "30"),
        ("about: Mine.\nsheet: a4\npages: {bleed: 3}\n", 2, "together"),
    ],
)
def test_a_wrong_file_is_an_error_at_its_line(tmp_path, text, line, said):
    file = tmp_path / "mine.yaml"
    file.write_text(text)
    with pytest.raises(InputError) as caught:
        load_target(str(file))
    found = {(one.where.line, one.message) for one in caught.value.findings}
    found.add((caught.value.where.line, caught.value.message))
    assert any(at == line and said in message for at, message in found)


def test_an_unknown_target_names_the_nearest():
    with pytest.raises(InputError) as caught:
        load_target("tgc")
    assert "tgc-poker" in caught.value.hint
