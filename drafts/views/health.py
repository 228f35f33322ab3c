"""For whoever watches over the server."""

from http import HTTPStatus

from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from drafts.selectors.health import failing_parts


@require_safe
@never_cache
async def healthz(request: HttpRequest) -> JsonResponse:
    if failing := await failing_parts():
        return JsonResponse({"status": "unavailable", "failing": failing}, status=HTTPStatus.SERVICE_UNAVAILABLE)
    return JsonResponse({"status": "ok"})
