"""Links for use outside of the page, such as in QR codes and chats."""

import time
from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.request import validate_host
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from drafts.drawings.qr import qr_svg
from drafts.models import Event, Fighter, StaffLink
from drafts.operations.addresses import own_addresses
from drafts.views.form_values import word_in

THIS_MACHINE = ("localhost", "127.0.0.1", "[::1]")


def join_url(request: HttpRequest, event: Event) -> str:
    """Return the address at which phones join."""
    return absolute(request, reverse("join-code", args=[event.code]))


def page_url(request: HttpRequest, name: str, *parts: object) -> str:
    """Return the address of one of our pages for another device."""
    return absolute(request, reverse(name, args=parts))


def rejoin_url(request: HttpRequest, fighter: Fighter) -> str:
    """Return the address at which a device takes over a fighter's seat."""
    return absolute(request, reverse("rejoin", args=[fighter.token]))


def judge_url(request: HttpRequest, link: StaffLink) -> str:
    """Return the address of a judge's link."""
    return absolute(request, reverse("judge-link", args=[link.token]))


def qr(url: str) -> SafeString:
    """Return the address as a QR code for a page."""
    return mark_safe(qr_svg(url))  # noqa: S308 - drawn by segno: digits in a path


def absolute(request: HttpRequest, path: str) -> str:
    """Return a path as an address that phones can reach, with the address of this machine in place of "localhost"."""
    host, colon, port = request.get_host().rpartition(":")
    if not colon:
        host, port = port, ""
    if host in THIS_MACHINE:
        host = _phones_know_us_as(int(time.monotonic() // 60)) or host
    return f"{request.scheme}://{host}{colon}{port}{path}"


@lru_cache(maxsize=1)
def _phones_know_us_as(minute: int) -> str:
    """Return this machine's address in the network, if it is an allowed host; looked up once a minute."""
    allowed = [host for host in own_addresses() if validate_host(host, settings.ALLOWED_HOSTS)]
    return allowed[0] if allowed else ""


def may_replace(request: HttpRequest) -> bool:
    """Whether the user has confirmed that the link replaces what the session holds."""
    return request.method == "POST" and word_in(request.POST, "replace") == "yes"


def with_forms(page: HttpResponse) -> HttpResponse:
    """Return a page with a header that keeps its address, a link, from other sites."""
    page["Referrer-Policy"] = "strict-origin"  # without the path; "no-referrer" would break the page's forms
    return page
