"""The server's log lines, for whoever keeps it, hold no secret of a draft either."""

import json
import re

import pytest

from tests.secrets.checker import checker_of

CARD_BY_ID = re.compile(r"\bcards?\b(?!/: \d{3} in )\W{0,4}\d|\[\d+(?:, ?\d+)*\]")
LINES_AT_ONCE = 200


def leaks_in(lines, *outcomes):
    """Return the lines that hold a card, a seed, a token, a session's key or a password."""
    found = [line for line in lines if CARD_BY_ID.search(json.loads(line)["message"])]
    for outcome in outcomes:
        checker = checker_of(outcome)
        for start in range(0, len(lines), LINES_AT_ONCE):
            some = lines[start : start + LINES_AT_ONCE]
            if any(checker.read("\n".join(some).encode())):
                found += [line for line in some if any(checker.read(line.encode()))] or some
    return found


def test_no_line_of_the_log_holds_a_card_a_seed_or_a_key(site, one_table, two_tables, practice):
    lines = site.log.read_text().splitlines()
    assert len(lines) > 1000
    assert [line for line in lines if json.loads(line).get("trace")] == []
    assert leaks_in(lines, one_table, two_tables, practice) == []


def test_no_line_about_real_packs_holds_a_card_that_somebody_has_entered(site, with_real_packs):
    lines = site.log.read_text().splitlines()
    assert any("POST /events/<code:code>/pile/" in line for line in lines)
    assert leaks_in(lines, with_real_packs) == []


@pytest.mark.parametrize("what", ["seed", "name", "token", "ids", "password"])
def test_a_line_with_a_secret_is_found(one_table, what):
    card = one_table.log["tables"][0]["packs"][-1]["cards"][0]
    owned = {next(iter(observers), "nobody"): word for word, observers in one_table.transcript.secrets.items()}
    said = {
        "seed": f"the seed is {one_table.log['event']['seed']}",
        "name": f"Aichi takes {card['name'].upper()}",
        "token": f"GET /rejoin/{owned['Aichi']}/",
        "ids": f"choose {[card['id'], 7]}",
        "password": f"sign-in with {owned['nobody']}",
    }
    lines = [json.dumps({"message": message}) for message in ("all is well", said[what])]
    assert leaks_in(lines, one_table) == lines[1:]
