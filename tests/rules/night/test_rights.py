import pytest

from drafts.rules.night.rights import LogVisibility, Rights

SPECTATOR, FIGHTER, ORGANIZER = Rights(), Rights(fights=True), Rights(organizes=True)
FIGHTING_ORGANIZER = Rights(organizes=True, fights=True)
EVERYBODY = [SPECTATOR, FIGHTER, ORGANIZER, FIGHTING_ORGANIZER]


def test_who_organizes_or_fights_belongs_to_the_event():
    assert [rights.belongs for rights in EVERYBODY] == [False, True, True, True]


def test_a_connection_is_called_by_the_most_that_it_may_do():
    assert [rights.role.value for rights in EVERYBODY] == ["spectator", "fighter", "organizer", "organizer"]


@pytest.mark.parametrize("visibility", LogVisibility)
@pytest.mark.parametrize("rights", EVERYBODY)
def test_the_log_is_closed_to_all_before_every_table_has_drafted(visibility, rights):
    assert rights.may_read_log(visibility, all_drafted=False) is False


def test_the_log_is_open_afterwards_to_whom_the_organizer_lets_read_it():
    allowed = {
        visibility: [rights for rights in EVERYBODY if rights.may_read_log(visibility, all_drafted=True)]
        for visibility in LogVisibility
    }
    assert allowed == {
        LogVisibility.FIGHTERS: [FIGHTER, ORGANIZER, FIGHTING_ORGANIZER],
        LogVisibility.PUBLIC: EVERYBODY,
        LogVisibility.ORGANIZER: [ORGANIZER, FIGHTING_ORGANIZER],
    }
