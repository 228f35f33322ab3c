"""Previews of links to a log or one of its steps: text, and the cards of the picture. No fighter is named."""

from collections.abc import Mapping
from typing import NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.http import urlencode
from django.utils.translation import gettext, ngettext

from drafts.drawings.games.registry import FACES
from drafts.drawings.picture import draw_card
from drafts.exporters.preview import PreviewCard
from drafts.languages import translated
from drafts.log.event_log import EventLog, TableRecord
from drafts.log.replay_json import packs_of, picks_of, verified_rounds
from drafts.log.step_address import StepAddress, read_step
from drafts.models import Event
from drafts.presenters.log.replays import after_words
from drafts.rules.cards import Card, CardId
from drafts.rules.draft.passes import TablePass, passes_of


class Preview(NamedTuple):
    """The preview of a link. `title` is the step of the draft that it leads to, "" for the beginning.

    `whose` says from which seat the step is seen, or which seat's pack it is about.
    """

    title: str
    whose: str
    words: list[str]
    cards: list[PreviewCard]


def step_asked(request: HttpRequest) -> StepAddress | None:
    """Return the step that a link leads to; None without one, or for a malformed one."""
    return read_step(request.GET.get("step", ""))


def preview_of(record: EventLog, step: StepAddress | None) -> Preview:
    """Return the preview of a link to a log; a step that does not exist is left out."""
    table = record.table(step.table) if step else None
    if step is None or table is None:
        return Preview("", "", words_of(record), cards_taken_first(record))
    if step.round is None:
        return Preview(after_words(step), "", words_of(record), cards_taken_first(record))
    shown = next((each for each in _passes(record, table) if (each.round, each.pass_number) == step[1:3]), None)
    if shown is None:
        return Preview("", "", words_of(record), cards_taken_first(record))
    title = translated(record.event.procedure.game.words["moment"].filled(**_moment(shown)))
    whose, cards = _whose(step, len(table.seats)), _cards(record, table, shown, step)
    return Preview(title[:1].upper() + title[1:], whose, words_of(record), cards)


def lines_of(preview: Preview) -> list[str]:
    """Return the text of the picture below the name."""
    if not preview.title:
        return preview.words
    return [" · ".join(filter(None, [preview.title, preview.whose])), " · ".join(preview.words)]


def tags_of(request: HttpRequest, event: Event, record: EventLog, step: StepAddress | None) -> dict[str, str]:
    """Return the page's Open Graph values: whole addresses, a title and a description."""
    preview = preview_of(record, step)
    query = f"?{urlencode({'step': request.GET['step']})}" if preview.title else ""
    here, picture = (reverse(name, args=[event.code]) + query for name in ("log", "log-preview"))
    return {
        "title": preview.title,
        "address": request.build_absolute_uri(here),
        "picture": request.build_absolute_uri(picture),
        "words": " · ".join(filter(None, [preview.whose, *preview.words])),
    }


def words_of(record: EventLog) -> list[str]:
    """Return the description of a log in its preview: how many drafted, and when."""
    fighters = sum(len(table.seats) for table in record.tables)
    said = ngettext("A draft of %(count)s fighter", "A draft of %(count)s fighters", fighters)
    if record.event.procedure.keeps:
        said = ngettext("Sealed, %(count)s fighter", "Sealed, %(count)s fighters", fighters)
    words = [said % {"count": fighters}]
    return [*words, date_format(record.event.started, "j F Y")] if record.event.started else words


def cards_taken_first(record: EventLog) -> list[PreviewCard]:
    """Return a card that each seat of the first table took in the first pass, not a featured one if possible."""
    format_ = record.event.procedure
    cards = _printed(record.tables[0]) if record.tables else {}
    first = [pick for table in record.tables[:1] for pick in table.picks if (pick.round, pick.pass_number) == (1, 1)]
    taken = {pick.seat: cards[pick.card] for pick in first}
    plain = {pick.seat: card for pick in first if format_.featured not in (card := cards[pick.card]).traits}
    return [_drawn(record, card) for _, card in sorted((taken | plain).items())]


def _moment(shown: TablePass) -> dict[str, int]:
    return {"round": shown.round, "pass": shown.pass_number}


def _whose(step: StepAddress, seats: int) -> str:
    if step.seat is not None and step.seat < seats:
        return gettext("As seat %(number)s saw it") % {"number": step.seat + 1}
    if step.opener is not None and step.opener < seats:
        return gettext("The pack that seat %(number)s opened") % {"number": step.opener + 1}
    return ""


def _passes(record: EventLog, table: TableRecord) -> tuple[TablePass, ...]:
    format_ = record.event.procedure
    return passes_of(format_, packs_of(table), picks_of(table.picks), verified_rounds=verified_rounds(table))


def _cards(record: EventLog, table: TableRecord, shown: TablePass, step: StepAddress) -> list[PreviewCard]:
    """Return the cards taken from one hand, followed by those left in it, or else the cards that all seats took."""
    hands = [turn for turn in shown.turns if turn.seat == step.seat or turn.opened_by == step.opener] or shown.turns
    cards = _printed(table)
    taken = [card for turn in hands for card in turn.taken]
    left = [held.id for turn in hands for held in turn.hand if held.id not in taken] if len(hands) == 1 else []
    marked = [_drawn(record, cards[card], is_taken=len(hands) == 1) for card in taken]
    return [*marked, *(_drawn(record, cards[card]) for card in left)]


def _printed(table: TableRecord) -> Mapping[CardId, Card]:
    return {held.id: held.card for pack in table.packs for held in pack.cards}


def _drawn(record: EventLog, card: Card, *, is_taken: bool = False) -> PreviewCard:
    face = FACES[record.event.procedure.game.slug]
    return PreviewCard(card.name, draw_card(face.subject_of(face.facts_of(card))), is_taken)
