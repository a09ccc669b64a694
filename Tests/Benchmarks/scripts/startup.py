"""From exec to the ready line of `mockportal serve`, beside an empty program with the same libraries."""
import subprocess

from table import median, percentile, row

RUNS = 200


def measure(mockportal, peers):
    serve = [mockportal, "serve", "--json", "--port", "0"]
    text = subprocess.run([peers / "startup", str(RUNS), *serve, "--split", peers / "empty"], check=True, capture_output=True, text=True).stdout
    times, sizes = ([], []), ([], [])
    for line in text.splitlines():
        which, milliseconds, size = line.split()
        times[int(which)].append(float(milliseconds))
        if int(size) > 0:
            sizes[int(which)].append(int(size) / 1024)
    ours, empty = times
    for name, value, bar in (("median", median, 2.5), ("99th percentile", lambda v: percentile(v, 99), 3.5)):
        ratio = value(ours) / value(empty)
        row(
            f"exec to ready line, {name} of {len(ours)}", f"{value(ours):.1f} ms", f"empty {value(empty):.1f} ms",
            f"{ratio:.1f}", f"≤ {bar}", ratio <= bar)
    row(
        "proportional set size at rest", f"{median(sizes[0]):.1f} MiB", f"empty {median(sizes[1]):.1f} MiB",
        f"{median(sizes[0]) / median(sizes[1]):.1f}", "≤ 20 MiB", median(sizes[0]) <= 20)
