"""Uploads of large files: which browsers may send them, and the progress of the work on one.

Browsers that were shown the upload page, as organizers are, may send them. A signed cookie proves it: it is checked
before the body is read, when a session cannot be looked up yet.

The request that works on an upload reports its progress, and other requests of the same account read it. Both must
reach the same process: deploy/nginx.conf sends all addresses of uploads to one.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace

from django.conf import settings
from django.contrib.auth.models import User
from django.core import signing
from django.http import HttpResponse
from django.utils.formats import number_format

from drafts.languages import translated
from drafts.rules.wording import Wording

COOKIE = "upload"
SALT = "drafts.uploads"
MOST_UNDER_WAY = 100
LONGEST = 60 * 60 * 12  # seconds: a long night


def allow_upload(answer: HttpResponse, user: User) -> None:
    """Let the browser that gets this response send large files for twelve hours."""
    answer.set_cookie(
        COOKIE,
        signing.dumps(user.pk, salt=SALT),
        max_age=LONGEST,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def may_upload(cookies: Mapping[str, str]) -> bool:
    """Whether a browser with these cookies was shown the upload page."""
    try:
        signing.loads(cookies.get(COOKIE, ""), salt=SALT, max_age=LONGEST)
    except signing.BadSignature:
        return False
    return True


@dataclass(frozen=True, slots=True)
class UploadStage:
    """One stage of the work, as a sentence with `%(done)s` and `%(total)s`, and how much of it is done."""

    sentence: Wording
    done: int
    total: int

    @property
    def words(self) -> str:
        """The sentence in the active language, with its numbers."""
        numbers = {"done": self.done, "total": self.total}
        return translated(
            self.sentence.filled(**{name: number_format(n, force_grouping=True) for name, n in numbers.items()})
        )


class UploadProgress:
    """The progress of the work on an upload: `stage` is None before it begins."""

    def __init__(self) -> None:
        self.stage: UploadStage | None = None

    def begin(self, sentence: Wording, total: int) -> None:
        """Begin a stage of so many parts."""
        self.stage = UploadStage(sentence, 0, total)

    def reach(self, done: int) -> None:
        """Note that so many parts of the stage are done."""
        if self.stage is not None:
            self.stage = replace(self.stage, done=min(done, self.stage.total))

    def advance(self, parts: int = 1) -> None:
        """Note that further parts are done."""
        if self.stage is not None:
            self.reach(self.stage.done + parts)


_under_way: dict[tuple[int, str], UploadProgress] = {}


@contextmanager
def progress_of_upload(account: int, name: str) -> Iterator[UploadProgress]:
    """Let other requests of an account find the progress of an upload, by a name that its page chose."""
    progress, key = UploadProgress(), (account, name)
    if len(_under_way) < MOST_UNDER_WAY:
        _under_way.setdefault(key, progress)
    try:
        yield progress
    finally:
        if _under_way.get(key) is progress:
            del _under_way[key]


def find_stage(account: int, name: str) -> UploadStage | None:
    """Return the stage of an upload of that account; None if there is none in this process."""
    progress = _under_way.get((account, name))
    return progress.stage if progress else None
