"""The organizer's state says more, so that a control panel can be drawn from it; nobody else is told."""

from tests.clients.device import Device
from tests.clients.views import phase_is

ONLY_THE_ORGANIZERS = ("always_bot", "stalled", "can_undo", "entries", "start", "tables", "fighters")


def texts(state):
    return [entry["text"].translate({0x2068: None, 0x2069: None}) for entry in state["entries"]]


def test_in_the_lobby_it_tells_what_a_start_would_make(night):
    lobby = night(3, start=False)
    host = lobby.open(lobby.organizer, "?as=host")
    assert host.state["start"] == {"table_sizes": [3], "packs_wanted": 18, "packs_listed": None}
    lobby.act("add-bot")
    state = host.wait_for(lambda state: len(state["fighters"]) == 4)
    assert state["start"] == {"table_sizes": [4], "packs_wanted": 24, "packs_listed": None}
    assert texts(state) == ["The organizer added Brass Finch, a bot."]


def test_at_a_table_it_names_fighters_as_forms_do_and_says_which_seats_are_bots_for_good(night):
    lobby = night(2, bots=1, start=False)
    host = lobby.open(lobby.organizer, "?as=host")
    ids = {member["name"]: member["id"] for member in host.state["fighters"]}
    lobby.start()
    (table,) = host.wait_for(phase_is("drafting"))["tables"]
    assert {seat["name"]: seat["fighter"] for seat in table["seats"]} == ids
    assert {seat["name"] for seat in table["seats"] if seat["always_bot"]} == {"Brass Finch"}
    lobby.act("seat-bot", fighter=ids["Fighter 0"])
    (table,) = host.wait_for(lambda state: "bot in Fighter 0's seat" in texts(state)[0])["tables"]
    seats = {seat["name"]: (seat["bot"], seat["always_bot"]) for seat in table["seats"]}
    assert seats == {"Fighter 0": (True, False), "Fighter 1": (False, False), "Brass Finch": (True, True)}


def test_it_tells_whether_there_is_a_pass_to_take_back(night):
    table = night(2)
    host = table.open(table.organizer, "?as=host")
    assert [each["can_undo"] for each in host.state["tables"]] == [False]
    table.at_seat(0).choose()
    assert host.wait_for(lambda state: state["tables"][0]["can_undo"])["seq"] > 0


def test_the_history_stands_in_it_newest_first_and_asking_again_reads_it_anew(night):
    table = night(2)
    host = table.open(table.organizer, "?as=host")
    table.act("pause")
    host.wait_for(lambda state: texts(state)[0] == "The organizer paused the table.")
    fighter = host.state["tables"][0]["seats"][0]
    table.act("new-link", fighter=fighter["fighter"])
    assert texts(host.resync()) == [
        f"The organizer made a new link for {fighter['name']}'s seat.",
        "The organizer paused the table.",
        "The draft started.",
    ]


def test_a_table_that_did_not_change_is_sent_as_it_was_but_for_the_time_of_day(night):
    draft = night(6, table_size=3)
    host = draft.open(draft.organizer, "?as=host")
    before = host.state["tables"]
    phone = next(phone for phone in draft.phones if phone.state["table"]["number"] == 2)
    phone.choose()
    after = host.wait_for(lambda state: state["tables"][1]["can_undo"])["tables"]
    now = after[0]["clock"].pop("now")
    assert before[0]["clock"].pop("now") < now
    assert (after[0] == before[0], after[1] == before[1]) == (True, False)


def keys_in(part):
    if isinstance(part, dict):
        return set(part).union(*map(keys_in, part.values()))
    return set().union(*map(keys_in, part)) if isinstance(part, list) else set()


def test_no_other_client_is_told_any_of_it(night):
    lobby = night(2, bots=1, start=False)
    watcher = lobby.open(Device(lobby.organizer.url))
    lobby.start()
    lobby.phones[0].choose()
    watcher.wait_for(phase_is("drafting"))
    told = set().union(*(keys_in(frame) for viewer in (watcher, *lobby.phones) for frame in viewer.frames))
    assert told & set(ONLY_THE_ORGANIZERS) == set()
