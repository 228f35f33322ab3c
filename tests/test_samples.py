from io import StringIO

from django.core.management import call_command

from tests.samples import MODELS, load_sample_sets


def test_the_sample_sets_are_the_same_when_they_are_put_there_again(db):
    load_sample_sets()
    before = rows()
    for model in reversed(MODELS):
        model.objects.all().delete()
    load_sample_sets()
    assert [len(one) > 0 for one in before] == [True] * len(MODELS)
    assert rows() == before
    call_command("loadsamples", stdout=StringIO())
    assert rows() == before


def rows():
    return [list(model.objects.order_by("pk").values()) for model in MODELS]
