"""Lets a request go through all middleware on one thread, without a change of threads for each of it."""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.decorators import sync_only_middleware

GetResponse = Callable[[HttpRequest], HttpResponseBase]


@sync_only_middleware
def stay_on_one_thread(get_response: GetResponse) -> GetResponse:
    """Return the view as it is: because this middleware is the innermost, Django runs all others synchronously too.

    Those that run asynchronously change threads twice a request each, and ours wait for the database anyway.
    """
    return get_response
