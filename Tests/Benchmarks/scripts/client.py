"""The client against a bare libcurl loop in C and against async-http-client, one request at a time and 64 at once; nginx answers all."""
import subprocess

from processes import Nginx, certificate
from table import figures, median, row

ROUNDS = 5
# What both peers ask of the client: this share of the loop's rate, and of the other client's. A loop whose callers are on two other
# threads, as the client's are, shows how much of that the machine allows; it has no bar.
BARS = {"libcurl loop in C": 0.95, "async-http-client": 1.2, "libcurl loop with callers": None}


def rate(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=120)
    if done.returncode:
        raise SystemExit(f"bench: {' '.join(str(word) for word in command)} ended with {done.returncode}: {done.stderr[:400]}")
    return float(done.stdout)


def in_turns(rounds, **commands):
    """The rates of some commands, by their names; in each round they take turns, so that what else the machine does meets all."""
    rates = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            rates[name].append(rate(*command))
    return rates


def measure(peers, bench):
    chain, key, authority = certificate()
    nginx = Nginx(b'{"name":"' + b"x" * 2000 + b'"}', chain, key)
    for scheme, url, trust in (("HTTP", nginx.url, "-"), ("HTTPS", nginx.tls_url, authority)):
        for what, width, count, loops in (
            ("sequential", 1, 10_000, {"libcurl loop in C": [peers / "sequential", url, trust, 10_000]}),
            ("64 concurrent", 64, 40_000, {
                "libcurl loop in C": [peers / "concurrent", url, trust, 40_000, 64],
                "libcurl loop with callers": [peers / "handover", url, trust, 40_000, 64]}),
        ):
            rates = in_turns(ROUNDS, **{
                "ours": [bench, "ours", url, trust, count, width], **loops,
                "async-http-client": [bench, "async-http-client", url, trust, count, width]})
            for name, bar in BARS.items():
                if name not in rates:
                    continue
                ratio = median(mine / other for mine, other in zip(rates["ours"], rates[name]))
                words = (
                    f"client over {scheme}, {what}, requests/s", f"{median(rates['ours']):.0f}",
                    f"{name} {median(rates[name]):.0f}", f"{ratio:.2f}")
                if bar:
                    row(*words, f"≥ {bar}", ratio >= bar)
                else:
                    figures(*words)
