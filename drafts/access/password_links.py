"""Links by which an account gets a new password: signed, and worthless after an hour, a sign-in or a new password."""

from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode


def path_of_link(user: User) -> str:
    """Return the path of a link that sets the password of this account. It is valid for `PASSWORD_RESET_TIMEOUT`."""
    name = urlsafe_base64_encode(force_bytes(user.pk))
    return reverse("password_reset_confirm", args=[name, default_token_generator.make_token(user)])
