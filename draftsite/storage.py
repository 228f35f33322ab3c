"""Static files under names that tell their content, so that a browser may keep them for ever."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStatic(CompressedManifestStaticFilesStorage):  # type: ignore[misc] # WhiteNoise carries no types
    """Rewrites the imports between ES modules as well; a file that was not collected keeps its plain name."""

    support_js_module_import_aggregation = True

    def stored_name(self, name: str) -> str:
        return super().stored_name(name) if self._is_collected(name) else name

    def _is_collected(self, name: str) -> bool:
        return self.hash_key(self.clean_name(name.partition("#")[0].partition("?")[0])) in self.hashed_files
