"""Static files with a hash of their content in their names, so that browsers may cache them for good."""

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.conf import settings
from django.core.files.base import ContentFile, File
from django.core.files.storage import Storage
from whitenoise.storage import CompressedManifestStaticFilesStorage

REFERENCE = re.compile(rb"""["'(]([\w./-]+\.\w+)["')]""")
"""A path in a style sheet or script."""
COMMENTS = re.compile(rb"^[ \t]*//.*\n", re.MULTILINE)

Paths = Mapping[str, tuple[Storage, str]]


class HashedStatic(CompressedManifestStaticFilesStorage):  # type: ignore[misc] # WhiteNoise carries no types
    """Rewrites the imports between ES modules as well; a file that was not collected keeps its plain name."""

    support_js_module_import_aggregation = True

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._urls: dict[str, str] = {}

    def _save(self, name: str, content: "File[Any]") -> str:
        """Store a file; a script without its lines of comments, which phones need not load."""
        if name.endswith(".js"):
            content.seek(0)  # it was read for its hash
            content = ContentFile(COMMENTS.sub(b"", content.read()))
        return str(super()._save(name, content))

    def url(self, name: str, force: bool = False) -> str:
        """Return the address of a file. It is cached, since each page needs dozens."""
        address = None if force else self._urls.get(name)
        if address is None:
            address = str(super().url(name, force))
            if not (settings.DEBUG or force):
                self._urls[name] = address
        return address

    def save_manifest(self) -> None:
        """Store the present names of the files."""
        super().save_manifest()
        self._urls.clear()

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Compress the files that pages load; remove compressed files of earlier versions under plain names."""
        asked_for = set(paths) & set(self.hashed_files.values())
        self.delete_files(f"{name}{suffix}" for name in set(paths) - asked_for for suffix in (".br", ".gz"))
        yield from super().compress_files(asked_for)

    def _post_process(self, paths: Paths, *rest: Any) -> Iterator[tuple[Any, ...]]:
        """Rename each file after those that it names: else each import of a chain takes one of Django's five passes."""
        for name in _references_first(paths):
            yield from super()._post_process({name: paths[name]}, *rest)

    def stored_name(self, name: str) -> str:
        return super().stored_name(name) if self._is_collected(name) else name

    def _is_collected(self, name: str) -> bool:
        return self.hash_key(self.clean_name(name.partition("#")[0].partition("?")[0])) in self.hashed_files


def _references_first(paths: Paths) -> Iterator[str]:
    seen = set()

    def visit(name: str) -> Iterator[str]:
        if name not in paths or name in seen:
            return
        seen.add(name)
        storage, path = paths[name]
        if name.endswith((".css", ".js")):
            with storage.open(path) as file:
                references = REFERENCE.findall(file.read())
            for reference in references:
                yield from visit(posixpath.normpath(posixpath.join(posixpath.dirname(name), reference.decode())))
        yield name

    for name in paths:
        yield from visit(name)
