"""Ways in: a code, a nickname, or the link of a seat."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from drafts.access import fighter_of, remember_seat
from drafts.forms.lobby import CodeForm, NicknameForm
from drafts.models import Door, Event, EventPhase, Fighter
from drafts.selectors.events import event_with_code, seats_held
from drafts.services.doors import may_try, note_attempt
from drafts.services.faults import Fault
from drafts.services.lobby import join_event, most_fighters, name_request
from drafts.views.doors import address_of, too_many_tries, with_event


@require_POST
def join(request: HttpRequest) -> HttpResponse:
    if not may_try(Door.CODE, address=address_of(request)):
        return too_many_tries(request, Door.CODE)
    form = CodeForm(request.POST, auto_id="join_%s")
    if form.is_valid():
        event = event_with_code(form.cleaned_data["code"])
        if event is not None:
            return redirect("join-code", event.code)
        note_attempt(Door.CODE, address=address_of(request))
        form.add_error("code", "No event has this code. It is on the big screen and with the organizer.")
    return render(request, "landing.html", {"form": form, "seats": seats_held(request.session)})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@with_event
def join_with_code(request: HttpRequest, event: Event) -> HttpResponse:
    if fighter_of(request.session, event):
        return redirect("play", event.code)
    form = NicknameForm(request.POST or None, initial={"request": name_request()})
    if request.method == "POST" and form.is_valid():
        try:
            fighter = join_event(event=event, **form.cleaned_data)
        except Fault as fault:
            form.add_error(fault.field, fault.message)
        else:
            remember_seat(request, fighter)
            return redirect("play", event.code)
    event.refresh_from_db(fields=["phase"])
    closed = event.phase != EventPhase.LOBBY or event.fighters.count() >= most_fighters(event)
    return render(request, "join_closed.html" if closed else "join.html", {"event": event, "form": form})


@require_safe
@never_cache
def rejoin(request: HttpRequest, token: str) -> HttpResponse:
    fighter = Fighter.objects.select_related("event").filter(token=token, bot=False).first()
    if fighter is None:
        answer = render(request, "rejoin_wrong.html", status=404)
        answer["Referrer-Policy"] = "strict-origin"  # without the address; "no-referrer" would break the page's forms
        return answer
    remember_seat(request, fighter)
    answer = redirect("play", fighter.event.code)
    answer["Referrer-Policy"] = "no-referrer"
    return answer
