"""Settings that all tests of pages share."""

from functools import partial

import pytest
import resvg_py


@pytest.fixture(autouse=True)
def small_link_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw the picture beside a link to a log at a tenth of its size: whole it takes longer than forty pages."""
    monkeypatch.setattr(resvg_py, "svg_to_bytes", partial(resvg_py.svg_to_bytes, width=120))
