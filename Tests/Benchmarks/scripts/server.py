"""The fake portal against a bare C handler on libmicrohttpd and against nginx, which serve the same bytes; its memory over a million
requests."""
import re
import subprocess

from processes import Bare, Nginx, Portal, certificate, curl, token
from table import figures, median, note, row

ROUNDS, SECONDS = 5, 3
# Of what a bare C handler does with the same bytes, fields and threads.
BAR = 0.9


def wrk(url, seconds, headers=(), script=None):
    """Requests per second, and how many there were, over 32 connections; a script in Lua makes each of them."""
    fields = [word for header in headers for word in ("-H", header)]
    if script:
        fields += ["-s", str(script)]
    text = subprocess.run(["wrk", "-t2", "-c32", f"-d{seconds}s", *fields, url], check=True, capture_output=True, text=True).stdout
    if "Non-2xx" in text or "Socket errors" in text:
        raise SystemExit(f"bench: wrk saw errors on {url}:\n{text}")
    return float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1]), int(re.search(r"(\d+) requests in", text)[1])


def measure(mockportal, peers):
    portal = Portal(mockportal, "token", "--http-port", "0")
    headers = token(portal)
    path = "/sharing/rest/portals/self?f=json"
    body = curl(portal.ready["url"] + path, portal.ready["caFile"], *[word for header in headers for word in ("-H", header)])
    if b'"user"' not in body:
        raise SystemExit("bench: the token did not let alice in: " + body[:200].decode())
    identity = certificate()[:2]
    nginx, bare = Nginx(body, *identity), Bare(peers, body, *identity)
    note(f"portals/self is {len(body)} bytes")
    total = 0
    for scheme, ours, least, theirs in (
        ("HTTP", portal.ready.get("httpURL"), bare.url, nginx.url),
        ("HTTPS", portal.ready["url"], bare.tls_url, nginx.tls_url),
    ):
        what = f"portals/self over {scheme}, requests/s"
        if not ours:
            row(what, "no listener", "", "", f"≥ {BAR}", False)
            continue
        rounds = []
        for _ in range(ROUNDS):
            mine, count = wrk(ours + path, SECONDS, headers)
            rounds.append((mine, wrk(least, SECONDS, headers)[0], wrk(theirs, SECONDS)[0]))
            total += count
        mine = f"{median(one[0] for one in rounds):.0f}"
        ratio = median(one[0] / one[1] for one in rounds)
        row(what, mine, f"bare C handler {median(one[1] for one in rounds):.0f}", f"{ratio:.2f}", f"≥ {BAR}", ratio >= BAR)
        figures(
            what, mine, f"nginx {median(one[2] for one in rounds):.0f}", f"{median(one[0] / one[2] for one in rounds):.2f}")

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
