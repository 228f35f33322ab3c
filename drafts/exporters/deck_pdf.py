"""A deck as a sheet of paper, in PDF: its cards with a box to tick for each, and what they add up to."""

from collections.abc import Sequence
from io import BytesIO
from typing import Any, NamedTuple

from reportlab.graphics.shapes import Drawing, Rect, String
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import HRFlowable, KeepTogether, Paragraph, SimpleDocTemplate, Spacer, Table
from reportlab.platypus.doctemplate import BaseDocTemplate

from drafts.exporters.lettering import Weight, lettered, usable
from drafts.rules.cards import CardInPack
from drafts.rules.decks import Cards, Deck, DeckGroup, DeckSource, Tally, alike
from drafts.rules.games.base import CardGame
from drafts.rules.wording import Say, gettext_noop

PAPERS = {"a4": A4, "letter": LETTER}
GREY = "#5a6180"
INK, QUIET, LINE = HexColor("#161b33"), HexColor(GREY), HexColor("#c5cadd")
MARGIN = 34
PADDING = 6
LEFT_OUT = gettext_noop(
    "Names in letters that this file cannot show are left out. The page of the deck prints them all."
)

SIGNED_BY = (gettext_noop("Signature of the fighter"), gettext_noop("Checked by"))

_CHART = (168, 76)
_COLUMNS = (48, 26, None, 150)
_BOXES_IN_A_ROW = 4
_MOST_BOXES = 8
_BOX, _BOX_STEP = 8, 11


class Heading(NamedTuple):
    """The text above the cards, in the language of the reader: names, and facts about the event and the deck."""

    fighter: str
    event: str
    facts: Sequence[str]


def write_deck_pdf(*, heading: Heading, game: CardGame, deck: Deck, paper: str = "a4", say: Say = str) -> bytes:
    """Return the deck in its groups, one line for each different card; a long one goes on on a second page.

    `paper` is one of `PAPERS`. A deck that was built or listed has lines to sign on below, for its fighter and for the
    judge who checks it (M20). A name that cannot be set is left out, with a line to write it on where it is the
    fighter's, and a sentence that says so.
    """
    sheet = _Sheet(game, say, PAPERS[paper][0] - 2 * (MARGIN + PADDING))
    story = [*sheet.head(heading, deck), *(part for group in deck.listed for part in sheet.group(group, deck))]
    if deck.source is not DeckSource.PILE:
        story.append(sheet.signed())
    if sheet.has_left_out:
        story += [Spacer(0, 10), sheet.words(say(LEFT_OUT), _SMALL)]
    out = BytesIO()
    document = SimpleDocTemplate(
        out,
        pagesize=PAPERS[paper],
        **dict.fromkeys(("leftMargin", "rightMargin", "topMargin", "bottomMargin"), MARGIN),
        title=f"{heading.fighter}, {heading.event}",
        author="Pass Left",
    )
    document.build(story, onLaterPages=_foot)
    return out.getvalue()


class _Sheet:
    """Makes the parts of a sheet, and knows whether a name was left out."""

    def __init__(self, game: CardGame, say: Say, width: float) -> None:
        self.game = game
        self.say = say
        self.width = width
        self.has_left_out = False

    def head(self, heading: Heading, deck: Deck) -> list[Any]:
        """Return the head of a deck: its fighter, the night, what is in it, and its curve."""
        curve, *tallies = deck.tallies
        words = [
            *self.fighter(heading.fighter),
            self.words(heading.event, _EVENT, Weight.BOLD),
            self.words(" · ".join(heading.facts), _SMALL),
            Spacer(0, 5),
            *(self.tally(tally) for tally in tallies if any(count for _, count in tally.counts)),
            *([self.starter(deck.starter, deck.starter_note)] if deck.starter else []),
            *(self.words(f"! {self.say(words)}", _PLAIN) for words in deck.warnings),
        ]
        width = _CHART[0] + 16
        beside = [[words, [self.words(self.say(curve.label), _SMALL), _columns(curve)]]]
        return [Table(beside, (self.width - width, width), style=[("VALIGN", (0, 0), (-1, -1), "TOP"), *_BARE])]

    def fighter(self, name: str) -> list[Any]:
        """Return the name of the fighter, or a line to write it on."""
        shown = self.words(name, _TITLE, Weight.EXTRA_BOLD)
        return [shown] if lettered(name) else _line_to_write_on()

    def tally(self, tally: Tally) -> Any:
        """Return a count of the cards as a line."""
        counts = " · ".join(f"{self.say(name)} {count}" for name, count in tally.counts if count)
        return self.words(f"{self.say(tally.label)}: {counts}", _PLAIN)

    def starter(self, starter: CardInPack, note: str) -> Any:
        """Return the card to begin with as a line, with what is said of it."""
        first = self.say(self.game.words["starter"].filled(name=starter.card.name))
        return self.words(" ".join(filter(None, (first, note and self.say(note)))), _PLAIN)

    def group(self, group: DeckGroup, deck: Deck) -> list[Any]:
        """Return a heading and the cards below it, each different one once."""
        title = self.words(f"{self.say(group.name)} · {len(group.cards)}", _GROUP, Weight.BOLD)
        rows = [self._row(cards, deck) for cards in alike(group.cards)]
        fixed = sum(width for width in _COLUMNS if width)
        widths = [self.width - fixed if width is None else width for width in _COLUMNS]
        rule = HRFlowable(width="100%", thickness=0.6, color=LINE, spaceBefore=1, spaceAfter=2)
        return [title, rule, Table(rows, widths, style=[("VALIGN", (0, 0), (-1, -1), "TOP"), *_TIGHT])]

    def signed(self) -> Any:
        """Return lines to sign on, side by side."""
        lines = [[Spacer(0, 34), HRFlowable(width="92%", thickness=0.8, color=INK, hAlign="LEFT")] for _ in SIGNED_BY]
        names = [self.words(self.say(name), _SMALL) for name in SIGNED_BY]
        return KeepTogether(Table([lines, names], [self.width / len(SIGNED_BY)] * len(SIGNED_BY), style=_BARE))

    def _row(self, cards: Cards, deck: Deck) -> list[Any]:
        card, count = cards[0].card, len(cards)
        note = self.say(self.game.line_note(card))
        name = self._name(card.name, deck.starter in cards)
        more = lettered(f" · {note}") if note else ""
        facts = f"{card.number} · {card.rarity}" if card.number and card.rarity else card.number
        return [
            _boxes(count),
            self.words(f"{count}×", _PLAIN, Weight.BOLD),
            Paragraph(f'{name}<font color="{GREY}">{more or ""}</font>', _PLAIN),
            self.words(facts, _NUMBER),
        ]

    def _name(self, name: str, starts: bool) -> str:
        markup = lettered(name, Weight.BOLD if starts else Weight.REGULAR)
        self.has_left_out |= markup is None
        return markup or "–"

    def words(self, text: str, style: ParagraphStyle, weight: Weight = Weight.REGULAR) -> Any:
        """Return a text as a paragraph, which is empty where it cannot be set."""
        markup = lettered(text, weight)
        self.has_left_out |= bool(text) and markup is None
        return Paragraph(markup or "", style)


def _style(name: str, size: float, **more: Any) -> ParagraphStyle:
    return ParagraphStyle(
        name, **{"fontName": usable(Weight.REGULAR), "fontSize": size, "leading": size * 1.35, "textColor": INK, **more}
    )


_TITLE = _style("title", 21, leading=27)
_EVENT = _style("event", 11.5)
_SMALL = _style("small", 8.5, textColor=QUIET)
_PLAIN = _style("plain", 9.5, leading=13)
_NUMBER = _style("number", 8.5, leading=13, textColor=QUIET, alignment=2)
_GROUP = _style("group", 11, spaceBefore=9, keepWithNext=1)
_BARE = [(f"{side}PADDING", (0, 0), (-1, -1), 0) for side in ("LEFT", "RIGHT", "TOP", "BOTTOM")]
_TIGHT = [*_BARE[:2], ("TOPPADDING", (0, 0), (-1, -1), 0.4), ("BOTTOMPADDING", (0, 0), (-1, -1), 0.6)]


def _boxes(count: int) -> Drawing:
    """Return a box to tick for each card, in rows; one for all where there are very many, as of basic lands."""
    count = count if count <= _MOST_BOXES else 1
    rows = -(-count // _BOXES_IN_A_ROW)
    drawing = Drawing(_BOX_STEP * _BOXES_IN_A_ROW, _BOX_STEP * rows + 1)
    for place in range(count):
        row, column = divmod(place, _BOXES_IN_A_ROW)
        box = Rect(column * _BOX_STEP + 0.5, _BOX_STEP * (rows - 1 - row) + 1, _BOX, _BOX, rx=1.5, ry=1.5)
        box.fillColor, box.strokeColor, box.strokeWidth = None, INK, 0.7
        drawing.add(box)
    return drawing


def _columns(tally: Tally) -> Drawing:
    """Return a tally as columns, each with its count above and its name below."""
    (width, height), space = _CHART, 13
    drawing = Drawing(width, height)
    most = max((count for _, count in tally.counts), default=0) or 1
    step = width / max(len(tally.counts), 4)
    for place, (name, count) in enumerate(tally.counts):
        tall = (height - 2 * space) * count / most
        left, middle = place * step + step * 0.15, place * step + step / 2
        drawing.add(Rect(left, space, step * 0.7, max(tall, 0.7), fillColor=INK, strokeColor=None))
        for words, height_of, weight in ((str(count), space + tall + 3, Weight.BOLD), (name, 3, Weight.REGULAR)):
            colour = INK if weight is Weight.BOLD else QUIET
            label = String(middle, height_of, words, fontName=usable(weight), fontSize=8.5, fillColor=colour)
            label.textAnchor = "middle"
            drawing.add(label)
    return drawing


def _line_to_write_on() -> list[Any]:
    return [Spacer(0, 24), HRFlowable(width="70%", thickness=0.8, color=INK, spaceAfter=5, hAlign="LEFT")]


def _foot(canvas: Canvas, document: BaseDocTemplate) -> None:
    canvas.setFont(usable(Weight.REGULAR), 8)
    canvas.setFillColor(QUIET)
    canvas.drawRightString(document.pagesize[0] - MARGIN - PADDING, MARGIN / 2, str(canvas.getPageNumber()))
