"""The folders of an installation: what it reads, and what it writes.

A checkout reads templates and static files beside this package, and writes beside them. A wheel has them inside this
package, and writes to the user's data folder.
"""

import os
import secrets
import tempfile
from pathlib import Path

import platformdirs

PACKAGE = Path(__file__).resolve().parent
IS_CHECKOUT = not (PACKAGE / "templates").is_dir()
RESOURCES = PACKAGE.parent if IS_CHECKOUT else PACKAGE
DEFAULT_HOME = PACKAGE.parent if IS_CHECKOUT else platformdirs.user_data_path("pass-left", appauthor=False)
HOME = Path(os.environ.get("PASS_LEFT_HOME") or DEFAULT_HOME).expanduser().absolute()
"""Everything that is written goes here: `.env`, the database, backups, collected static files."""


def prepare_home() -> None:
    """Make the folder, and a `.env` with a secret key unless there is one or a key is set. Raises OSError."""
    HOME.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = HOME / ".env"
    if file.exists() or os.environ.get("SECRET_KEY"):
        return
    # Its mode is 0600, and it is renamed once it is complete
    with tempfile.NamedTemporaryFile("w", dir=HOME, prefix=".env-", delete=False, encoding="utf-8") as part:
        part.write(f"SECRET_KEY={secrets.token_urlsafe(50)}\n")
    Path(part.name).replace(file)
