"""Pictures on their way: loaded by an organizer, also through the proxy, and told to those who hold the cards."""

import random

from tests.clients.device import Device
from tests.pictures import chunk, png, stored, zipped
from tests.server import ROOT

MIB = 1024 * 1024
CARDS = (ROOT / "drafts/data/SMP02.csv").read_bytes().replace(b"SMP02", b"OWN02")


def test_a_fighter_who_holds_a_card_is_told_its_text_and_a_picture_that_anybody_may_fetch(night, organizer):
    heavy = chunk(b"zzZz", random.Random(1).randbytes(int(1.5 * MIB)))
    images = {f"OWN02-{n:03}.png": png(colour=(n, n, n), more=heavy if n < 5 else b"") for n in range(1, 41)}
    archive = zipped(images | {"OWN02-L01.png": png(), "OWN02-L02.png": png()})
    assert len(archive) > 5 * MIB
    organizer.get("/sets/upload/")
    assert organizer.send_files("/sets/upload/", cards=CARDS, images=archive).location == "/sets/OWN02/"
    phone = night(2, card_set="OWN02").phones[0]
    for card in phone.state["you"]["pack"]:
        assert card["text"] in CARDS.decode()
        shown = images.get(f"{card['number'].replace('/', '-')}.png", png())
        assert Device(organizer.url).get_bytes(card["image"]) == ("image/png", stored(shown).data)
