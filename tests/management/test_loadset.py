"""`loadset` takes every file that the page takes."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from drafts.models import Card, CardSet
from drafts.store.catalog import recipe_of
from tests.importers.sets.made_up import mtgjson, publishers_list
from tests.web.catalog.test_open import with_boosters
from tests.webhooks.files import answering
from tests.webhooks.receiver import receiving

pytestmark = pytest.mark.django_db


def loadset(*files, **options) -> str:
    out = StringIO()
    call_command("loadset", *files, stdout=out, stderr=out, no_color=True, **options)
    return out.getvalue()


def test_several_files_of_any_kind_are_loaded_one_after_the_other(tmp_path):
    (tmp_path / "one").write_bytes(mtgjson())
    (tmp_path / "two").write_bytes(publishers_list())
    said = loadset(tmp_path / "one", tmp_path / "two")
    assert "MTGJSON set: Made Up (MUP), 265 cards" in said
    assert sorted(CardSet.objects.values_list("code", flat=True)) == ["BT91", "MUP"]


def test_the_booster_of_packs_can_be_named(tmp_path):
    (tmp_path / "one").write_bytes(with_boosters("draft", "play"))
    assert "booster “play” with 1 layouts" in loadset(tmp_path / "one", booster="play")
    assert recipe_of(CardSet.objects.get()).sizes == (20,)


@pytest.mark.parametrize(("data", "said"), [
    (mtgjson(), "it describes no booster 'jumbo'; those that it has: 'draft'"),
    (publishers_list(), "it describes no boosters, so that 'jumbo' cannot be chosen"),
])  # fmt: skip
def test_a_booster_that_is_not_there_is_said_and_nothing_loaded(tmp_path, data, said):
    (tmp_path / "one").write_bytes(data)
    with pytest.raises(CommandError, match=said):
        loadset(tmp_path / "one", booster="jumbo")
    assert not CardSet.objects.exists()


def test_a_list_of_names_is_a_cube_with_the_name_of_its_file_as_code(tmp_path):
    (tmp_path / "one").write_bytes(mtgjson())
    names = [*(f"Mill Common {n}" for n in range(1, 61)), "Nothing Known"]
    (tmp_path / "store cube.txt").write_text("\n".join(names))
    said = loadset(tmp_path / "one", tmp_path / "store cube.txt")
    assert "warning: no loaded card has the name 'Nothing Known'" in said
    cube = CardSet.objects.get(code="STORE-CUBE")
    assert (cube.owner, cube.cards.count(), cube.recipe.sheets.get().cards.count()) == (None, 0, 60)


def test_a_cube_of_cards_that_are_not_loaded_is_refused(tmp_path):
    (tmp_path / "cube.txt").write_text("Nothing Known\nNothing Else\n")
    with pytest.raises(CommandError, match="none of its cards is loaded"):
        loadset(tmp_path / "cube.txt")
    assert not CardSet.objects.exists()


def test_a_set_is_downloaded_by_its_code(settings):
    with receiving(answering(mtgjson())) as server:
        settings.MTGJSON_URL = f"http://127.0.0.1:{server.port}/{{code}}.json"
        loadset(code="mup")
        assert [heard.path for heard in server.heard] == ["/MUP.json"]
    assert Card.objects.count() == 265


def test_a_set_that_is_not_there_and_a_code_that_is_none_are_said(settings):
    with receiving(404) as server:
        settings.MTGJSON_URL = f"http://127.0.0.1:{server.port}/{{code}}.json"
        with pytest.raises(CommandError, match="no set with the code XYZ"):
            loadset(code="XYZ")
    with pytest.raises(CommandError, match="2 to 8 letters"):
        loadset(code="../X")
    settings.MTGJSON_URL = ""
    with pytest.raises(CommandError, match="downloads no sets"):
        loadset(code="XYZ")


def test_files_and_a_code_are_not_given_together(tmp_path):
    for given in [((), {}), ((tmp_path / "x",), {"code": "NEO"})]:
        with pytest.raises(CommandError, match="Name files, or a set by --code"):
            loadset(*given[0], **given[1])
