"""The command `pass-left`: opens the site; with arguments, runs one of Django's commands on its data."""

import io
import os
import sys

from django.core.management import execute_from_command_line

from draftsite import __version__
from draftsite.home import HOME, prepare_home


def main() -> None:
    """Run the command line."""
    arguments = sys.argv[1:] or ["open_site"]
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal may not be able to show all letters of a name
    if arguments in (["--version"], ["version"]):
        print(f"Pass Left {__version__}")
        return
    os.umask(0o077)  # only the owner may read the data
    try:
        prepare_home()
    except OSError as error:
        sys.exit(f"{HOME} cannot be written ({error.strerror}). PASS_LEFT_HOME names another folder.")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "draftsite.settings")
    execute_from_command_line(["pass-left", *arguments])


if __name__ == "__main__":
    main()
