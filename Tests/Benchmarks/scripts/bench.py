"""bench.py <mockportal> <peers> <ClientBench> [server|startup|client|webtier|faults|signin|store|scenarios|foreign|features|scale …]: measures, prints the table; always exits 0 unless
something could not be measured."""
import datetime
import os
import pathlib
import platform
import sys

import client
import faults
import features
import foreign
import scale
import scenarios
import server
import signin
import startup
import store
import table
import webtier

mockportal, peers, bench = map(pathlib.Path, sys.argv[1:4])
parts = {
    "startup": lambda: startup.measure(mockportal, peers),
    "server": lambda: server.measure(mockportal, peers),
    "client": lambda: client.measure(peers, bench),
    "webtier": lambda: webtier.measure(mockportal, peers, bench),
    "faults": lambda: faults.measure(mockportal, bench),
    "signin": lambda: signin.measure(mockportal, peers, bench.with_name("SignInBench")),
    "store": lambda: store.measure(bench.with_name("StoreBench")),
    "scenarios": lambda: scenarios.measure(mockportal),
    "foreign": lambda: foreign.measure(mockportal),
    "features": lambda: features.measure(mockportal),
    "scale": lambda: scale.measure(mockportal, peers),
}
for part in sys.argv[4:] or parts:
    print(f"{part} …", flush=True)
    parts[part]()
table.show()
memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
print(f"\n{datetime.date.today()}, {len(os.sched_getaffinity(0))} cores, {memory:.0f} GiB, {platform.system()} {platform.machine()}")
