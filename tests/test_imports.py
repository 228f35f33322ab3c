import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
RULES = sorted((ROOT / "drafts/rules").glob("**/*.py"))


def imported_by(file: Path) -> set[str]:
    modules = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            modules.add(node.module or "")
    return modules


BORROWED = {"pairings": {"networkx"}}
"""The parts of the rules that use a library: a matching of least weight is nothing to write oneself."""


def test_imports_point_downwards_only():
    program = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    run = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout


@pytest.mark.parametrize("file", RULES, ids=lambda file: file.stem)
def test_the_rules_import_the_standard_library_and_each_other_only(file):
    foreign = {
        module
        for module in imported_by(file)
        if not module.startswith("drafts.rules") and module.partition(".")[0] not in sys.stdlib_module_names
    }
    assert foreign == BORROWED.get(file.stem, set())


def test_the_rules_read_no_clock():
    assert {file.stem: imported_by(file) & {"time", "secrets", "os", "socket"} for file in RULES} == {
        file.stem: set() for file in RULES
    }
