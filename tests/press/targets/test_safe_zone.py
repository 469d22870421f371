"""What print shops call safe: what stands outside of it is found before it is sent to them."""

import io

import pypdfium2
import pytest

from deckwright.press.targets.pages import CardPage, checked_context, print_pages
from deckwright.press.targets.pictures import print_pictures
from deckwright.press.targets.target import PageOutput, PictureOutput, load_target

POINT = 25.4 / 72
SHOPS = {name: load_target(name).makes for name in ("tgc-poker", "mpc-poker", "dtc-poker")}
FACE = 'palette: {ink: "#000000"}\nboxes: [{text: "{name}", at: [%s, 20, 40, 10], style: {fit: fixed}}]'


def test_the_safe_zones_are_those_that_the_shops_publish():
    """675 × 975 of 825 × 1125 pixels; 678 × 978 of 822 × 1122; 1/8 in within the cut."""
    for name, safe in (("tgc-poker", (675, 975)), ("mpc-poker", (678, 978))):
        made = SHOPS[name]
        assert tuple(side - 2 * (made.bleed + made.safe) for side in made.size) == safe
    assert SHOPS["dtc-poker"].safe == pytest.approx(25.4 / 8)


@pytest.mark.parametrize("left", [1.5, 2.5, 4, 5])
@pytest.mark.parametrize("safe", [None, 2, 4.5])
def test_what_is_found_is_as_near_to_the_cut_as_it_stands_on_the_page(own_job, card, read_face, left, safe):
    """Measured on the page: the left edge of the letters, from the cut, on a card that is drawn larger."""
    job = own_job(card(name="HHHH"), face=read_face(FACE % left))
    out = io.BytesIO()
    printed = print_pages(job, PageOutput(bleed=3, card=(64, 90), safe=safe), "shop", out)
    page = pypdfium2.PdfDocument(out.getvalue())[0].get_textpage()
    place = page.get_text_range().index("HHHH")
    near = page.get_charbox(place, loose=True)[0] * POINT - 3
    margin = 3 if safe is None else safe
    found = [(one.found, one.limit) for one in printed.findings if one.rule == "safe-zone"]
    assert found == ([(pytest.approx(near, abs=0.06), margin)] if near < margin - 0.2 else [])


def test_pictures_have_the_safe_zone_of_their_target_too(own_job, card, read_face, tmp_path):
    job = own_job(card(name="HHHH"), face=read_face(FACE % 4))
    for safe, rules in ((37.5, []), (60, ["safe-zone"]), (None, [])):
        made = PictureOutput(300, (825, 1125), 37.5, safe)
        _, printed = print_pictures(job, made, tmp_path)
        assert [one.rule for one in printed.findings if one.rule == "safe-zone"] == rules


@pytest.mark.parametrize("game", ["data-monsters", "dataset"])
@pytest.mark.parametrize("language", ["en", "it", "fr"])
def test_the_packaged_cards_are_safe_at_every_shop(shop_job, game, language):
    job = shop_job(game, language=language)
    for made in SHOPS.values():
        mm = 1 if isinstance(made, PageOutput) else 25.4 / made.dpi
        page = CardPage(63.5 + 2 * made.bleed * mm, 88.9 + 2 * made.bleed * mm, made.bleed * mm)
        context = checked_context(job, lambda face, page=page, safe=made.safe * mm: page.zone(face, safe))
        assert list(context.findings) == []
