"""Settings that all tests of pages share."""

import logging
from functools import partial

import pytest
import resvg_py


@pytest.fixture(autouse=True)
def small_link_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw the picture beside a link to a log at a tenth of its size: whole it takes longer than forty pages."""
    monkeypatch.setattr(resvg_py, "svg_to_bytes", partial(resvg_py.svg_to_bytes, width=120))


@pytest.fixture(autouse=True)
def unlogged_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Write no line for each request, of which there are thousands; tests/test_logs.py reads them."""
    monkeypatch.setattr(logging.getLogger("draftsite.middleware.request_log"), "disabled", True)
