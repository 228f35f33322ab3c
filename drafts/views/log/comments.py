"""Comments on the steps of a log: written and deleted, by the page's script or by a form."""

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from drafts.access.comment_identities import CommentIdentity, identities_of
from drafts.access.rights import log_is_open, rights_of
from drafts.forms.log.comments import WHOLE_TABLE, CommentForm
from drafts.languages import sentence
from drafts.log.event_log import EventLog
from drafts.models import Event, StepComment, ThrottledAction
from drafts.queries.log.aliases import names_for
from drafts.queries.log.comments import comments_of
from drafts.rules.ids import FighterId
from drafts.services.errors import ServiceError
from drafts.services.log.comments import CommentPlace, delete_comment, write_comment
from drafts.services.throttling import LIMITS, is_allowed, record_attempt
from drafts.views.event_access import View, address_of, with_event
from drafts.views.form_values import is_by_script, number_in, word_in
from drafts.views.log.logs import log_for, log_page
from drafts.views.log.logs import number_in as number_of_address
from drafts.views.log.step_comments import comments_told, form_of


def by_writer(view: Callable[..., HttpResponse]) -> View:
    """Restrict a view to readers of the log who took part in the event or organize it; others are told why."""

    @require_POST
    @never_cache
    @with_event
    @wraps(view)
    def judged(request: HttpRequest, event: Event, **others: Any) -> HttpResponse:
        if not log_is_open(event, rights_of(request, event)):
            said = gettext("The log is closed to you.")
            page = "log/closed.html"
        elif identities := identities_of(request, event):
            return view(request, event, identities=identities, **others)
        else:
            said = gettext("Comments are written by those who took part, and by the organizer.")
            page = "log/comments_closed.html"
        if is_by_script(request):
            return JsonResponse({"said": said}, status=HTTPStatus.FORBIDDEN)
        return render(request, page, {"event": event, "said": said}, status=HTTPStatus.FORBIDDEN)

    return judged


@by_writer
def write(request: HttpRequest, event: Event, identities: list[CommentIdentity]) -> HttpResponse:
    record, number = log_for(request, event), _table_in(request)
    table = record.table(number)
    form = form_of(request, event, table, 0) if table else None
    if form is None:
        raise Http404
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    if form.is_valid():
        identity = next(
            (identity for identity in identities if identity.value == form.cleaned_data["voice"]), identities[0]
        )
        writer = {"address": address_of(request), "browser": f"{identity.value} of {event.id}"}
        if not is_allowed(ThrottledAction.COMMENT, **writer):
            form.add_error("text", _patience())
            status = HTTPStatus.TOO_MANY_REQUESTS
        else:
            try:
                comment = _written(event, form, identity, number, word_in(request.POST, "step"))
            except ServiceError as fault:
                form.add_error(fault.field, fault.message)
            else:
                record_attempt(ThrottledAction.COMMENT, **writer)
                return _shown(request, event, record, comment)
    return _refused(request, event, form, status)


@by_writer
def delete(request: HttpRequest, event: Event, identities: list[CommentIdentity], comment: int) -> HttpResponse:
    fighters = [FighterId(identity.fighter.id) for identity in identities if identity.fighter]
    organizes = rights_of(request, event).organizes
    try:
        place = delete_comment(event=event, comment=comment, fighters=fighters, organizes=organizes)
    except ServiceError as fault:
        if is_by_script(request):
            return JsonResponse({"said": fault.message}, status=HTTPStatus.FORBIDDEN)
        messages.error(request, fault.message)
        return redirect(_address_of_list(request, event))
    if is_by_script(request):
        return JsonResponse({"deleted": comment})
    messages.success(request, sentence("log.commentDeleted"))
    return redirect(_address_of_list(request, event, place.step if place else ""))


def _written(event: Event, form: CommentForm, identity: CommentIdentity, table: int, step: str) -> StepComment:
    about = form.cleaned_data["about"]
    place = CommentPlace(table, step, None if about == WHOLE_TABLE else int(about))
    text, name = form.cleaned_data["text"], form.cleaned_data["request"]
    return write_comment(event=event, place=place, author=identity.fighter, text=text, request=name)


def _table_in(request: HttpRequest) -> int:
    """Return the number of the table of a form. Raises Http404 for text that is no number."""
    try:
        return number_in(request.POST, "table") or 0
    except ServiceError as fault:
        raise Http404 from fault


def _patience() -> str:
    minutes = int(LIMITS[ThrottledAction.COMMENT].within.total_seconds()) // 60
    words = ngettext(
        "Many comments came from here just now. Wait %(minutes)s minute, and send it again.",
        "Many comments came from here just now. Wait up to %(minutes)s minutes, and send it again.",
        minutes,
    )
    return words % {"minutes": minutes}


def _shown(request: HttpRequest, event: Event, record: EventLog, comment: StepComment) -> HttpResponse:
    if not is_by_script(request):
        return redirect(_address_of_list(request, event, comment.step))
    now = replace(record, comments=comments_of(event, names_for(event, rights_of(request, event))))
    told = next(told for told in comments_told(request, event, now) if told["id"] == comment.id)
    return JsonResponse({"comment": told})


def _refused(request: HttpRequest, event: Event, form: CommentForm, status: HTTPStatus) -> HttpResponse:
    """Show the fault beside its field; the text stays as it was typed."""
    if is_by_script(request):
        said = [str(words) for of_field in form.errors.values() for words in of_field]
        answer: HttpResponse = JsonResponse({"said": " ".join(said)}, status=status)
    else:
        answer = log_page(request, event, form=form, status=status)
    if status is HTTPStatus.TOO_MANY_REQUESTS:
        answer["Retry-After"] = str(int(LIMITS[ThrottledAction.COMMENT].within.total_seconds()))
    return answer


def _address_of_list(request: HttpRequest, event: Event, step: str = "") -> str:
    """Return the address of the list at this step, with the seat that was shown."""
    table, seat = number_of_address(request, "table", 1), number_of_address(request, "seat", 0)
    query = urlencode({"table": table, "seat": seat, "view": "list"})
    return f"{reverse('log', args=[event.code])}?{query}" + (f"#{step}s{seat}" if step else "")
