"""1 000 of 100 000 features, by envelope and by attribute, against nginx serving the same bytes; what GDAL needs to read them."""
import json
import pathlib
import random
import shutil
import subprocess
import time
import urllib.parse

import processes
from processes import Nginx, Portal, certificate, curl
from server import wrk
from table import figures, median, note, row

COUNT, WANTED, ROUNDS, SECONDS = 100_000, 1_000, 5, 3
ROOT = pathlib.Path(__file__).resolve().parents[3]


def fixtures(count=COUNT):
    """A folder with the fixtures of the checkout, and a service of so many points on a grid of 400 columns."""
    folder = processes.folder / f"features-{count}"
    if folder.exists():
        return folder
    for name in ("Fixtures", "certs"):
        shutil.copytree(ROOT / name, folder / name)
    dice = random.Random(1)
    # The same part of the earth, the more points the denser.
    height = 0.005 * COUNT / count
    lines = []
    for index in range(count):
        feature = {
            "type": "Feature", "id": index + 1,
            "geometry": {"type": "Point", "coordinates": [round(-118 + index % 400 * 0.005, 6), round(33 + index // 400 * height, 6)]},
            "properties": {
                "N": index, "NAME": f"Point {index}", "KIND": dice.choice(["oak", "lime", "maple"]), "HEIGHT": round(dice.uniform(2, 30), 2)},
        }
        lines.append(json.dumps(feature))
    world = folder / "Fixtures/world"
    (world / "files/services/Bench").mkdir(parents=True)
    (world / "files/services/Bench/points.geojson").write_text('{"type": "FeatureCollection", "features": [\n' + ",\n".join(lines) + "\n]}\n")
    service = {
        "orgId": "cItYGiS000000001", "FeatureServer": {},
        "layers": [{"layer": {"id": 0, "name": "Points"}, "data": "Bench/points.geojson"}],
    }
    (world / "services/Bench.json").write_text(json.dumps(service))
    return folder


def layer(portal):
    """The URL of the layer's query, up to the parameters."""
    return portal.ready["httpURL"].removesuffix("/portal") + "/server/rest/services/Bench/FeatureServer/0/query?f=json&outFields=*&"


def differing(url, parameters):
    """A script for wrk that asks something else each time: a Lua expression makes the parameters of request `n`."""
    script = processes.folder / "differing.lua"
    path = "/" + url.split("/", 3)[3]
    script.write_text(
        f"local n = 0\nfunction request()\n  n = n + 1\n  return wrk.format('GET', '{path}' .. {parameters} .. '&_=' .. n)\nend\n")
    return script


def gdal(url):
    """Milliseconds that GDAL takes to read an answer; None where it is not installed."""
    if not shutil.which("ogrinfo"):
        return None
    times = []
    for _ in range(ROUNDS):
        start = time.monotonic()
        done = subprocess.run(["ogrinfo", "-ro", "-al", "-so", f"ESRIJSON:{url}"], capture_output=True, text=True, timeout=60)
        if f"Feature Count: {WANTED}" not in done.stdout:
            raise SystemExit(f"bench: ogrinfo read something else: {done.stdout[:500]}{done.stderr[:500]}")
        times.append((time.monotonic() - start) * 1000)
    return median(times)


def measure(mockportal):
    plain = Portal(mockportal, "anonymous", "--http-port", "0")
    curl(plain.ready["url"].removesuffix("/portal") + "/server/rest/services/Traffic/FeatureServer/0?f=json", plain.ready["caFile"])
    without = plain.resident()
    plain.end()

    started = time.monotonic()
    portal = Portal(mockportal, "anonymous", "--http-port", "0", "--fixtures", str(fixtures()))
    seconds = time.monotonic() - started
    query = layer(portal)
    note(f"{COUNT} features are written, read and served after {seconds:.1f} s")
    # 40 columns and 25 rows of the grid; a run of numbers.
    questions = {
        "by envelope": {"geometry": "-117.5025,33.4975,-117.3025,33.6225", "inSR": "4326"},
        "by attribute": {"where": f"N BETWEEN 50000 AND {50000 + WANTED - 1}"},
    }
    # The same numbers of features elsewhere, another place each time.
    others = {
        "by envelope": """string.format("geometry=%.4f,33.4975,%.4f,33.6225&inSR=4326", -117.5025 + n % 200 * 0.005, -117.3025 + n % 200 * 0.005)""",
        "by attribute": f"""string.format("where=N+BETWEEN+%d+AND+%d", n, n + {WANTED - 1})""",
    }
    for name, parameters in questions.items():
        url = query + urllib.parse.urlencode(parameters)
        body = curl(url, portal.ready["caFile"])
        found = len(json.loads(body).get("features", []))
        if found != WANTED:
            raise SystemExit(f"bench: {found} features instead of {WANTED}: {body[:300]!r}")
        nginx = Nginx(body, *certificate()[:2])
        script = differing(query, others[name])
        rounds = [
            (wrk(url, SECONDS)[0], wrk(query, SECONDS, script=script)[0], wrk(nginx.url, SECONDS)[0]) for _ in range(ROUNDS)]
        for which, number, bar in ("repeated", 0, 0.5), ("differing", 1, 0.1):
            ratio = median(one[number] / one[2] for one in rounds)
            row(
                f"{WANTED} of {COUNT} features {name}, {which}, {len(body) // 1024} KiB, requests/s",
                f"{median(one[number] for one in rounds):.0f}", f"nginx, the same bytes {median(one[2] for one in rounds):.0f}",
                f"{ratio:.2f}", f"≥ {bar}", ratio >= bar)
        start = time.monotonic()
        curl(url, portal.ready["caFile"])
        own = (time.monotonic() - start) * 1000
        reading = gdal(url)
        if reading is None:
            note("GDAL is not installed (apt-get install gdal-bin): what it needs to read the answer is not measured")
        else:
            figures(f"{WANTED} features {name}, fetched", f"curl {own:.0f} ms", f"ogrinfo, reading them {reading:.0f} ms", "")
    held = portal.resident()
    row(
        f"memory with {COUNT} features, after that", f"{held / 1024:.0f} MiB", f"without them {without / 1024:.0f} MiB",
        f"{held / without:.1f}", "≤ 150 MiB", held <= 150 * 1024)
    portal.end()
