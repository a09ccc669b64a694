"""Every scenario in one `mockportal run`."""
import subprocess
import time

from table import median, row

ROUNDS = 5


def measure(mockportal):
    times = []
    for _ in range(ROUNDS):
        start = time.monotonic()
        done = subprocess.run([mockportal, "run"], capture_output=True, text=True, timeout=300)
        times.append(time.monotonic() - start)
    last = done.stdout.strip().splitlines()[-1:] or [""]
    row("every scenario in one run", f"{median(times):.2f} s", last[0][:60], "", "< 3 s, exit 0", median(times) < 3 and done.returncode == 0)
