"""What the web tier costs: Digest on both sides, and a connection that shows a client certificate."""
import subprocess

from client import rate
from processes import Apache, Nginx, Portal, certificate, leaf
from table import figures, median

ROUNDS, REQUESTS, CONNECTIONS = 5, 3000, 150
BODY = b'{"name":"' + b"x" * 2000 + b'"}'


def extra(plain, digest):
    """Microseconds that a request with Digest takes longer than one without, one after the other over one connection; the runs
    take turns, so that what else the machine does meets both."""
    return median(1e6 / rate(*digest) - 1e6 / rate(*plain) for _ in range(ROUNDS))


def digest(mockportal, peers, bench):
    chain, key, authority = certificate()
    user, password = "alice", "bench secret"
    apache = Apache(BODY, chain, key, user, password)
    pages = [f"{apache.url}/open/self", f"{apache.url}/digest/self"]

    def curl(url, trust, *credentials):
        return [peers / "sequential", url, trust, REQUESTS, *credentials]

    def ours(url, trust, *credentials):
        return [bench, "environment", url, trust, REQUESTS, 1, *credentials]

    theirs = extra(curl(pages[0], authority), curl(pages[1], authority, f"{user}:{password}"))
    mine = extra(ours(pages[0], authority), ours(pages[1], authority, user, password))
    figures("Digest, extra time per request of the client, Apache", f"{mine:.0f} µs", f"libcurl loop in C {theirs:.0f} µs", f"{mine / theirs:.2f}")

    # The same document from a portal with and without the gate, to the same libcurl that asked Apache.
    info = "/sharing/rest/info?f=json"
    opened, gated = Portal(mockportal, "anonymous"), Portal(mockportal, "digest")
    secret = next(user["password"] for user in gated.ready["users"] if user["username"] == "alice")
    trusts = [portal.ready["caFile"] for portal in (opened, gated)]
    urls = [portal.ready["url"] + info for portal in (opened, gated)]
    fake = extra(curl(urls[0], trusts[0]), curl(urls[1], trusts[1], f"alice:{secret}"))
    figures("Digest, extra time per request of libcurl, fake portal", f"{fake:.0f} µs", f"Apache {theirs:.0f} µs", f"{fake / theirs:.2f}")
    both = extra(ours(urls[0], trusts[0]), ours(urls[1], trusts[1], "alice", secret))
    figures("Digest, extra time per request of the client, fake portal", f"{both:.0f} µs", f"libcurl loop in C {fake:.0f} µs", f"{both / fake:.2f}")
    opened.end()
    gated.end()


def mutual_tls(peers, bench):
    chain, key, authority = certificate()
    identity = leaf("client", "alice", "extendedKeyUsage=clientAuth\n")
    nginx = Nginx(BODY, chain, key, authority)
    without = subprocess.run([peers / "sequential", nginx.mutual_url, authority, "1"], capture_output=True, text=True)
    if without.returncode == 0:
        raise SystemExit("bench: nginx let a client without a certificate in")
    url = nginx.mutual_url
    pairs = [
        (rate(bench, "ours", url, authority, CONNECTIONS, 1, *identity), rate(peers / "sequential", url, authority, CONNECTIONS, *identity))
        for _ in range(ROUNDS)
    ]
    figures(
        "client certificate, new connections/s", f"{median(p[0] for p in pairs):.0f}", f"libcurl loop in C {median(p[1] for p in pairs):.0f}",
        f"{median(mine / other for mine, other in pairs):.2f}")


def measure(mockportal, peers, bench):
    digest(mockportal, peers, bench)
    mutual_tls(peers, bench)
