import pytest
from django.apps import apps

from drafts.models import CardSet, Event, PackSource
from drafts.services.errors import ServiceError
from drafts.services.events.deletion import delete_event
from drafts.services.events.lifecycle import stop_event
from tests.factories import drafted_event, fighting_event, make_event

pytestmark = pytest.mark.django_db
KEPT = {"CardSet", "Card", "CardImage", "PackRecipe", "PackLayout", "PackSlot", "SlotWeight", "VanguardFacts"}
KEPT |= {"MagicFacts", "Process", "Attempt"}


def rows():
    found = {model.__name__: model.objects.count() for model in apps.get_app_config("drafts").get_models()}
    return {name: count for name, count in found.items() if count and name not in KEPT}


def test_everything_of_an_event_goes_and_nothing_of_another(organizer, sample_sets):
    other = drafted_event(organizer, "Misaki", "Ren")
    before = rows()
    event = fighting_event(organizer, "Aichi", "Kamui")
    cards = CardSet.objects.get(code="SMP01").cards.count()
    delete_event(event=event)
    assert (rows(), CardSet.objects.get(code="SMP01").cards.count()) == (before, cards)
    assert list(Event.objects.all()) == [other]


@pytest.mark.parametrize("packs", [PackSource.GENERATED, PackSource.PAPER])
def test_an_event_that_is_drafted_is_stopped_first(organizer, sample_sets, packs):
    event = make_event(organizer, "Aichi", "Kamui", started=True, packs=packs)
    with pytest.raises(ServiceError):
        delete_event(event=event)
    stop_event(event=event)
    delete_event(event=event)
    assert Event.objects.count() == 0
