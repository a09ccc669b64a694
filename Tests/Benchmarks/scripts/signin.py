"""Signing in by OAuth and renewing a token that 64 requests wait for, beside the bare requests of both with libcurl."""
import collections
import subprocess

from processes import Portal
from table import figures, median, note

ROUNDS, WIDTH = 20, 64


def figures_of(command, portal):
    ready = portal.ready
    user = next(user for user in ready["users"] if user["username"] == "alice")
    words = [
        ready["url"], ready["caFile"], user["username"], user["password"], "mockportal-app", ready["controlURL"],
        # An item that is alice's alone.
        ready["url"] + "/sharing/rest/content/items/3a900000000000000000000000000019", str(ROUNDS),
    ]
    done = subprocess.run([str(command), *words], capture_output=True, text=True, timeout=300)
    if done.returncode:
        raise SystemExit(f"bench: {command} ended with {done.returncode}: {done.stderr[:400]}")
    found = collections.defaultdict(list)
    for line in done.stdout.splitlines():
        what, figure = line.split()
        found[what].append(float(figure))
    return found


def renewals(portal):
    """Requests with a refresh token that the portal saw."""
    seen = [entry for entry in portal.control("/journal")["requests"] if entry["operation"] == "oauth2/token"]
    return sum((entry.get("grant") or {}).get("type") == "refresh_token" for entry in seen)


def measure(mockportal, peers, bench):
    results = []
    for command in (bench, peers / "signin"):
        portal = Portal(mockportal, "oauth")
        results.append(figures_of(command, portal))
        sent = renewals(portal)
        portal.end()
        # Three rounds come before those that count.
        if sent != ROUNDS + 3:
            raise SystemExit(f"bench: {command} renewed {sent} times in {ROUNDS + 3} rounds of {WIDTH} requests")
    ours, bare = results
    for key, what in (
        ("signIn", "sign-in to first authenticated answer, ms"),
        ("renewal", f"token renewal under {WIDTH} concurrent requests (1 on the wire), ms"),
    ):
        mine, theirs = median(ours[key]), median(bare[key])
        figures(what, f"{mine:.1f}", f"bare requests with libcurl {theirs:.1f}", f"{mine / theirs:.1f}")
    note(f"each of {ROUNDS} rounds renewed once on the wire")
