"""The form of an organizer's account."""

from django.contrib.auth.forms import UserCreationForm
from django.contrib.auth.models import User


class SignUpForm(UserCreationForm[User]):
    """A name and a password, twice; the name is free, whatever its case."""

    class Meta(UserCreationForm.Meta):
        model = User
        fields = ("username",)
