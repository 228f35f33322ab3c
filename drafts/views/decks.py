"""Decks to read, print and download, and the choice of a fighter's starter."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from drafts.access.rights import decks_are_open, log_is_open, pull_list_is_open, rights_of
from drafts.access.seats import fighter_asked
from drafts.exporters.card_json import image_address
from drafts.exporters.deck_csv import write_deck_csv
from drafts.exporters.deck_lists import FORMS, deck_as_data, write_cockatrice, write_deck_list
from drafts.exporters.deck_text import write_deck_text
from drafts.exporters.lettering import lettered
from drafts.exporters.tabletop import write_tabletop
from drafts.languages import translated
from drafts.models import Event, Fighter, PackSource
from drafts.presenters.decks.pull_list import pulled_cards
from drafts.presenters.decks.sheets import DeckSheet, sheet_of, sheets_of
from drafts.queries.decks import may_fighter_choose_starter
from drafts.queries.events.stores import store_of_event, zone_of
from drafts.queries.log.aliases import names_for
from drafts.rules.cards import Card
from drafts.rules.games.base import CardGame
from drafts.rules.games.registry import CARD_GAMES
from drafts.services.decks import choose_starter, no_deck
from drafts.services.errors import ServiceError
from drafts.views.catalog.art import in_game
from drafts.views.event_access import with_event
from drafts.views.form_values import card_in, is_by_script, text_in
from drafts.views.links import absolute
from drafts.views.log.logs import download

PICTURES_OF_TABLETOP = (".png", ".jpg")
EVERYBODY = "all"
A4 = "a4"


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@with_event
def deck(request: HttpRequest, event: Event) -> HttpResponse:
    fighter, rights = fighter_asked(request, event), rights_of(request, event)
    if request.method == "POST":
        return _settle(request, event, fighter)
    sheets = _sheets_for(request, event, fighter)
    if not sheets:
        closed = {"event": event, "fighter": fighter, "rights": rights}
        return render(request, "decks/closed.html", closed, status=HTTPStatus.FORBIDDEN)
    is_own = fighter is not None and [sheet.fighter.id for sheet in sheets] == [fighter.id]
    own = sheets[0] if is_own else None
    one = sheets[0] if len(sheets) == 1 else None
    context: dict[str, object] = {
        **in_game(_game_of(event)),
        "event": event,
        "fighter": fighter,
        "sheets": sheets,
        "sheet": one,
        "day": _day_of(event),
        "store": _store_of(event),
        "own": own,
        "may_choose": own is not None and fighter is not None and may_fighter_choose_starter(fighter),
        "query": "" if own and "fighter" not in request.GET else f"?fighter={sheets[0].fighter.id}",
        "has_pdf": _has_pdf(event),
        "reads_log": log_is_open(event, rights),
        "sees_all": decks_are_open(event, rights),
    }
    if one is not None and is_by_script(request):
        return render(request, "decks/table.html", context)
    return render(request, "decks/page.html", context)


def one_deck(view: Callable[[HttpRequest, Event, DeckSheet], HttpResponse]) -> Callable[..., HttpResponse]:
    """Give the view the deck that is asked for: the reader's own, or that of `fighter` where decks are open."""

    @require_safe
    @never_cache
    @with_event
    @wraps(view)
    def found(request: HttpRequest, event: Event) -> HttpResponse:
        sheets = _sheets_for(request, event, fighter_asked(request, event))
        if len(sheets) != 1:
            raise Http404
        return view(request, event, sheets[0])

    return found


@require_safe
@never_cache
@with_event
def pull_list(request: HttpRequest, event: Event) -> HttpResponse:
    """Show officials which cards of their boxes the fighters have drafted."""
    rights = rights_of(request, event)
    draft = event.draft
    if not rights.officiates or draft.pack_source != PackSource.GENERATED or draft.procedure.cards is None:
        raise Http404
    is_open = pull_list_is_open(event, rights)
    sheets = sheets_of(event, names_for(event, rights), whole_piles=True) if is_open else []
    if not sheets:
        closed = {"event": event, "fighter": None, "rights": rights}
        return render(request, "decks/closed.html", closed, status=HTTPStatus.FORBIDDEN)
    total = sum(sheet.size for sheet in sheets)
    context = {"event": event, "cards": pulled_cards(sheets), "sheets": sheets, "total": total}
    return render(request, "decks/pull_list.html", {**context, **in_game(_game_of(event))})


@one_deck
def deck_as_text(request: HttpRequest, event: Event, sheet: DeckSheet) -> HttpResponse:
    """Return the deck as text, or in the format of another program (`as`)."""
    form = request.GET.get("as")
    if form is None:
        game = _game_of(event)
        text = write_deck_text(title=event.name, fighter=sheet.name, game=game, deck=sheet.deck, say=translated)
    elif form in FORMS:
        text = write_deck_list(sheet.deck, form)
    else:
        raise Http404
    return download(text, "text/plain; charset=utf-8", f"deck-{event.code}.txt")


@one_deck
def deck_for_cockatrice(request: HttpRequest, event: Event, sheet: DeckSheet) -> HttpResponse:
    text = write_cockatrice(sheet.deck, f"{sheet.name}, {event.name}")
    return download(text, "application/xml; charset=utf-8", f"deck-{event.code}.cod")


@one_deck
def deck_as_list(request: HttpRequest, event: Event, sheet: DeckSheet) -> HttpResponse:
    """Return the deck by zones, for programs."""
    return JsonResponse(deck_as_data(sheet.deck, has_commander=event.draft.procedure.forms[0].has_commanders))


@one_deck
def deck_as_csv(request: HttpRequest, event: Event, sheet: DeckSheet) -> HttpResponse:
    text = write_deck_csv(game=_game_of(event), deck=sheet.deck)
    return download(text, "text/csv; charset=utf-8", f"deck-{event.code}.csv")


@one_deck
def deck_as_pdf(request: HttpRequest, event: Event, sheet: DeckSheet) -> HttpResponse:
    """Return a sheet of A4, or Letter if requested, in a language for which the font has letters."""
    from drafts.exporters.deck_pdf import PAPERS, Heading, write_deck_pdf  # its drawing library loads slowly

    paper = request.GET.get("paper", A4)
    if paper not in PAPERS or not _has_pdf(event):
        raise Http404
    heading = Heading(fighter=sheet.name, event=event.name, facts=_facts_of(event, sheet))
    data = write_deck_pdf(heading=heading, game=_game_of(event), deck=sheet.deck, paper=paper, say=translated)
    return download(data, "application/pdf", f"deck-{event.code}.pdf")


@one_deck
def deck_for_tabletop(request: HttpRequest, event: Event, sheet: DeckSheet) -> HttpResponse:
    blank = absolute(request, static("img/card-blank.png"))

    def face(card: Card) -> str:
        shown = card.image.endswith(PICTURES_OF_TABLETOP)
        return absolute(request, image_address(card.image) or "") if shown else blank

    back = absolute(request, static("img/card-back.png"))
    title = f"{sheet.name}, {event.name}"
    text = write_tabletop(title=title, deck=sheet.deck, face=face, back=back, say=translated)
    return download(text, "application/json", f"deck-{event.code}.json")


def _facts_of(event: Event, sheet: DeckSheet) -> list[str]:
    """Return the day of a night in its store's time, where a fighter sits, and how many cards they have."""
    return [
        _day_of(event),
        gettext("Table %(table)s, seat %(seat)s") % {"table": sheet.table, "seat": sheet.seat + 1},
        ngettext("%(count)s card", "%(count)s cards", sheet.size) % {"count": sheet.size},
    ]


def _day_of(event: Event) -> str:
    """Return the day of a night in its store's time."""
    zone = zone_of(event.organizer) if event.organizer else None
    return date_format(localtime(event.created_at, zone), "j F Y")


def _store_of(event: Event) -> str:
    """Return the name of an event's store, "" without one."""
    store = store_of_event(event)
    return store.name if store else ""


def _settle(request: HttpRequest, event: Event, fighter: Fighter | None) -> HttpResponse:
    """Carry out a form; a script gets the message as JSON."""
    done, said = True, gettext("Saved.")
    try:
        if fighter is None:
            raise ServiceError(no_deck())
        is_taken_back = "starter" in request.POST and not text_in(request.POST, "starter")
        choose_starter(fighter=fighter, card=None if is_taken_back else card_in(request.POST, "starter"))
    except ServiceError as fault:
        done, said = False, fault.message
    if is_by_script(request):
        return JsonResponse({"done": done, "said": said})
    messages.add_message(request, messages.SUCCESS if done else messages.ERROR, said)
    return redirect(request.get_full_path())


def _sheets_for(request: HttpRequest, event: Event, fighter: Fighter | None) -> list[DeckSheet]:
    """Return the requested decks that the reader may see; by default the own one, or else all."""
    asked = request.GET.get("fighter", "")
    own = sheet_of(fighter) if fighter else None
    if own is not None and asked in ("", str(own.fighter.id)):
        return [own]
    rights = rights_of(request, event)
    if not decks_are_open(event, rights) or not (asked or rights.organizes):
        return []
    sheets = sheets_of(event, names_for(event, rights))
    return sheets if asked in ("", EVERYBODY) else [sheet for sheet in sheets if str(sheet.fighter.id) == asked]


def _has_pdf(event: Event) -> bool:
    return lettered(translated(_game_of(event).words["deck"])) is not None


def _game_of(event: Event) -> CardGame:
    """Return the game of the decks, also where fighters bring their own."""
    return CARD_GAMES[event.draft.procedure.game.slug]
