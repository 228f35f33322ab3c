"""The web manifest: what a phone shows when the site is put on its home screen."""

from django.http import HttpRequest, JsonResponse
from django.templatetags.static import static
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

ICONS = (("icon-192", "192x192", "any"), ("icon-512", "512x512", "any"), ("icon-maskable-512", "512x512", "maskable"))
"""The name of each icon in `static/img`, its size and its purpose."""


@require_safe
@cache_control(public=True, max_age=60 * 60)
def manifest(request: HttpRequest) -> JsonResponse:
    icons = [
        {"src": static(f"img/{name}.png"), "sizes": sizes, "type": "image/png", "purpose": purpose}
        for name, sizes, purpose in ICONS
    ]
    return JsonResponse(
        {
            "id": "/",
            "name": "Pass Left",
            "short_name": "Pass Left",
            "description": gettext("Booster drafts in game stores"),
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "background_color": "#0b0e19",
            "theme_color": "#0b0e19",
            "icons": icons,
        },
        content_type="application/manifest+json",
    )
