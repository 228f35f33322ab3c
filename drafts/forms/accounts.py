"""An organizer's account, in the words of this site: Django's own forms say what is wrong in its own."""

from typing import Any, ClassVar

from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, UserCreationForm
from django.contrib.auth.forms import SetPasswordForm as DjangosSetPasswordForm
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from drafts.forms.focus import FocusesFirstFault

NEW_PASSWORD = _("At least 8 characters, not only digits, no common password, and not your username.")
THE_SAME_AGAIN = _("Type it again, in case of a typo.")
MISMATCH = _("The two passwords are not the same.")
NO_PASSWORD = _("Choose a password.")
WEAK = {
    "password_too_short": _("This password is too short: it needs at least 8 characters."),
    "password_too_common": _("Many people use this password. Choose another one."),
    "password_entirely_numeric": _("This password is only digits. Put letters into it."),
    "password_too_similar": _("This password is too much like your username."),
}


class _ChoosesPassword(FocusesFirstFault):
    """A form in which a password is chosen and typed twice. A weak one is a fault of the first field."""

    password_fields: ClassVar[tuple[str, str]]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        first, again = (self.fields[name] for name in self.password_fields)
        first.help_text, again.help_text = NEW_PASSWORD, THE_SAME_AGAIN
        again.label = _("Password again")
        first.error_messages["required"], again.error_messages["required"] = (
            NO_PASSWORD,
            _("Type the password again."),
        )

    def validate_password_for_user(self, user: User, password_field_name: str = "") -> None:
        """Validate the password, with messages of our own (called by Django's forms)."""
        first = self.password_fields[0]
        password = self.cleaned_data.get(first)
        if not password:
            return
        try:
            validate_password(password, user)
        except ValidationError as weak:
            faults = [WEAK.get(str(fault.code), " ".join(fault.messages)) for fault in weak.error_list]
            self.add_error(first, [ValidationError(fault) for fault in faults])


class SignUpForm(_ChoosesPassword, UserCreationForm):  # type: ignore[type-arg]  # generic in its stubs alone
    password_fields = ("password1", "password2")
    error_messages = {"password_mismatch": MISMATCH}

    class Meta(UserCreationForm.Meta):
        model = User
        help_texts: ClassVar = {"username": _("You sign in with it. Letters, digits and . - _ + @, no spaces.")}
        error_messages: ClassVar = {
            "username": {
                "required": _("Choose a username."),
                "invalid": _("Only letters, digits and . - _ + @, no spaces."),
                "max_length": _("A username has at most 150 characters."),
                "unique": _("This username is taken. Choose another one."),
            }
        }


class SignInForm(FocusesFirstFault, AuthenticationForm):
    error_messages = {
        "invalid_login": _("Wrong username or password. Capital letters matter in a password."),
        "inactive": _("This account is closed."),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].error_messages["required"] = _("Type your username.")
        self.fields["password"].error_messages["required"] = _("Type your password.")


class ChangePasswordForm(_ChoosesPassword, PasswordChangeForm):
    password_fields = ("new_password1", "new_password2")
    error_messages = {
        "password_mismatch": MISMATCH,
        "password_incorrect": _("This is not your current password."),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["old_password"].label = _("Your current password")
        self.fields["old_password"].error_messages["required"] = _("Type your current password.")


class SetPasswordForm(_ChoosesPassword, DjangosSetPasswordForm):  # type: ignore[type-arg]  # generic in its stubs alone
    password_fields = ("new_password1", "new_password2")
    error_messages = {"password_mismatch": MISMATCH}
