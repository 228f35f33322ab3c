"""The pictures of cards. The picture at an address never changes, so browsers may cache it for good."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from drafts.models import CardImage

KINDS = {"png": "image/png", "jpg": "image/jpeg", "webp": "image/webp"}


@require_safe
@cache_control(public=True, max_age=60 * 60 * 24 * 365, immutable=True)
def card_image(request: HttpRequest, name: str) -> HttpResponse:
    image = CardImage.objects.filter(name=name).first()
    if image is None:
        raise Http404
    return HttpResponse(bytes(image.data), content_type=KINDS[name.rpartition(".")[2]])
