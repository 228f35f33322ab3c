"""The scripts' own tests, in Node where there is one."""

import shutil
import subprocess

import pytest

from tests.server import ROOT


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node here to run tests/js with")
def test_the_scripts_do_what_their_tests_say():
    """Tests that stand in for parts of a browser have a process each, all others one: it takes a tenth of the time."""
    tests = sorted((ROOT / "tests/js").rglob("*.test.mjs"))
    own = [str(path) for path in tests if "globalThis" in path.read_text()]
    together = [str(path) for path in tests if str(path) not in own]
    import_all = "for (const file of process.argv.slice(1)) await import(file)"
    for program in (["--test", *own], ["--input-type=module", "--eval", import_all, *together]):
        command = ["node", "--experimental-default-type=module", *program]
        run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stdout + run.stderr


def test_no_page_and_no_script_needs_more_than_the_content_policy_allows():
    pages = [path.read_text() for path in (ROOT / "templates").rglob("*.html")]
    scripts = [path.read_text() for path in (ROOT / "static/js").rglob("*.js")]
    assert [word for word in (" style=", "onclick=", "<script>", "javascript:") for page in pages if word in page] == []
    assert [word for word in ("innerHTML", "eval(", "insertAdjacentHTML") for text in scripts if word in text] == []
