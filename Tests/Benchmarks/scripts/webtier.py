"""What the web tier costs: Digest on both sides, and a connection that shows a client certificate."""
import subprocess

from client import in_turns
from processes import Apache, Nginx, Portal, certificate, leaf
from table import figures, median, row

ROUNDS, REQUESTS, CONNECTIONS = 20, 2000, 150
BODY = b'{"name":"' + b"x" * 2000 + b'"}'
# How many times the extra time of libcurl that of the client may be.
BAR = 1.3


def extras(plain, signed, theirs_plain, theirs_signed):
    """Microseconds that a signed request takes longer than a plain one, one after the other: the client's and libcurl's, each the
    median over rounds in which all four take turns."""
    rates = in_turns(ROUNDS, plain=plain, signed=signed, theirs_plain=theirs_plain, theirs_signed=theirs_signed)

    def extra(without, having):
        return median(1e6 / slow - 1e6 / fast for fast, slow in zip(rates[without], rates[having]))

    return extra("plain", "signed"), extra("theirs_plain", "theirs_signed")


def compare(what, mine, theirs):
    ratio = mine / theirs
    row(what, f"{mine:.0f} µs", f"libcurl loop in C {theirs:.0f} µs", f"{ratio:.2f}", f"≤ {BAR}", ratio <= BAR)


def digest(mockportal, peers, bench):
    chain, key, authority = certificate()
    user, password = "alice", "bench secret"
    apache = Apache(BODY, chain, key, user, password)
    pages = [f"{apache.url}/open/self", f"{apache.url}/digest/self"]

    def curl(url, trust, *credentials):
        return [peers / "sequential", url, trust, REQUESTS, *credentials]

    def ours(url, trust, *credentials):
        return [bench, "environment", url, trust, REQUESTS, 1, *credentials]

    mine, theirs = extras(
        ours(pages[0], authority), ours(pages[1], authority, user, password), curl(pages[0], authority),
        curl(pages[1], authority, f"{user}:{password}"))
    compare("Digest, extra time per request of the client, Apache", mine, theirs)

    # The same document from a portal with and without the gate, to the same libcurl that asked Apache.
    info = "/sharing/rest/info?f=json"
    opened, gated = Portal(mockportal, "anonymous"), Portal(mockportal, "digest")
    secret = next(user["password"] for user in gated.ready["users"] if user["username"] == "alice")
    trusts = [portal.ready["caFile"] for portal in (opened, gated)]
    urls = [portal.ready["url"] + info for portal in (opened, gated)]
    both, fake = extras(
        ours(urls[0], trusts[0]), ours(urls[1], trusts[1], "alice", secret), curl(urls[0], trusts[0]),
        curl(urls[1], trusts[1], f"alice:{secret}"))
    figures("Digest, extra time per request of libcurl, fake portal", f"{fake:.0f} µs", f"Apache {theirs:.0f} µs", f"{fake / theirs:.2f}")
    compare("Digest, extra time per request of the client, fake portal", both, fake)
    opened.end()
    gated.end()


def mutual_tls(peers, bench):
    chain, key, authority = certificate()
    identity = leaf("client", "alice", "extendedKeyUsage=clientAuth\n")
    nginx = Nginx(BODY, chain, key, authority)
    without = subprocess.run([peers / "sequential", nginx.mutual_url, authority, "1"], capture_output=True, text=True)
    if without.returncode == 0:
        raise SystemExit("bench: nginx let a client without a certificate in")

    def curl(url, *identity):
        return [peers / "sequential", url, authority, CONNECTIONS, *identity]

    def ours(url, *identity):
        return [bench, "ours", url, authority, CONNECTIONS, 1, *identity]

    mine, theirs = extras(
        ours(nginx.fresh_url), ours(nginx.mutual_url, *identity), curl(nginx.fresh_url), curl(nginx.mutual_url, *identity))
    compare("client certificate, extra time per new connection", mine, theirs)


def measure(mockportal, peers, bench):
    digest(mockportal, peers, bench)
    mutual_tls(peers, bench)
