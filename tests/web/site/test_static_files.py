"""Static files are collected under the names by which pages ask for them."""

from itertools import pairwise
from pathlib import Path

from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage

from draftsite.storage import HashedStatic

LONG_CHAIN = 12


def test_a_long_chain_of_imports_is_renamed_and_compressed_under_its_new_names_alone(tmp_path: Path) -> None:
    source = FileSystemStorage(tmp_path / "source")
    target = HashedStatic(location=tmp_path / "target", base_url="/static/")
    names = [f"{number}/module.js" for number in range(LONG_CHAIN)]
    for name, imported in zip(names, [*names[1:], None], strict=True):
        text = f'import {{ a }} from "../{imported}";\n' if imported else "export const a = 1;\n"
        file = tmp_path / "source" / name
        file.parent.mkdir(parents=True)
        file.write_text(text + "export const compressible = 1;\n" * 20)
        target.save(name, source.open(name))
        target.save(f"{name}.gz", ContentFile("of an earlier version"))

    told = [*target.post_process({name: (source, name) for name in names})]
    assert [processed for _, _, processed in told if isinstance(processed, Exception)] == []
    renamed = [target.stored_name(name) for name in names]
    for name, imported in pairwise(renamed):
        assert f'from "../{imported}"' in target.open(name).read().decode()
    compressed = {name for name in (*names, *renamed) for kind in ("br", "gz") if target.exists(f"{name}.{kind}")}
    assert compressed == set(renamed)
