"""The client against a bare libcurl loop (one connection) and against async-http-client (64 at once); nginx answers both."""
import subprocess

from processes import Nginx, certificate
from table import median, row

ROUNDS = 5


def rate(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=120)
    if done.returncode:
        raise SystemExit(f"bench: {' '.join(str(word) for word in command)} ended with {done.returncode}: {done.stderr[:400]}")
    return float(done.stdout)


def measure(peers, bench):
    chain, key, authority = certificate()
    nginx = Nginx(b'{"name":"' + b"x" * 2000 + b'"}', chain, key)
    for scheme, url, trust in (("HTTP", nginx.url, "-"), ("HTTPS", nginx.tls_url, authority)):
        for what, width, count, theirs, name, bar in (
            ("sequential", 1, 10_000, [peers / "sequential", url, trust, 10_000], "libcurl loop in C", 0.85),
            ("64 concurrent", 64, 40_000, [bench, "async-http-client", url, trust, 40_000, 64], "async-http-client", 1.0),
        ):
            pairs = [(rate(bench, "ours", url, trust, count, width), rate(*theirs)) for _ in range(ROUNDS)]
            ratio = median(mine / other for mine, other in pairs)
            row(
                f"client over {scheme}, {what}, requests/s", f"{median(p[0] for p in pairs):.0f}",
                f"{name} {median(p[1] for p in pairs):.0f}", f"{ratio:.2f}", f"≥ {bar}", ratio >= bar)
