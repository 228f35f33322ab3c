"""Static files for the clients of tests, each of which makes its middleware anew."""

from typing import Any, ClassVar

from whitenoise.middleware import WhiteNoiseMiddleware


class ListedOnce(WhiteNoiseMiddleware):
    """Serves files as the site does, but looks for them only once in a process."""

    found: ClassVar[dict[str, Any]] = {}

    def add_files_from_finders(self) -> None:
        if not self.found:
            super().add_files_from_finders()
            self.found.update(self.files)
        self.files.update(self.found)
