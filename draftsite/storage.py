"""Static files under names that tell their content, so that a browser may keep them for ever."""

from typing import Any

from django.conf import settings
from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStatic(CompressedManifestStaticFilesStorage):  # type: ignore[misc] # WhiteNoise carries no types
    """Rewrites the imports between ES modules as well; a file that was not collected keeps its plain name."""

    support_js_module_import_aggregation = True

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._urls: dict[str, str] = {}

    def url(self, name: str, force: bool = False) -> str:
        """Return the address of a file. Each page asks for dozens, always the same."""
        address = None if force else self._urls.get(name)
        if address is None:
            address = str(super().url(name, force))
            if not (settings.DEBUG or force):
                self._urls[name] = address
        return address

    def save_manifest(self) -> None:
        """Note under which names the files are from now on."""
        super().save_manifest()
        self._urls.clear()

    def stored_name(self, name: str) -> str:
        return super().stored_name(name) if self._is_collected(name) else name

    def _is_collected(self, name: str) -> bool:
        return self.hash_key(self.clean_name(name.partition("#")[0].partition("?")[0])) in self.hashed_files
