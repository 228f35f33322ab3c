"""The pages of a draft night."""

from django.urls import URLPattern, URLResolver, include, path, register_converter
from django.urls.converters import StringConverter

from drafts.views import avatars, battles, building, commanders, decks, planes, sharing, statistics
from drafts.views import paper as piles
from drafts.views.catalog import art, card_images, columns, sets
from drafts.views.draft import display, judging, play
from drafts.views.events import calendar, event_data, help, host, join, next_draft, staff, stores
from drafts.views.events import own_events as events
from drafts.views.fights import all_fights, champion, dropping_out, own_fight, standings
from drafts.views.integrations import webhooks
from drafts.views.log import comments, logs, seat_links
from drafts.views.site import connections, landing, languages, manifest, rome, rules


class CodeConverter(StringConverter):
    """An event's code, in upper or lower case."""

    regex = "[0-9A-Za-z]{6}"


class TokenConverter(StringConverter):
    """The token in a rejoin link or a judge's link."""

    regex = "[0-9A-Za-z_-]{20,64}"


class SmallNumberConverter:
    """A table's or a seat's number, of a length that every database can hold."""

    regex = "[0-9]{1,4}"

    to_python = int
    to_url = str


class RowConverter(SmallNumberConverter):
    """The number of a row. It need not be secret: access depends on the client."""

    regex = "[0-9]{1,12}"


class ImageConverter(StringConverter):
    """The name of a card's picture: a hash of its content, and its kind."""

    regex = "[0-9a-f]{32}\\.(?:png|jpg|webp)"


register_converter(CodeConverter, "code")
register_converter(TokenConverter, "token")
register_converter(SmallNumberConverter, "number")
register_converter(RowConverter, "row")
register_converter(ImageConverter, "image")

of_an_event: list[URLPattern | URLResolver] = [
    path("", play.play, name="play"),
    path("event.ics", calendar.calendar, name="calendar"),
    path("edit/", events.edit_event, name="edit-event"),
    path("export/", event_data.export, name="export-event"),
    path("delete/", event_data.delete, name="delete-event"),
    path("leave/", play.leave, name="leave"),
    path("next/", next_draft.next_draft, name="next-draft"),
    path("own-link.svg", play.own_link, name="own-link"),
    path("seats.json", play.seats_as_json, name="seats-json"),
    path("deck/", decks.deck, name="deck"),
    path("deck/list.json", decks.deck_as_list, name="deck-list"),
    path("deck/build/", building.build, name="build"),
    path("avatars/", avatars.avatars, name="avatars"),
    path("planes/", planes.planes, name="planes"),
    path("commander/", commanders.commander, name="commander"),
    path("pull-list/", decks.pull_list, name="pull-list"),
    path("done/", play.done, name="done"),
    path("deck.txt", decks.deck_as_text, name="deck-text"),
    path("deck.cod", decks.deck_for_cockatrice, name="deck-cockatrice"),
    path("deck.pdf", decks.deck_as_pdf, name="deck-pdf"),
    path("deck.csv", decks.deck_as_csv, name="deck-csv"),
    path("deck.json", decks.deck_for_tabletop, name="deck-tabletop"),
    path("table/<number:number>/", display.display, name="display"),
    path("display/", display.all_tables, name="display-all"),
    path("drop-out/", dropping_out.drop_out, name="drop-out"),
    path("fight/", own_fight.own_fight, name="own-fight"),
    path("battle/", battles.battle, name="battle"),
    path("battle/<number:number>/", battles.watched_battle, name="watched-battle"),
    path("battle/<number:number>/moves.txt", battles.moves_as_text, name="battle-moves"),
    path("champion/", champion.champion, name="champion"),
    path("standings/", standings.standings, name="standings"),
    path("standings/standings.json", standings.standings_as_json, name="standings-json"),
    path("sharing/", sharing.sharing, name="sharing"),
    path("sharing/shares.json", sharing.shares_as_json, name="sharing-json"),
    path("wishes/", sharing.wishes, name="wishes"),
    path("sheets/", help.sheets, name="sheets"),
    path("pile/", piles.pile, name="pile"),
    path("piles/", piles.piles, name="piles"),
    path("host/", host.host, name="host"),
    path("host/staff/", staff.staff, name="staff"),
    path("judge/", judging.judge, name="judge"),
    path("host/webhooks/", webhooks.webhooks, name="webhooks"),
    path("host/connections/", connections.connections, name="connections"),
    path("host/fights/", all_fights.all_fights, name="all-fights"),
    path("host/deck-check/", building.check, name="deck-check"),
    path("host/<slug:action>/", host.host_action, name="host-action"),
    path("statistics/", statistics.event_statistics, name="event-statistics"),
    path("log/", logs.log, name="log"),
    path("log/own-seat/", seat_links.change, name="show-seat"),
    path("log/comments/", comments.write, name="log-comments"),
    path("log/comments/<row:comment>/delete/", comments.delete, name="log-comment-delete"),
    path("log/log.json", logs.log_as_json, name="log-json"),
    path("log/log.csv", logs.log_as_csv, name="log-csv"),
    path("log/preview.png", logs.preview, name="log-preview"),
    path("log/figures.json", logs.figures_as_json, name="log-figures"),
    path("log/t<number:table>.json", logs.table_as_json, name="log-table"),
    path("log/t<number:table>-s<number:seat>.txt", logs.seat_as_text, name="log-seat"),
    path("log/t<number:table>-s<number:seat>/log.txt", logs.seat_as_log, name="log-seat-log"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", landing.landing, name="landing"),
    path("manifest.webmanifest", manifest.manifest, name="manifest"),
    path("practice/", landing.practice, name="practice"),
    path("join/", join.join, name="join"),
    path("join/<code:code>/", join.join_with_code, name="join-code"),
    path("rejoin/<token:token>/", join.rejoin, name="rejoin"),
    path("seats/<token:token>/", seat_links.seat_log, name="seat-log"),
    path("judge/<token:token>/", staff.open_link, name="judge-link"),
    path("events/", events.home, name="home-organizer"),
    path("events/new/", events.new_event, name="new-event"),
    path("events/templates/", stores.templates, name="templates"),
    path("events/<code:code>/", include(of_an_event)),
    path("rules/", rules.rules, name="rules"),
    path("rules/rome/", rome.rules, name="rules-rome"),
    path("rules/rome/cards.json", rome.cards, name="rome-cards"),
    path("rules/rome/learn/<slug:slug>/<number:number>/", rome.lesson, name="rome-lesson"),
    path("rules/rome/print/", rome.sheets, name="rome-print"),
    path("rules/rome/statistics/", rome.statistics, name="rome-statistics"),
    path("rules/<slug:game>/", rules.rules_of_game, name="rules-game"),
    path("rules/<slug:game>/check/", rules.rule_check, name="rule-check"),
    path("rules/<slug:game>/turn/", rules.turn, name="turn"),
    path("help/", help.help_page, name="help"),
    path("store/", stores.store, name="store"),
    path("logos/<image:name>", stores.logo, name="logo"),
    path("sets/", sets.set_list, name="sets"),
    path("sets/open/", sets.open_set, name="open-set"),
    path("sets/open/cards/", sets.opened_set, name="opened-set"),
    path("sets/open/columns/", columns.choose, name="open-columns"),
    path("sets/upload/", sets.open_set, name="upload"),
    path("sets/upload/progress/", sets.upload_progress, name="upload-progress"),
    path("sets/<str:code>/", sets.set_page, name="set"),
    path("sets/<str:code>/remove/", sets.remove, name="remove-set"),
    path("sets/<str:code>/undo/", sets.undo, name="undo-load"),
    path("sets/<str:code>/statistics/", statistics.set_statistics, name="set-statistics"),
    path("cards/<image:name>", card_images.card_image, name="card-image"),
    path("words/<slug:language>-<str:version>.js", languages.script_words, name="script-words"),
    path("api/v1/", include("drafts.api.urls")),
    path("art/site/<slug:picture>.svg", art.site_picture, name="site-picture"),
    path("art/<slug:game>/card.svg", art.picture, name="picture"),
]
