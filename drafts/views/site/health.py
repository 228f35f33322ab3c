"""Health checks of the server, for people, proxies and programs."""

from http import HTTPStatus

from asgiref.sync import sync_to_async
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from drafts import metrics
from drafts.live.hub import get_hub
from drafts.live.shutdown import shutting_down
from drafts.queries.site.health import failing_parts, unready_parts


@require_safe
@never_cache
async def healthz(request: HttpRequest) -> JsonResponse:
    return _answer(await failing_parts())


@require_safe
@never_cache
async def readyz(request: HttpRequest) -> JsonResponse:
    failing = await unready_parts()
    here = {"writer": get_hub().fault, "closing": shutting_down.is_set()}
    return _answer([*failing, *(part for part, fault in here.items() if fault)])


@require_safe
@never_cache
async def numbers(request: HttpRequest) -> HttpResponse:
    if not settings.METRICS_TOKEN:
        raise Http404
    if not constant_time_compare(request.headers.get("Authorization", ""), f"Bearer {settings.METRICS_TOKEN}"):
        return HttpResponse(status=HTTPStatus.UNAUTHORIZED, headers={"WWW-Authenticate": "Bearer"})
    hub = get_hub()
    text = await sync_to_async(metrics.as_text, thread_sensitive=False)(tables=hub.tables, viewers=hub.viewers)
    return HttpResponse(text, content_type=metrics.CONTENT_TYPE)


def _answer(failing: list[str]) -> JsonResponse:
    if failing:
        return JsonResponse({"status": "unavailable", "failing": failing}, status=HTTPStatus.SERVICE_UNAVAILABLE)
    return JsonResponse({"status": "ok"})
