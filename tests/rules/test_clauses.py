import re
from pathlib import Path

HERE = Path(__file__).parent
RULES = (HERE.parents[1] / "docs" / "rules.md").read_text(encoding="utf-8")
TESTS = re.findall(r"^def (test_\w+)", "\n".join(path.read_text() for path in HERE.rglob("test_*.py")), re.MULTILINE)
SHARING = "R19"  # the cards are shared after all games, which are not played here yet


def named(*words):
    return [test for test in TESTS if all(word in test.removeprefix("test_").split("_") for word in words)]


def test_every_clause_has_a_test_that_names_it():
    clauses = re.findall(r"^\| (R\d+) \|", RULES, re.MULTILINE)
    assert clauses == [f"R{number}" for number in range(1, 20)]
    assert [clause for clause in clauses if not named(clause)] == [SHARING]


def test_every_reading_has_a_test_that_names_it():
    readings = re.findall(r"^- \*\*(R\d+|First vanguard)", RULES, re.MULTILINE)
    assert len(readings) == 10
    words = [["first", "vanguard"] if reading == "First vanguard" else [reading] for reading in readings]
    assert [reading for reading in words if not named(*reading, "reading")] == [[SHARING]]
