import re
from pathlib import Path

HERE = Path(__file__).parent
DOCS = HERE.parents[1] / "docs"
RULES, OF_MAGIC, OF_PLAIN = (
    (DOCS / name).read_text(encoding="utf-8") for name in ("rules.md", "rules-magic.md", "rules-plain.md")
)
TESTS = re.findall(
    r"^def (test_\w+)", "\n".join(path.read_text() for path in HERE.parent.rglob("test_*.py")), re.MULTILINE
)


def named(*words):
    return [test for test in TESTS if all(word in test.removeprefix("test_").split("_") for word in words)]


def test_every_clause_has_a_test_that_names_it():
    clauses = re.findall(r"^\| (R\d+) \|", RULES, re.MULTILINE)
    assert clauses == [f"R{number}" for number in range(1, 20)]
    assert [clause for clause in clauses if not named(clause)] == []


def test_every_reading_has_a_test_that_names_it():
    readings = re.findall(r"^- \*\*(R\d+|First vanguard)", RULES, re.MULTILINE)
    assert len(readings) == 13
    words = [["first", "vanguard"] if reading == "First vanguard" else [reading] for reading in readings]
    assert [reading for reading in words if not named(*reading, "reading")] == []


def test_every_clause_of_magic_that_is_built_has_a_test_that_names_it():
    clauses = re.findall(r"^\| (M\d+) \|", OF_MAGIC, re.MULTILINE)
    assert clauses == [f"M{number}" for number in range(1, 45)]
    assert [clause for clause in clauses if not named(clause)] == []


def test_every_clause_of_the_plain_draft_has_a_test_that_names_it():
    clauses = re.findall(r"^\| (P\d+) \|", OF_PLAIN, re.MULTILINE)
    assert clauses == [f"P{number}" for number in range(1, 9)]
    assert [clause for clause in clauses if not named(clause)] == []


def test_every_reading_of_magic_is_one_of_a_clause():
    readings = re.findall(r"^- \*\*(M\d+)\*\*", OF_MAGIC, re.MULTILINE)
    assert [reading for reading in readings if f"| {reading} |" not in OF_MAGIC] == []
