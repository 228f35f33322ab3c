"""The texts of scripts in languages other than English. Browsers may cache them permanently."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils.translation import override
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.i18n import JavaScriptCatalog

from drafts.languages import script_version


@require_safe
@cache_control(public=True, max_age=60 * 60 * 24 * 365, immutable=True)
def script_words(request: HttpRequest, language: str, version: str) -> HttpResponseBase:
    if language not in dict(settings.LANGUAGES) or script_version(language) != version:
        raise Http404
    with override(language):
        return JavaScriptCatalog.as_view()(request)
