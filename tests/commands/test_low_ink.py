"""Cards are printed with little ink wherever they are drawn."""

import pypdfium2
import pytest
from PIL import Image, ImageStat

ALL = ("--select", "id:krol-chief", "--game", "data-monsters")


def paleness(picture):
    """Mean brightness of a picture, from 0 for black to 255 for white."""
    return ImageStat.Stat(picture.convert("L")).mean[0]


@pytest.mark.parametrize("more", [(), ("--target", "dtc-poker"), ("--with", "fr")])
def test_a_pdf_takes_less_ink(deckwright, tmp_path, more):
    for name, ink in (("full", ()), ("low", ("--low-ink",))):
        ran = deckwright("export", "pdf", *ALL, "-o", f"{name}.pdf", "--json", *more, *ink)
        assert (ran.code, ran.json["findings"]) == (0, [])
    full, low = (pypdfium2.PdfDocument((tmp_path / f"{name}.pdf").read_bytes()) for name in ("full", "low"))
    assert len(full) == len(low)
    for one, two in zip(full, low, strict=True):
        assert one.get_textpage().get_text_bounded() == two.get_textpage().get_text_bounded()
        assert paleness(one.render().to_pil()) < paleness(two.render().to_pil()) - 2


def test_pictures_take_less_ink(deckwright, tmp_path):
    deckwright("export", "png", *ALL, "-o", "full")
    deckwright("export", "png", *ALL, "-o", "low", "--low-ink")
    names = sorted(path.name for path in (tmp_path / "full").glob("*.png"))
    assert len(names) == 2
    for name in names:
        full, low = (Image.open(tmp_path / folder / name) for folder in ("full", "low"))
        assert full.size == low.size
        assert paleness(low) > 210 > paleness(full) + 40


def test_the_proof_page_shows_cards_and_backs_so_too(deckwright, tmp_path):
    for name, ink in (("full", ()), ("low", ("--low-ink",))):
        deckwright("export", "html", *ALL, "-o", f"{name}.html", *ink)
    full, low = ((tmp_path / f"{name}.html").read_text(encoding="utf-8") for name in ("full", "low"))
    ground_of_the_back = 'fill="#1c7148"'
    assert ground_of_the_back in full
    assert ground_of_the_back not in low
    assert low.count('fill="#ffffff"') > full.count('fill="#ffffff"')


def test_what_is_printed_with_less_ink_looks_different(deckwright):
    """What lies on the table is what --changed compares with."""
    arguments = ("export", "pdf", *ALL, "-o", "cards.pdf", "--json", "--changed")
    assert [deckwright(*arguments, *ink).json["cards"] for ink in ((), ("--low-ink",), ("--low-ink",))] == [
        1,
        1,
        0,
    ]
