"""The API: what programs read of sets, events and logs, and what they are refused."""

import json
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from drafts.api import guard
from drafts.limits import Buckets, Rate
from drafts.models import ApiToken, Attempt, Event, NightSettings, ThrottledAction
from drafts.rules.night.rights import LogVisibility
from drafts.services.events.nights import finish_event, go_on
from drafts.services.integrations.api_tokens import make_token, revoke_token
from drafts.services.statistics.counts import count_finished_drafts
from drafts.services.throttling import LIMITS
from tests.factories import (
    building_event,
    choose,
    drafted_event,
    ended_before,
    fighter,
    finished_event,
    make_event,
    sit_down,
)
from tests.web.api import API, Program

pytestmark = pytest.mark.django_db


@pytest.fixture
def anybody():
    return Program()


@pytest.fixture
def own(organizer):
    return Program.of(organizer)


@pytest.fixture
def other():
    return Program.of(User.objects.create_user("ren"))


# Sets -------------------------------------------------------------------------------------------------------------


def test_anybody_reads_sets_and_their_cards(anybody, sample_sets):
    sets = anybody.read("/sets/")
    assert [each["code"] for each in sets["items"]] == ["MAG01", "MAP01", "MAV01", "PLA01", "SMP01", "SMP02"]
    assert anybody.read("/sets/smp01/") == sets["items"][4]
    assert sets["items"][4] == {"code": "SMP01", "name": "Six Banners at Dawn", "game": "vanguard", "cards": 102}
    cards = anybody.read("/sets/SMP01/cards/")
    assert (cards["count"], cards["next"], len(cards["items"])) == (102, None, 102)
    first = cards["items"][0]
    assert (first["number"], {"name", "grade", "clan", "rarity", "image"} <= set(first)) == ("SMP01/001", True)


def test_a_long_list_is_read_to_its_end_by_its_next_parts(anybody, sample_sets):
    address, numbers = "/sets/SMP01/cards/?limit=40", []
    while address:
        part = anybody.read(address)
        numbers += [card["number"] for card in part["items"]]
        address = part["next"]
    assert (len(numbers), len(set(numbers)), numbers) == (102, 102, sorted(numbers))
    assert anybody.read("/sets/SMP01/cards/?offset=500")["items"] == []


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=1001", "limit=x", "offset=-1", "offset=1000001", "limit=99999999999999999999"]
)
def test_a_part_that_cannot_be_is_refused_and_named(anybody, sample_sets, query):
    answer = anybody.ask(f"/sets/SMP01/cards/?{query}")
    error = answer.json()["error"]
    assert (answer.status_code, error["code"], query.split("=")[0] in error["message"]) == (422, "bad_parameter", True)


@pytest.mark.parametrize("query", ["q=%00", "%01=x", "from=%EF%BF%BE"])
def test_a_parameter_with_control_characters_is_refused_as_every_other_one(anybody, sample_sets, query):
    assert anybody.refusal(f"/sets/?{query}") == (422, "bad_parameter")


def test_statistics_are_those_of_the_page(anybody, organizer, sample_sets):
    finished_event(organizer, "Aichi", "Kamui", bots=1)
    waiting = anybody.read("/sets/SMP01/statistics/")
    assert [waiting[name] for name in ("drafts", "fighters", "waiting")] == [0, 0, 1]
    count_finished_drafts()
    told = anybody.read("/sets/SMP01/statistics/")
    assert {name: told[name] for name in ("set", "drafts", "fighters", "waiting", "count")} == {
        "set": "SMP01",
        "drafts": 1,
        "fighters": 2,
        "waiting": 0,
        "count": 102,
    }
    assert sum(card["taken"]["value"] for card in told["items"]) == 60
    with_bots = anybody.read("/sets/SMP01/statistics/?bots=with")
    assert sum(card["taken"]["n"] for card in with_bots["items"]) == 90


def test_the_filters_of_statistics_are_judged(anybody, own, other, organizer, sample_sets):
    event = ended_before(finished_event(organizer, "Aichi", "Kamui"), days=2)
    count_finished_drafts()
    page = "/sets/SMP01/statistics/"
    day = (timezone.now() - timedelta(days=1)).date()
    counted = {query: anybody.read(page + query)["drafts"] for query in (f"?from={day}", f"?to={day}", "?packs=paper")}
    assert list(counted.values()) == [0, 1, 0]
    for query in ("?from=yesterday", f"?from={day}&to=2001-01-01", "?packs=golden", "?format=chess", "?event=x"):
        assert anybody.refusal(page + query) == (422, "bad_parameter")
    asked = f"{page}?event={event.code.lower()}"
    assert own.read(asked)["drafts"] == 1
    assert [program.refusal(asked) for program in (anybody, other)] == [(404, "not_found")] * 2


def test_M26_avatars_are_a_set_like_others_with_the_numbers_that_they_change(anybody, sample_sets):
    assert anybody.read("/sets/MAV01/") == {
        "code": "MAV01", "name": "Twelve of the Lantern Night", "game": "magic", "cards": 12
    }  # fmt: skip
    cards = anybody.read("/sets/MAV01/cards/")["items"]
    assert [card["number"] for card in cards] == [f"MAV01/{number:03}" for number in range(1, 13)]
    for card in cards:
        assert isinstance(card["hand_modifier"], int)
        assert isinstance(card["life_modifier"], int)


# Events and logs --------------------------------------------------------------------------------------------------


def test_an_account_reads_its_own_events_and_no_others(own, other, anybody, organizer, sample_sets):
    codes = [make_event(organizer, "Aichi").code, make_event(organizer, "Kamui", "Misaki", started=True).code]
    told = own.read("/events/")["items"]
    assert [each["code"] for each in told] == codes[::-1]
    assert [each[name] for each in told for name in ("phase", "fighters", "tables", "log", "sets")] == [
        *("drafting", 2, 1, None, ["SMP01"] * 6),
        *("lobby", 1, 0, None, ["SMP01"] * 6),
    ]
    assert own.read(f"/events/{codes[0]}/") == told[1]
    assert other.read("/events/")["items"] == []
    assert anybody.refusal("/events/") == (401, "unauthorized")
    assert [program.refusal(f"/events/{codes[0]}/") for program in (other, anybody)] == [(403, "closed")] * 2


@pytest.mark.parametrize(
    ("visibility", "readers"), [("public", "own other anybody"), ("fighters", "own"), ("organizer", "own")]
)
def test_a_log_is_open_as_its_page_is(own, other, anybody, organizer, sample_sets, visibility, readers):
    event = drafted_event(organizer, "Aichi", "Kamui", log_visibility=LogVisibility(visibility))
    for name, program in {"own": own, "other": other, "anybody": anybody}.items():
        for address in (f"/events/{event.code}/", f"/events/{event.code}/log/"):
            assert program.ask(address).status_code == (200 if name in readers.split() else 403), (name, address)


def test_the_log_is_the_same_document_as_log_json(own, anybody, client, organizer_client, organizer, sample_sets):
    event = drafted_event(organizer, "Aichi", "Kamui", log_visibility=LogVisibility.PUBLIC, hide_names=True)
    address, file = f"/events/{event.code}/log/", f"/events/{event.code}/log/log.json"
    for program, browser, name in ((own, organizer_client, "Aichi"), (anybody, client, "Fighter 1")):
        document = program.ask(address).content
        assert document == browser.get(file).content
        names = {seat["name"] for seat in json.loads(document)["tables"][0]["seats"]}
        assert name in names
    assert "Aichi" not in anybody.ask(address).content.decode()
    assert own.read(f"/events/{event.code}/")["log"] == f"http://testserver{API}{address}"


@pytest.mark.parametrize("form", ["commander", "emperor", "two-headed-giant"])
def test_M34_M36_M37_an_event_says_the_form_of_its_fights(own, organizer, sample_sets, form):
    event = make_event(organizer, format_="magic-own", fight_form=form, card_sets=[], table_size=6)
    assert own.read(f"/events/{event.code}/")["form"] == form


def test_M27_avatars_are_in_the_log_once_the_fights_are_over(anybody, organizer, sample_sets):
    night = NightSettings(avatars="dealt", fights="swiss", sharing="keep", best_of=1)
    event = building_event(organizer, "Aichi", "Kamui", night=night, log_visibility=LogVisibility.PUBLIC)
    assert anybody.refusal(f"/events/{event.code}/log/") == (403, "closed")
    go_on(event=event, seen="building", confirmed=True)
    assert anybody.refusal(f"/events/{event.code}/log/") == (403, "closed")
    finish_event(event=event)
    assert anybody.read(f"/events/{event.code}/")["form"] == "duel"
    log = anybody.read(f"/events/{event.code}/log/")
    assert (log["event"]["avatars"], log["event"]["avatar_every"]) == ("dealt", "event")
    assert [deck["avatar"].partition("/")[0] for deck in log["decks"]] == ["MAV01", "MAV01"]


def test_of_a_draft_that_goes_on_no_address_tells_a_card(own, other, anybody, organizer, sample_sets):
    """Nor does it to who holds a seat or a session there: no cookie counts."""
    finished_event(organizer, "Ren", "Leon")
    count_finished_drafts()
    event = make_event(organizer, "Aichi", "Kamui", started=True, log_visibility=LogVisibility.PUBLIC)
    seated = Program()
    sit_down(seated.client, fighter(event, "Aichi"))
    addresses = [f"/events/{event.code}{rest}" for rest in ("/", "/log/", "/log/?table=1", "/cards/", "/log.json/")]
    addresses += ["/events/", f"/sets/SMP01/statistics/?event={event.code}", "/sets/SMP01/statistics/?bots=with"]
    people = (own, other, anybody, seated)
    assert [person.ask(addresses[1]).status_code for person in people] == [403] * 4
    before = [person.ask(address).content for person in people for address in addresses]
    choose(event, 0)
    count_finished_drafts()
    assert [person.ask(address).content for person in people for address in addresses] == before


def test_a_session_is_nobody_here(organizer, organizer_client, sample_sets):
    event = drafted_event(organizer, "Aichi", "Kamui", log_visibility=LogVisibility.ORGANIZER)
    browser = Program(client=organizer_client)
    assert browser.refusal("/events/") == (401, "unauthorized")
    assert browser.refusal(f"/events/{event.code}/log/") == (403, "closed")


def test_wrong_codes_are_counted_as_on_pages(own, anybody, organizer, sample_sets):
    event = drafted_event(organizer, "Aichi", "Kamui", log_visibility=LogVisibility.PUBLIC)
    assert anybody.refusal("/events/AAAAAA/") == (404, "not_found")
    assert Attempt.objects.get().action == ThrottledAction.CODE
    limit = LIMITS[ThrottledAction.CODE].most
    Attempt.objects.bulk_create(
        Attempt(action=ThrottledAction.CODE, address=address)
        for address in (anybody.address, own.address)
        for _ in range(limit)
    )
    assert [anybody.refusal(f"/events/{code}/log/") for code in ("AAAAAA", event.code)] == [(429, "too_many")] * 2
    assert own.ask(f"/events/{event.code}/log/").status_code == 200


# Tokens -----------------------------------------------------------------------------------------------------------


def test_a_token_that_does_not_hold_is_refused_everywhere(organizer, sample_sets):
    token, secret = make_token(user=organizer, name="a program")
    program = Program(secret)
    assert program.ask("/events/").status_code == 200
    revoke_token(user=organizer, token_id=token.id)
    for address in ("/events/", "/sets/", "/openapi.json"):
        assert program.refusal(address) == (401, "unauthorized")
    assert program.ask("/events/")["WWW-Authenticate"] == "Bearer"
    for header in ("Basic YTpi", "Bearer", "Bearer ", secret, f"Bearer {token.digest}", "Bearer ü"):
        assert Program().ask("/sets/", Authorization=header).status_code == 401


def test_a_token_ends_with_its_account(own, organizer, sample_sets):
    User.objects.filter(id=organizer.id).update(is_active=False)
    assert own.refusal("/events/") == (401, "unauthorized")


def test_only_the_digest_of_a_token_is_stored(organizer):
    token, secret = make_token(user=organizer, name="a program")
    row = ApiToken.objects.filter(id=token.id).values().get()
    assert (len(secret) > 40, secret in str(row)) == (True, False)


def test_wrong_tokens_are_counted_and_a_right_one_goes_on(own):
    wrong = Program("passleft_guess")
    wrong.address = own.address
    limit = LIMITS[ThrottledAction.TOKEN].most
    Attempt.objects.bulk_create(Attempt(action=ThrottledAction.TOKEN, address=own.address) for _ in range(limit - 1))
    assert [wrong.refusal("/sets/")[0] for _ in range(2)] == [401, 429]
    assert wrong.ask("/sets/")["Retry-After"] == "600"
    assert own.ask("/sets/").status_code == 200


def test_the_last_use_is_written_at_most_once_a_minute(own):
    def used():
        return ApiToken.objects.get().used_at

    own.ask("/sets/")
    first = used()
    own.ask("/sets/")
    assert (first is not None, used()) == (True, first)
    ApiToken.objects.update(used_at=first - timedelta(minutes=2))
    own.ask("/sets/")
    assert used() >= first


# Answers ----------------------------------------------------------------------------------------------------------


def test_a_program_that_has_the_answer_is_told_so(own, anybody, organizer, sample_sets):
    event = drafted_event(organizer, "Aichi", "Kamui")
    for program, address, kept in (
        (anybody, "/", "public, no-cache"),
        (anybody, "/sets/SMP01/cards/", "public, no-cache"),
        (anybody, "/sets/SMP01/statistics/", "public, no-cache"),
        (anybody, "/openapi.json", "public, no-cache"),
        (own, "/events/", "private, no-cache"),
        (own, f"/events/{event.code}/log/", "private, no-cache"),
    ):
        answer = program.ask(address)
        assert (answer["Cache-Control"], "Authorization" in answer["Vary"]) == (kept, True)
        again = program.ask(address, **{"If-None-Match": answer["ETag"]})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", answer["ETag"])
        assert (again["Cache-Control"], again["Vary"]) == (kept, "Authorization, Accept-Encoding")
        assert program.ask(address, **{"If-None-Match": '"other"'}).status_code == 200
    Event.objects.filter(id=event.id).update(name="Saturday draft")
    listed = own.ask("/events/", **{"If-None-Match": answer["ETag"]})
    assert (listed.status_code, "Saturday draft" in listed.content.decode()) == (200, True)


def test_it_is_only_read(anybody, sample_sets):
    for method in ("POST", "PUT", "PATCH", "DELETE", "PROPFIND"):
        assert anybody.refusal("/sets/", method) == (405, "method_not_allowed")
    assert anybody.ask("/sets/", "POST")["Allow"] == "GET, HEAD, OPTIONS"
    asked = anybody.ask("/sets/", "OPTIONS", Origin="https://elsewhere.example")
    assert (asked.status_code, asked["Allow"]) == (204, "GET, HEAD, OPTIONS")
    assert not [name for name in asked.headers if name.startswith("Access-Control")]
    head = anybody.ask("/sets/SMP01/", "HEAD")
    assert (head.status_code, head["ETag"], head.content) == (200, anybody.ask("/sets/SMP01/")["ETag"], b"")


def test_an_address_that_is_not_there_is_refused_as_json(anybody, sample_sets):
    for address in ("/nothing/", "/sets/NONE/", "/sets/NONE/cards/", "/sets/%00/", "/events/AAAAA/", "/openapi.json/"):
        answer = anybody.ask(address)
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found"), address
        assert answer["Cache-Control"] == "private, no-store"
    assert anybody.ask("/sets")["Location"] == f"{API}/sets/"


def test_a_program_that_asks_too_often_is_told_when_to_ask_again(own, anybody, sample_sets, monkeypatch):
    monkeypatch.setattr(guard, "of_addresses", Buckets(Rate(2, 0.001)))
    monkeypatch.setattr(guard, "of_tokens", Buckets(Rate(3, 0.002)))
    for program, statuses, wait in ((anybody, [200] * 2 + [429], "1000"), (own, [200] * 3 + [429], "500")):
        answers = [program.ask("/") for _ in statuses]
        assert [answer.status_code for answer in answers] == statuses
        assert (answers[-1]["Retry-After"], answers[-1].json()["error"]["code"]) == (wait, "too_many")
    assert Program().ask("/").status_code == 200
