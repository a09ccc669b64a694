"""The fake portal against nginx serving the same bytes, and its memory over a million requests."""
import re
import subprocess

from processes import Nginx, Portal, certificate, curl, token
from table import median, note, row

ROUNDS, SECONDS = 5, 3


def wrk(url, seconds, headers=()):
    """Requests per second, and how many there were, over 32 connections."""
    fields = [word for header in headers for word in ("-H", header)]
    text = subprocess.run(["wrk", "-t2", "-c32", f"-d{seconds}s", *fields, url], check=True, capture_output=True, text=True).stdout
    if "Non-2xx" in text or "Socket errors" in text:
        raise SystemExit(f"bench: wrk saw errors on {url}:\n{text}")
    return float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1]), int(re.search(r"(\d+) requests in", text)[1])


def measure(mockportal):
    portal = Portal(mockportal, "token", "--http-port", "0")
    headers = token(portal)
    path = "/sharing/rest/portals/self?f=json"
    body = curl(portal.ready["url"] + path, portal.ready["caFile"], *[word for header in headers for word in ("-H", header)])
    if b'"user"' not in body:
        raise SystemExit("bench: the token did not let alice in: " + body[:200].decode())
    nginx = Nginx(body, *certificate()[:2])
    note(f"portals/self is {len(body)} bytes")
    total = 0
    for scheme, ours, theirs, bar in (
        ("HTTP", portal.ready.get("httpURL"), nginx.url, 0.8),
        ("HTTPS", portal.ready["url"], nginx.tls_url, 0.7),
    ):
        if not ours:
            row(f"portals/self over {scheme}, requests/s", "no listener", "", "", f"≥ {bar}", False)
            continue
        pairs = []
        for _ in range(ROUNDS):
            mine, count = wrk(ours + path, SECONDS, headers)
            pairs.append((mine, wrk(theirs, SECONDS)[0]))
            total += count
        ratio = median(mine / other for mine, other in pairs)
        row(
            f"portals/self over {scheme}, requests/s", f"{median(p[0] for p in pairs):.0f}",
            f"nginx {median(p[1] for p in pairs):.0f}", f"{ratio:.2f}", f"≥ {bar}", ratio >= bar)

    # Memory: the journal is full long before the first reading, so whatever grows after it is a leak.
    url = (portal.ready.get("httpURL") or portal.ready["url"]) + path
    first = portal.resident()
    highest, done = first, 0
    while done < 1_000_000:
        done += wrk(url, 5, headers)[1]
        highest = max(highest, portal.resident())
    growth = highest / first
    row(
        "resident memory over a million requests", f"{highest / 1024:.1f} MiB", f"{first / 1024:.1f} MiB after the first {total}",
        f"{growth:.2f}", "≤ 1.05", growth <= 1.05)
    journal = portal.control("/journal")
    kept, dropped = len(journal["requests"]), journal["dropped"]
    row("journal after that, requests kept", f"{kept}", f"{dropped} dropped", "", "≥ 10000", kept >= 10_000)
    portal.end()
