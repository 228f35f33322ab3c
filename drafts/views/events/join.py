"""Ways in: a code, a nickname, or the link of a seat."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from drafts.access.seats import of_seat, own_seat_of, remember_seat, seats_of, was_removed
from drafts.access.series import seats_brought_along
from drafts.forms.events.lobby import CodeForm, NicknameForm
from drafts.languages import translated
from drafts.models import Event, Fighter, ThrottledAction
from drafts.presenters.events.nights import fights_in_words, picks_in_words, sharing_in_words
from drafts.queries.events.lookup import event_with_code, people_in
from drafts.queries.events.stores import store_of_event
from drafts.rules.night.stages import Stage
from drafts.services.errors import ServiceError
from drafts.services.events.lobby import join_event, may_join, most_fighters, name_request
from drafts.store.series import next_of
from drafts.views.event_access import count_wrong_code, may_try_code, remember_event, too_many_attempts, with_event
from drafts.views.links import may_replace, with_forms
from drafts.views.site.landing import first_page


@require_POST
def join(request: HttpRequest) -> HttpResponse:
    form = CodeForm(request.POST, auto_id="join_%s")
    could_be = form.is_valid()
    event = event_with_code(form.cleaned_data["code"]) if could_be else None
    if not may_try_code(request, event):
        return too_many_attempts(request, ThrottledAction.CODE)
    if event is not None:
        return remember_event(request, redirect("join-code", event.code), event)
    if could_be:
        form.add_error("code", gettext("We can’t find that code. Check the big screen or ask the organizer."))
    page = first_page(request, form)
    return count_wrong_code(request, page) if could_be else page


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@with_event
def join_with_code(request: HttpRequest, event: Event) -> HttpResponse:
    if own_seat_of(request.session, event):
        return redirect("play", event.code)
    form = NicknameForm(request.POST or None, initial={"request": name_request()})
    if request.method == "POST" and form.is_valid():
        try:
            fighter = join_event(event=event, **form.cleaned_data)
        except ServiceError as fault:
            form.add_error(fault.field, fault.message)
            event.refresh_from_db(fields=["phase"])  # it may have been started meanwhile
        else:
            remember_seat(request, fighter)
            return redirect("play", event.code)
    closed = not may_join(event) or people_in(event) >= most_fighters(event)
    format_ = event.draft.procedure
    context = {
        "store": store_of_event(event),
        "event": event,
        "form": form,
        "game": format_.game,
        "played": translated(format_.name),
        "fights": fights_in_words(event),
        "picks": picks_in_words(event.draft),
        "sharing": sharing_in_words(event.night) if format_.shares else "",
        "was_removed": was_removed(request.session, event),
        "held": seats_of(request.session, event),
        "came_along": seats_brought_along(request.session, event.follows, event) if event.follows else [],
        "following": next_of(event),
        "bots": event.phase == Stage.DRAFTING and event.fighters.filter(bot=True).exists(),
    }
    return render(request, "events/join_closed.html" if closed else "events/join.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def rejoin(request: HttpRequest, token: str) -> HttpResponse:
    fighter = Fighter.objects.select_related("event").filter(token=token, bot=False).first()
    if fighter is None:
        return with_forms(render(request, "events/rejoin_wrong.html", status=404))
    own = None if fighter.guest else own_seat_of(request.session, fighter.event)
    if own is not None and own.id != fighter.id and not may_replace(request):
        names = {"own": own.nickname, "other": fighter.nickname}
        return with_forms(render(request, "events/rejoin_ask.html", {"event": fighter.event, **names}))
    remember_seat(request, fighter)
    answer = redirect(reverse("play", args=[fighter.event.code]) + of_seat(fighter))
    answer["Referrer-Policy"] = "no-referrer"
    return answer
