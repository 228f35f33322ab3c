"""The links by which judges and co-organizers take part: the organizer's page, and opening a link."""

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from drafts.access.rights import owned_event_of
from drafts.access.staff import link_of, remember_link
from drafts.forms.events.staff import StaffForm
from drafts.models import Event, StaffLink
from drafts.queries.events.staff import links_of
from drafts.rules.ids import StaffId
from drafts.rules.night.nicknames import isolate
from drafts.services.errors import ServiceError
from drafts.services.events.staff import make_link, note_use, refusal_of_more, revoke_link
from drafts.views.event_access import remember_event
from drafts.views.form_values import number_in
from drafts.views.links import judge_url, may_replace, qr, with_forms


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def staff(request: HttpRequest, code: str) -> HttpResponse:
    if not request.user.is_authenticated and request.method != "POST":
        return redirect_to_login(request.path)
    event = owned_event_of(request, code)
    if request.method == "POST" and "revoke" in request.POST:
        return _revoke(request, event)
    sent = {"role": "judge", **request.POST.dict()} if request.method == "POST" else None
    form = StaffForm(sent)
    if request.method == "POST" and form.is_valid():
        try:
            link = make_link(
                event=event, name=form.cleaned_data["name"], organizes=form.cleaned_data["role"] == "organizer"
            )
        except ServiceError as fault:
            form.add_error(fault.field, fault.message)
        else:
            words = gettext("The link for %(name)s is made. Let them scan it.")
            messages.success(request, words % {"name": isolate(link.name)})
            return redirect("staff", event.code)
    return _page(request, event, form)


def _page(request: HttpRequest, event: Event, form: StaffForm) -> HttpResponse:
    standing, revoked = links_of(event)
    addresses = [judge_url(request, link) for link in standing]
    context = {
        "event": event,
        "form": form,
        "links": [(link, url, qr(url)) for link, url in zip(standing, addresses, strict=True)],
        "revoked": revoked,
        "refusal": refusal_of_more(len(standing), len(standing) + len(revoked)),
    }
    return render(request, "events/staff.html", context)


def _revoke(request: HttpRequest, event: Event) -> HttpResponse:
    try:
        link = revoke_link(event=event, link_id=StaffId(number_in(request.POST, "revoke") or 0))
    except ServiceError as fault:
        messages.error(request, fault.message)
    else:
        words = gettext("The link of %(name)s is revoked: it opens nothing any more.")
        messages.success(request, words % {"name": isolate(link.name)})
    return redirect("staff", event.code)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def open_link(request: HttpRequest, token: str) -> HttpResponse:
    link = StaffLink.objects.select_related("event").filter(token=token).first()
    if link is None or link.revoked_at is not None:
        return with_forms(render(request, "draft/judge/wrong.html", {"link": link}, status=HTTPStatus.NOT_FOUND))
    own = link_of(request.session, link.event)
    if own is not None and own.id != link.id and not may_replace(request):
        names = {"own": own.name, "other": link.name}
        return with_forms(render(request, "events/rejoin_ask.html", {"event": link.event, "judging": True, **names}))
    remember_link(request, link)
    note_use(link_id=StaffId(link.id), opened=True)
    page = "host" if link.organizes else "judge"
    answer = remember_event(request, redirect(page, link.event.code), link.event)
    answer["Referrer-Policy"] = "no-referrer"
    return answer
