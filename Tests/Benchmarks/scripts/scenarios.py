"""The scenarios that the bars were set for in one `mockportal run`, every scenario, and the negative ones alone."""
import json
import pathlib
import resource
import subprocess
import time

from processes import folder
from table import figures, median, row

ROUNDS = 5
# Those that there were on 2026-11-22, whose runs the bars are about; what came since costs more a run (realms of Kerberos, providers).
FIRST = (pathlib.Path(__file__).parent / "scenarios-409.txt").read_text().split()


def timed(*command):
    start = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    return time.monotonic() - start, done


def processor():
    """Seconds of processor time of every program that has ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def rows(name, bars, command):
    """Wall and processor time a run, beside their bars where there are any."""
    times, work = [], []
    for _ in range(ROUNDS):
        before = processor()
        seconds, done = timed(*command)
        times.append(seconds)
        work.append(processor() - before)
    last = (done.stdout.strip().splitlines()[-1:] or [""])[0]
    runs = int(last.split(" ", 1)[0]) if done.returncode == 0 else 0
    for what, values, bar in zip(("wall time", "processor time"), (times, work), bars):
        each = median(values) / max(1, runs) * 1000
        if bar:
            row(f"{name}, {what} a run", f"{each:.1f} ms", last[:60], "", f"≤ {bar} ms, exit 0", runs > 0 and each <= bar)
        else:
            figures(f"{name}, {what} a run", f"{each:.1f} ms", last[:60], "")


def measure(mockportal):
    rows("the first 409 scenarios", (5, 8), [mockportal, "run", *FIRST])
    rows("every scenario", (None, None), [mockportal, "run"])

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
