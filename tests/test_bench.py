import subprocess
import sys

from bench.figures import percentile
from bench.targets import Target, verdict
from tests.server import ROOT

NIGHT = ["--tables", "2", "--fighters", "2", "--drafts", "1", "--repeats", "1"]


def test_a_small_night_is_played_on_the_server_and_on_the_limit():
    program = [sys.executable, "-m", "bench", *NIGHT]
    ended = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    rows = {row[0].strip(): row[1:] for line in ended.stdout.splitlines() if (row := line.strip("|").split("|"))[1:]}
    assert float(rows["choices a second"][0].replace(",", "")) > 0
    assert float(rows["messages a choice"][0]) >= 2


def test_a_percentile_is_the_value_below_which_the_share_lies():
    assert [percentile(range(100), share) for share in (0.5, 0.99, 1.0)] == [50, 99, 99]
    assert percentile([], 0.5) == 0


def test_a_missed_target_is_named():
    kept, missed = Target("speed", 0.4, 0.5, most=False), Target("wait", 5.0, 6.0)
    assert [target.is_met for target in (kept, missed)] == [True, False]
    assert "| wait | ≤ 5 | 6.00 | **missed** |" in verdict([kept, missed])
