"""Judging a command that does nothing, beyond what the command itself costs; and many portals alive in one process."""
import http.client
import json
import re
import statistics
import subprocess
import time
import urllib.parse

from processes import Portal
from table import figures, median, row

ROUNDS = 5
SANDBOXES = 200
COMMAND = "/bin/true"


def command_alone():
    """Milliseconds that the command itself takes, from its start to its end."""
    times = []
    for _ in range(200):
        start = time.monotonic()
        subprocess.run([COMMAND], check=True)
        times.append((time.monotonic() - start) * 1000)
    return statistics.median(times)


def run(mockportal, *selectors):
    """Seconds and number of runs, one at a time, of those that a plain command can do."""
    start = time.monotonic()
    done = subprocess.run(
        [mockportal, "run", *selectors, "--client", COMMAND, "--jobs", "1"], capture_output=True, text=True, timeout=600)
    seconds = time.monotonic() - start
    counts = done.stdout.strip().splitlines()[-1]
    total = int(re.match(r"(\d+) runs?", counts)[1])
    idle = re.search(r"(\d+) not applicable", counts)
    return seconds, total - (int(idle[1]) if idle else 0)


def overhead(mockportal):
    alone = command_alone()
    each = []
    for _ in range(ROUNDS):
        start, _ = run(mockportal, "C01")
        seconds, runs = run(mockportal)
        each.append((seconds - start) * 1000 / (runs - 1) - alone)
    cost = median(each)
    row("judging a command, per run, beyond its own time", f"{cost:.1f} ms", f"the command alone {alone:.1f} ms", "", "≤ 8 ms", cost <= 8)


def sandboxes(mockportal):
    portal = Portal(mockportal)
    url = urllib.parse.urlsplit(portal.ready["controlURL"])
    control = http.client.HTTPConnection(url.netloc, timeout=60)
    body = json.dumps({"scenario": "token"})
    before = portal.resident()
    times = []
    for _ in range(SANDBOXES):
        start = time.monotonic()
        control.request("POST", f"{url.path}/sandboxes", body, {"Content-Type": "application/json"})
        answer = control.getresponse()
        answer.read()
        if answer.status != 201:
            raise SystemExit(f"bench: a sandbox was refused with {answer.status}")
        times.append((time.monotonic() - start) * 1000)
    grown = (portal.resident() - before) / SANDBOXES
    figures(f"one of {SANDBOXES} sandboxes, start", f"{median(times):.1f} ms", f"the slowest {max(times):.1f} ms", "")
    figures(f"one of {SANDBOXES} sandboxes alive at once, memory", f"{grown:.0f} KiB", f"the process {portal.resident() / 1024:.0f} MiB", "")
    portal.end()


def measure(mockportal):
    overhead(mockportal)
    sandboxes(mockportal)
