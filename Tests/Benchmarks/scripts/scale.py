"""How a portal behaves beside load and at its limits: latency at a steady rate, idle connections, sandboxes, a full journal, and a small
request beside a heavy client."""
import json
import socket
import subprocess
import threading
import time
import urllib.request

from processes import Portal, curl, folder, token
from server import wrk
from table import figures, note, percentile, row

PATH = "/sharing/rest/portals/self?f=json"
SECONDS = 5


def percentiles(peers, port, rate, request, seconds=SECONDS, connections=32):
    """Milliseconds of the median, the 99th and the 99.9th percentile, since each request was due."""
    file = folder / "request"
    file.write_text(request)
    words = [peers / "openloop", str(port), f"{rate:.0f}", str(seconds), str(connections), file]
    done = subprocess.run(words, capture_output=True, text=True, timeout=seconds * 5 + 30)
    if done.returncode:
        raise SystemExit(f"bench: {done.stderr.strip()}")
    return [float(word) for word in done.stdout.split()[1:]]


def shown(values):
    return ", ".join(f"{value:.2f}" for value in values)


def measure(mockportal, peers):
    portal = Portal(mockportal, "token", "--http-port", "0")
    headers = token(portal)
    url = portal.ready["httpURL"]
    port = int(url.split(":")[2].split("/")[0])
    path = "/" + url.split("/", 3)[3] + PATH
    request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n" + "".join(f"{field}\r\n" for field in headers) + "\r\n"
    highest = max(wrk(url + PATH, 2, headers)[0] for _ in range(3))
    for share in (0.1, 0.5, 0.9):
        found = percentiles(peers, port, highest * share, request)
        figures(
            f"portals/self at {share:.0%} of {highest:.0f} requests/s, p50, p99, p99.9 in ms", shown(found),
            "since each was due", "")

    connections(portal, peers, port, request)
    sandboxes(portal)
    journal(mockportal)
    portal.end()
    heavy(mockportal, peers)
    features(mockportal)


def connections(portal, peers, port, request):
    """Connections that were opened and say nothing, up to what a listener keeps, and beyond."""
    before = portal.resident()
    held = []
    for count in (100, 1000, 10_000):
        while len(held) < count:
            try:
                held.append(socket.create_connection(("127.0.0.1", port), 5))
            except OSError as problem:
                note(f"{len(held)} idle connections: {problem}")
                break
        if len(held) < count:
            break
        behind = first(port, request)
        found = percentiles(peers, port, 500, request, seconds=2, connections=4)
        figures(
            f"{count} connections opened and silent", f"{(portal.resident() - before) / count:.1f} KiB each",
            f"a request right behind them: {behind:.0f} ms; beside them, p50, p99, p99.9 in ms: {shown(found)}", "")
    for one in held:
        one.close()


def first(port, request):
    """Milliseconds until a request is answered that comes right behind others' connections: the portal accepts those before."""
    started = time.monotonic()
    with socket.create_connection(("127.0.0.1", port), 5) as connection:
        connection.sendall(request.encode())
        connection.recv(1 << 16)
    return (time.monotonic() - started) * 1000


def sandboxes(portal):
    """Portals of their own in one process, up to as many as there may be."""
    before, times, ids = portal.resident(), [], []
    while len(ids) < 1000:
        start = time.monotonic()
        request = urllib.request.Request(
            portal.ready["controlURL"] + "/sandboxes", b'{"scenario":"token"}', {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                ids.append(json.load(answer)["id"])
        except urllib.error.HTTPError as refusal:
            note(f"sandbox {len(ids) + 1} is refused: HTTP {refusal.code}")
            break
        times.append((time.monotonic() - start) * 1000)
    figures(
        f"{len(ids)} sandboxes at a time", f"{(portal.resident() - before) / len(ids):.0f} KiB each",
        f"started in {percentile(times, 50):.1f} ms, p99 {percentile(times, 99):.1f}; the last ten in {sum(times[-10:]) / 10:.1f}", "")
    for one in ids:
        request = urllib.request.Request(portal.ready["controlURL"] + f"/sandboxes/{one}", method="DELETE")
        urllib.request.urlopen(request, timeout=60).close()


def journal(mockportal):
    """A journal at its budget of bytes: what it takes, and what reading it takes besides."""
    portal = Portal(mockportal, "anonymous", "--http-port", "0")
    url = portal.ready["httpURL"] + PATH
    empty = portal.resident()
    wrk(url, 5, ["X-Filler: " + "x" * 8000])
    full = portal.resident()
    started = time.monotonic()
    with urllib.request.urlopen(portal.ready["controlURL"] + "/journal", timeout=120) as answer:
        size = 0
        while part := answer.read(1 << 20):
            size += len(part)
    seconds = time.monotonic() - started
    figures(
        "journal at its budget", f"{(full - empty) / 1024:.0f} MiB",
        f"read in {seconds:.1f} s, {size / 2**20:.0f} MiB of JSON; {(portal.resident() - full) / 1024:.0f} MiB more meanwhile", "")
    portal.end()


def heavy(mockportal, peers):
    """A small request beside a client that asks the costliest query as fast as it is answered."""
    from features import fixtures
    portal = Portal(mockportal, "anonymous", "--http-port", "0", "--fixtures", str(fixtures()))
    url = portal.ready["httpURL"]
    port = int(url.split(":")[2].split("/")[0])
    request = f"GET /{url.split('/', 3)[3]}{PATH} HTTP/1.1\r\nHost: localhost\r\n\r\n"
    layer = url.removesuffix("/portal") + "/server/rest/services/Bench/FeatureServer/0/query?f=json&outFields=*&where="
    alone = percentiles(peers, port, 200, request, connections=4)
    over, answers = threading.Event(), []

    def ask():
        while not over.is_set():
            # Each differs, so that none is answered from what is kept.
            answers.append(len(curl(layer + f"N%3E{len(answers)}+AND+NAME+LIKE+%27%251%25%27&resultRecordCount=2000", portal.ready["caFile"])))

    client = threading.Thread(target=ask)
    client.start()
    beside = percentiles(peers, port, 200, request, connections=4)
    over.set()
    client.join()
    row(
        "a small request beside one heavy client, p99 ms", f"{beside[1]:.2f}",
        f"alone {alone[1]:.2f}; {len(answers)} heavy answers", f"{beside[1] / alone[1]:.1f}", "≤ 5 ms", beside[1] <= 5)
    portal.end()


def features(mockportal):
    """A layer of a million features beside one of a tenth: what grows faster than their number shows."""
    from features import differing, fixtures, layer
    figures_of = {}
    for count in (100_000, 1_000_000):
        folder = fixtures(count)
        started = time.monotonic()
        portal = Portal(mockportal, "anonymous", "--http-port", "0", "--fixtures", str(folder))
        query = layer(portal)
        found = json.loads(curl(query + "where=1%3D1&returnCountOnly=true", portal.ready["caFile"]))
        seconds = time.monotonic() - started
        if found != {"count": count}:
            raise SystemExit(f"bench: {found} instead of {count} features")
        # 1 000 features each: 40 columns of the grid and as many rows as hold 25 of them; a run of numbers.
        height = 0.125 * 100_000 / count
        envelope = f"""string.format("geometry=%.4f,33.49975,%.4f,{33.49975 + height:.5f}&inSR=4326", -117.5025 + n % 200 * 0.005, -117.3025 + n % 200 * 0.005)"""
        attribute = f"""string.format("where=N+BETWEEN+%d+AND+%d", n % {count - 1000}, n % {count - 1000} + 999)"""
        rates = [wrk(query, 3, script=differing(query, parameters))[0] for parameters in (envelope, attribute)]
        figures_of[count] = (seconds, portal.resident() / 1024, *rates)
        portal.end()
    tenth, whole = figures_of.values()
    for what, unit, less, more, ratio in zip(
        ("served after", "memory with them", "1 000 by envelope, differing", "1 000 by attribute, differing"),
        ("s", "MiB", "requests/s", "requests/s"), tenth, whole, (more / less for less, more in zip(tenth, whole))):
        figures(f"1 000 000 features: {what}, {unit}", f"{more:.4g}", f"100 000 features {less:.4g}", f"{ratio:.2f}")
