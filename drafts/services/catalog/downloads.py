"""Set files of MTGJSON, downloaded by the code of a set."""

import re
from http import HTTPStatus
from threading import BoundedSemaphore
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext

from drafts import limits
from drafts.rules.wording import gettext_noop
from drafts.services.errors import ServiceError
from drafts.uploads import UploadProgress
from drafts.webhooks.downloads import CannotDownload, DownloadTooLarge, Received, download
from drafts.webhooks.error_codes import ErrorCode

SET_CODE = re.compile(r"[A-Z0-9]{2,8}")
KILOBYTE, MEGABYTE = 1024, 1024 * 1024
NOT_FOUND = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)
OFFLINE = (ErrorCode.NO_HOST, ErrorCode.UNREACHABLE)

_free = BoundedSemaphore(limits.DOWNLOADS_AT_ONCE)


def can_download() -> bool:
    """Whether this installation downloads sets: the setting `MTGJSON_URL` names an address."""
    return bool(settings.MTGJSON_URL)


def source_name() -> str:
    """Return the host that sets are downloaded from, for people."""
    return urlsplit(settings.MTGJSON_URL).hostname or ""


def download_set(*, code: str, progress: UploadProgress) -> bytes:
    """Return the set file with this code (`SET_CODE`). Raise ServiceError if it cannot be downloaded."""
    progress.begin(gettext_noop("Asking for the set …"), 1)
    if not _free.acquire(blocking=False):
        raise ServiceError(gettext("Others are downloading sets at the moment. Try again in half a minute."))
    try:
        return download(_address_of(code), most=limits.LARGEST_LIST, received=_told(progress))
    except DownloadTooLarge:
        size = limits.LARGEST_LIST // MEGABYTE
        raise ServiceError(
            gettext("The file of %(code)s is larger than %(size)s MB.") % {"code": code, "size": size}
        ) from None
    except CannotDownload as fault:
        raise ServiceError(_words_of(fault, code)) from None
    finally:
        _free.release()


def _address_of(code: str) -> str:
    """Return the address of a set's file. MTGJSON adds an underscore to a code that is no file name on Windows."""
    return str(settings.MTGJSON_URL).replace("{code}", f"{code}_" if code == "CON" else code)


def _told(progress: UploadProgress) -> Received:
    def received(done: int, total: int | None) -> None:
        if total is None:
            sentence = gettext_noop("Downloading: %(done)s KB")
        else:
            sentence = gettext_noop("Downloading: %(done)s of %(total)s KB")
        progress.begin(sentence, max(1, (total or limits.LARGEST_LIST) // KILOBYTE))
        progress.reach(done // KILOBYTE)

    return received


def _words_of(fault: CannotDownload, code: str) -> str:
    facts = {"code": code, "host": source_name(), "status": fault.status}
    if fault.status in NOT_FOUND:
        return gettext("%(host)s has no set with the code %(code)s.") % facts
    if fault.status is not None:
        return gettext("%(host)s answered with an error (%(status)s). Try again later, or drop the file here.") % facts
    if fault.error in OFFLINE:
        return (
            gettext(
                "%(host)s cannot be reached: this site may have no internet. Download the file of the set on another "
                "device and drop it here."
            )
            % facts
        )
    return gettext("The file could not be downloaded. %(why)s") % {"why": fault.error.label}
