"""Every scenario in one `mockportal run`, and the negative ones alone."""
import json
import subprocess
import time

from processes import folder
from table import median, row

ROUNDS = 5


def timed(*command):
    start = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    return time.monotonic() - start, done


def measure(mockportal):
    times = []
    for _ in range(ROUNDS):
        seconds, done = timed(mockportal, "run")
        times.append(seconds)
    last = done.stdout.strip().splitlines()[-1:] or [""]
    row("every scenario in one run", f"{median(times):.2f} s", last[0][:60], "", "< 5 s, exit 0", median(times) < 5 and done.returncode == 0)

    report = folder / "report.json"
    timed(mockportal, "run", "--report", f"json={report}")
    scenarios = json.loads(report.read_text())["scenarios"]
    negative = sorted({one["id"] for one in scenarios if one["expectation"].get("final", {}).get("status") == "failed"})
    runs = sum(one["id"] in negative for one in scenarios)
    times = []
    for _ in range(ROUNDS):
        seconds, done = timed(mockportal, "run", *negative)
        times.append(seconds)
    each = median(times) / runs * 1000
    row("a negative scenario, wall time by their number", f"{each:.1f} ms", f"{runs} runs of {len(negative)} scenarios", "", "< 100 ms", each < 100 and done.returncode == 0)
