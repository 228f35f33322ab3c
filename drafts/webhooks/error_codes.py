"""Reasons why a request failed or an address is not accepted."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class ErrorCode(TextChoices):
    """A code that is stored, with the sentence that is shown for it."""

    NO_ADDRESS = "no_address", _("This is no address. It begins with https:// and names a host.")
    NO_HTTPS = "no_https", _("The address must begin with https://.")
    PASSWORD = "password", _("An address cannot contain a name and a password.")
    FRAGMENT = "fragment", _("Leave out the # and what follows it: it is never sent.")
    PORT = "port", _("This port is not sent to: it is 443, or 1024 and higher.")
    NO_HOST = "no_host", _("No machine of this name is known.")
    PRIVATE = "private", _("The address leads into a private network, or to no machine of the internet.")
    UNREACHABLE = "unreachable", _("Nothing answered at the address.")
    CERTIFICATE = "certificate", _("The certificate of the host is not valid for its name.")
    SLOW = "slow", _("The answer took too long.")
    NO_ANSWER = "no_answer", _("The connection broke off, or the answer was no HTTP.")
    REDIRECT = "redirect", _("It answered with another address, which is not followed.")
    STATUS = "status", _("It did not accept what was sent.")
    GONE = "gone", _("It answered that it is gone: the webhook is switched off.")
