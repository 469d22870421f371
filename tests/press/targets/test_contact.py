import io

import pypdfium2
import pytest

from deckwright.errors import InputError
from deckwright.press.targets.contact import layout_of, print_contact
from deckwright.press.targets.target import load_target

CONTACT = load_target("contact").makes


def test_every_card_is_there_once_with_its_id_and_copies(shop_job):
    job = shop_job("data-monsters", copies=2)
    out = io.BytesIO()
    done = print_contact(job, CONTACT, "contact", out)
    document = pypdfium2.PdfDocument(out.getvalue())
    assert (done.findings, done.cards, done.pages) == ([], 2 * len(job.cards), len(document))
    text = "".join("".join(page.get_textpage().get_text_bounded().split()) for page in document)
    for card, _ in job.cards:
        assert f"{card.id}×2" in text.replace("\ufffe", "").replace("\x02", "")


def test_cards_and_their_ids_stand_on_the_paper(shop_job):
    layout = layout_of(shop_job("dataset"), CONTACT)
    places = list(layout.places())
    assert len(places) == layout.cards >= 35
    right, below = places[-1][0] + layout.cell[0], places[-1][1] + layout.cell[1] + layout.caption
    assert right <= 210 - CONTACT.margin + 1e-6
    assert below <= 297 - CONTACT.margin + 1e-6


def test_more_cards_than_the_paper_has_room_for_are_an_error(shop_job):
    with pytest.raises(InputError, match="too small for 50 columns"):
        layout_of(shop_job("dataset"), CONTACT._replace(columns=50))
