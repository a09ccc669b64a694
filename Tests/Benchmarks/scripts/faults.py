"""What faults cost: a retry beside a plain request, and 64 clients at a portal that resets every tenth connection beside the same without."""
from client import rate
from processes import Portal
from table import figures, median

ROUNDS, REQUESTS, CLIENTS, CONNECTS = 5, 3000, 64, 1280


def measure(mockportal, bench):
    portal = Portal(mockportal, "anonymous")
    url, trust = portal.ready["url"], portal.ready["caFile"]
    info = url + "/sharing/rest/info?f=json"

    def each(faults, client, target, count, width):
        portal.act({"set": {"faults": faults}})
        return rate(bench, client, target, trust, count, width)

    # Every second request is answered with 503 and sent again at once, so one request of the app is two of the wire.
    busy = [{"everyRequest": 2, "play": {"status": 503}}]
    pairs = [(1e6 / each(busy, "retrying", info, REQUESTS, 1), 1e6 / each([], "retrying", info, REQUESTS, 1)) for _ in range(ROUNDS)]
    extra = median(retried - 2 * plain for retried, plain in pairs)
    figures(
        "request that is retried once, without the wait", f"{median(p[0] for p in pairs):.0f} µs",
        f"plain {median(p[1] for p in pairs):.0f} µs", f"{median(r / p for r, p in pairs):.2f}")
    figures("of that neither sending, the retry itself", f"{extra:.0f} µs", "2 plain requests", "")

    # A client of its own for each load, so that every load opens a connection; the waits are the client's real ones.
    resets = [{"everyConnection": 10, "play": "reset"}]
    pairs = [(each(resets, "connecting", url, CONNECTS, CLIENTS), each([], "connecting", url, CONNECTS, CLIENTS)) for _ in range(ROUNDS)]
    figures(
        "64 clients, every tenth connection reset, loads/s", f"{median(p[0] for p in pairs):.0f}",
        f"without resets {median(p[1] for p in pairs):.0f}", f"{median(r / p for r, p in pairs):.2f}")
    portal.end()
