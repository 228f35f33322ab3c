"""Building a deck by forms, and checking a registered one as an official (M14-M20)."""

from collections import Counter
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from drafts.access.rights import event_of, official_of, rights_of
from drafts.access.seats import fighter_asked
from drafts.importers.decks.lists import LONGEST_LIST, listed_cards, read_deck_file
from drafts.importers.faults import BadFile
from drafts.languages import translated
from drafts.models import Event, Fighter
from drafts.presenters.building import build_page, checked_deck, match_page
from drafts.protocol.answers import words_of_refusal
from drafts.rules.building import COMMAND, MOST_OF_A_LAND, BuiltDeck, lands_of, suggested
from drafts.rules.cards import CardId
from drafts.rules.chance import Chance
from drafts.rules.errors import DeckLocked, NotInOwnPool, Refusal
from drafts.rules.ids import FighterId
from drafts.rules.night.building import DeckMove, RegisterMove
from drafts.services.building import build as build_deck
from drafts.services.building import check_deck
from drafts.services.errors import ServiceError, TooLate
from drafts.services.events.staff import note_use
from drafts.services.fights.changes import change_match_deck
from drafts.store.building import LiveBuilding
from drafts.views.catalog.art import in_game
from drafts.views.event_access import with_event
from drafts.views.form_values import card_in, cards_in, fighter_in, is_by_script, number_in, number_of, text_in

LONGEST_DECK = 5_000  # characters of a form
LONGEST_FILE = 100_000  # bytes of a list
STEPS_WITHOUT_CARD = ("land", "suggest", "build")

Step = Callable[[LiveBuilding], DeckMove | RegisterMove]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@with_event
def build(request: HttpRequest, event: Event) -> HttpResponse:
    fighter = fighter_asked(request, event)
    if fighter is None:
        return _closed(request, event)
    if request.method == "POST":
        return _answer(request, event, fighter)
    page = match_page(fighter) if "fight" in request.GET else build_page(fighter)
    if page is None:
        return _closed(request, event)
    context = {"event": event, "fighter": fighter, "page": page, **in_game(event.draft.procedure.game)}
    return render(request, "building/list.html" if page.listed is not None else "building/page.html", context)


@require_POST
@never_cache
def check(request: HttpRequest, code: str) -> HttpResponse:
    """Show an official the registered deck of a fighter, who is notified."""
    event = event_of(code)
    by = official_of(request, event)
    back = reverse("host" if by.staff is None else "judge", args=[event.code])
    if by.staff is not None:
        note_use(link_id=by.staff)
    try:
        fighter = check_deck(event=event, fighter_id=fighter_in(request.POST), by=by)
    except TooLate as fault:
        context = {"event": event, "said": fault.message, "back": back}
        return render(request, "building/none_yet.html", context, status=HTTPStatus.CONFLICT)
    except ServiceError as fault:
        messages.error(request, fault.message)
        return redirect(back)
    context = {"event": event, "deck": checked_deck(fighter), "back": back, **in_game(event.draft.procedure.game)}
    return render(request, "building/check.html", context)


def _answer(request: HttpRequest, event: Event, fighter: Fighter) -> HttpResponse:
    """Carry out a form, and redirect to the page, with a message if it was refused."""
    said = ""
    try:
        step = _step_in(request.POST, request.FILES, FighterId(fighter.id))
        fight = number_in(request.POST, "fight")
        if fight is None:
            build_deck(fighter=fighter, step=step)
        else:
            change_match_deck(fighter=fighter, fight=fight, step=_deck_step(step))
    except ServiceError as fault:
        said = fault.message
    except Refusal as refusal:
        said = words_of_refusal(refusal)
    if is_by_script(request):
        return JsonResponse({"done": not said, "said": said})
    if said:
        messages.error(request, said)
    return redirect(request.get_full_path())


def _deck_step(step: Step) -> Callable[[LiveBuilding], DeckMove]:
    """Return a step that refuses to register, since decks between games are not registered."""

    def changed(live: LiveBuilding) -> DeckMove:
        move = step(live)
        if isinstance(move, RegisterMove):
            raise DeckLocked
        return move

    return changed


def _step_in(post: QueryDict, files: "MultiValueDict[str, UploadedFile[Any]]", fighter: FighterId) -> Step:
    """Return the step of a form: a change of the shown deck, or another whole deck.

    Raises ServiceError, and BadList for a list with bad lines.
    """
    seen = number_in(post, "seen")
    if seen is None:
        raise ServiceError(gettext("Load the page again: it does not say which version of the deck it shows."))
    if "register" in post:
        return lambda live: RegisterMove(seen=seen)
    if "list" in post:
        listed = listed_cards(_list_in(post, files))
        return lambda live: DeckMove(deck=BuiltDeck(listed=listed), seen=seen)
    if "main" in post:
        whole = _whole_in(post)
        return lambda live: DeckMove(deck=whole(live), seen=seen)
    card, land, by = _card_in(post), text_in(post, "land"), _by_in(post)

    def step(live: LiveBuilding) -> DeckMove:
        if live.building.builder.lists is not None and "land" not in post:
            raise NotInOwnPool
        before = live.building.works.get(fighter)
        deck = BuiltDeck() if before is None else before.deck
        if "build" in post and before is not None:
            return DeckMove(deck=_one_built(live, fighter), seen=seen)
        if "suggest" in post and before is not None:
            pool = live.building.pools[fighter]
            return DeckMove(deck=deck._replace(basics=suggested(deck, pool, live.building.builder)), seen=seen)
        if "land" in post:
            return DeckMove(deck=deck._replace(basics=_with_land(live, deck, land, by)), seen=seen)
        if "add" in post and "remove" in post:
            deck = _moved(live, fighter, deck, CardId(number_in(post, "remove") or 0), adds=False)
        return DeckMove(deck=_moved(live, fighter, deck, card, adds="add" in post), seen=seen)

    return step


def _list_in(post: QueryDict, files: "MultiValueDict[str, UploadedFile[Any]]") -> str:
    """Return the list of a form: its file, if there is one, else its text."""
    file = files.get("file")
    if file is None:
        return text_in(post, "list", longest=LONGEST_LIST)
    if (file.size or 0) > LONGEST_FILE:
        words = gettext("The file is larger than a list of a deck: %(most)s kB at most.")
        raise ServiceError(words % {"most": LONGEST_FILE // 1000})
    try:
        return read_deck_file(file.read())
    except BadFile as bad:
        raise ServiceError("; ".join(translated(fault.words) for fault in bad.faults)) from bad


def _one_built(live: LiveBuilding, fighter: FighterId) -> BuiltDeck:
    """Return the deck that a bot would build from the pool, always the same: it does not depend on the seed."""
    return live.building.builder.bot(tuple(live.building.pools[fighter].values()), Chance("", "bot-deck", fighter))


def _moved(live: LiveBuilding, fighter: FighterId, deck: BuiltDeck, card: CardId, *, adds: bool) -> BuiltDeck:
    """Return a deck with a card added to its zone, or removed."""
    without = deck._replace(
        main=tuple(one for one in deck.main if one != card), command=tuple(one for one in deck.command if one != card)
    )
    if not adds:
        return without
    held = live.building.pools.get(fighter, {}).get(card)
    if held is not None and live.building.builder.zone_of(held.card) == COMMAND:
        return without._replace(command=(*without.command, card))
    return without._replace(main=(*without.main, card))


def _with_land(live: LiveBuilding, deck: BuiltDeck, land: str, by: int) -> tuple[tuple[str, int], ...]:
    counts = Counter(dict(deck.basics))
    counts[land] += by
    if land not in live.building.builder.lands:
        return (*deck.basics, (land, 1))  # which is refused
    return _counted_lands(live, counts)


def _counted_lands(live: LiveBuilding, counts: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """Return the free lands of a deck by their numbers. Raises ServiceError for less or more than there can be."""
    if not all(0 <= count <= MOST_OF_A_LAND for count in counts.values()):
        raise ServiceError(gettext("From 0 to %(most)s of each land.") % {"most": MOST_OF_A_LAND})
    return lands_of(counts, live.building.builder)


def _whole_in(post: QueryDict) -> Callable[[LiveBuilding], BuiltDeck]:
    main, command = (cards_in(post, name, longest=LONGEST_DECK) for name in ("main", "command"))

    def whole(live: LiveBuilding) -> BuiltDeck:
        counts = {name: number_in(post, name) or 0 for name in live.building.builder.lands}
        return BuiltDeck(main, command, _counted_lands(live, counts))

    return whole


def _card_in(post: QueryDict) -> CardId:
    """Return the card that is added or removed, 0 for a step without one. Raises ServiceError for no step at all."""
    if "add" in post or not any(name in post for name in ("remove", *STEPS_WITHOUT_CARD)):
        return card_in(post, "add")
    return card_in(post, "remove") if "remove" in post else CardId(0)


def _by_in(post: QueryDict) -> int:
    text = text_in(post, "by") or "1"
    sign, digits = (-1, text[1:]) if text[0] == "-" else (1, text.removeprefix("+"))
    return sign * number_of(digits, "by")


def _closed(request: HttpRequest, event: Event) -> HttpResponse:
    context = {"event": event, "fighter": fighter_asked(request, event), "rights": rights_of(request, event)}
    return render(request, "building/closed.html", context, status=HTTPStatus.FORBIDDEN)
