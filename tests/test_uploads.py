"""How far the work on an upload is, as its own process knows it."""

from drafts.rules.wording import gettext_noop
from drafts.uploads import MOST_UNDER_WAY, UploadProgress, find_stage, progress_of_upload

SENTENCE = gettext_noop("Reading: %(done)s of %(total)s")


def test_a_stage_is_said_in_words_and_goes_no_further_than_its_end():
    progress = UploadProgress()
    progress.advance(3)
    assert progress.stage is None
    progress.begin(SENTENCE, 30_000)
    progress.reach(12_000)
    assert (progress.stage.words, progress.stage.done) == ("Reading: 12,000 of 30,000", 12_000)
    progress.advance(40_000)
    assert progress.stage.done == 30_000


def test_an_upload_is_found_by_its_account_and_name_as_long_as_it_is_worked_on():
    with progress_of_upload(1, "a") as progress:
        assert find_stage(1, "a") is None
        progress.begin(SENTENCE, 2)
        assert find_stage(1, "a") == progress.stage
        assert [find_stage(*other) for other in ((2, "a"), (1, "b"))] == [None, None]
    assert find_stage(1, "a") is None


def test_a_second_upload_under_the_same_name_takes_nothing_from_the_first():
    with progress_of_upload(1, "a") as first:
        first.begin(SENTENCE, 2)
        with progress_of_upload(1, "a") as second:
            second.begin(SENTENCE, 3)
        assert find_stage(1, "a") == first.stage


def test_no_more_than_so_many_uploads_are_remembered():
    begun = [progress_of_upload(1, str(n)) for n in range(MOST_UNDER_WAY + 1)]
    for each in begun:
        each.__enter__().begin(SENTENCE, 1)
    assert [find_stage(1, str(n)) is None for n in (MOST_UNDER_WAY - 1, MOST_UNDER_WAY)] == [False, True]
    for each in begun:
        each.__exit__(None, None, None)
    assert find_stage(1, "0") is None
