import re
from pathlib import Path

TESTS = re.findall(
    r"^def (test_\w+)", "\n".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py")), re.MULTILINE
)


def test_every_clause_of_rome_has_a_test_that_names_it():
    named = {word for test in TESTS for word in test.split("_")}
    assert [clause for clause in (f"V{number}" for number in range(1, 55)) if clause not in named] == ["V30"]
