import pytest

from drafts.rules.decks import DeckSource
from drafts.rules.night.rights import LogOpens, LogVisibility, Rights, has_log_opened, have_decks_opened
from drafts.rules.night.stages import Stage

SPECTATOR, FIGHTER, ORGANIZER = Rights(), Rights(fights=True), Rights(organizes=True)
FIGHTING_ORGANIZER = Rights(organizes=True, fights=True)
EVERYBODY = [SPECTATOR, FIGHTER, ORGANIZER, FIGHTING_ORGANIZER]


def test_a_person_who_organizes_or_fights_belongs_to_the_event():
    assert [rights.belongs for rights in EVERYBODY] == [False, True, True, True]


def test_a_connection_is_called_by_the_most_that_it_may_do():
    assert [rights.role.value for rights in EVERYBODY] == ["spectator", "fighter", "organizer", "organizer"]


@pytest.mark.parametrize("visibility", LogVisibility)
@pytest.mark.parametrize("rights", EVERYBODY)
def test_the_log_is_closed_to_all_before_it_has_opened(visibility, rights):
    assert rights.may_read_log(visibility, opened=False) is False


def test_the_log_is_open_afterwards_to_whom_the_organizer_lets_read_it():
    allowed = {
        visibility: [rights for rights in EVERYBODY if rights.may_read_log(visibility, opened=True)]
        for visibility in LogVisibility
    }
    assert allowed == {
        LogVisibility.FIGHTERS: [FIGHTER, ORGANIZER, FIGHTING_ORGANIZER],
        LogVisibility.PUBLIC: EVERYBODY,
        LogVisibility.ORGANIZER: [ORGANIZER, FIGHTING_ORGANIZER],
    }


AFTER_DRAFT = [Stage.BUILDING, Stage.FIGHTING, Stage.SHARING, Stage.FINISHED]
AFTER_FIGHTS = [Stage.SHARING, Stage.FINISHED]


@pytest.mark.parametrize(("opens", "stages"), [(LogOpens.DRAFTED, AFTER_DRAFT), (LogOpens.FOUGHT, AFTER_FIGHTS)])
def test_the_log_opens_after_the_draft_or_after_the_fights(opens, stages):
    assert [stage for stage in Stage if has_log_opened(opens, stage)] == stages


@pytest.mark.parametrize("opens", LogOpens)
def test_piles_open_with_the_log_and_other_decks_after_the_fights_whatever_it_does(opens):
    opened = {source: [stage for stage in Stage if have_decks_opened(source, opens, stage)] for source in DeckSource}
    assert opened[DeckSource.PILE] == [stage for stage in Stage if has_log_opened(opens, stage)]
    assert opened[DeckSource.BUILT] == opened[DeckSource.LISTED] == AFTER_FIGHTS
