"""A persistent store of 1 000 credentials: what opening and saving cost beside the same bytes read, written and brought to the same disk,
and beside OpenSSL's own AES-256-GCM and scrypt; and what one more credential costs beside a write of the bytes that it takes."""
import itertools
import os
import pathlib
import re
import statistics
import subprocess
import tempfile
import time

from table import figures, median, note, row

CREDENTIALS, ROUNDS = 1000, 9
# Fewer and more of them, with rounds that take as long.
OTHERS = ((100, 9), (10000, 3))
TIMES, GROWTH = 3, 1.5
names = itertools.count()


def milliseconds(work):
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1e3


def write(folder, data, name="bytes"):
    """What a save must do at the least: the bytes beside, on the disk, in place, the folder on the disk."""
    beside = folder / "beside"
    file = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    os.write(file, data)
    os.fsync(file)
    os.close(file)
    os.rename(beside, folder / name)
    directory = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    os.fsync(directory)
    os.close(directory)


def openssl(*words):
    return subprocess.run(["openssl", *words], capture_output=True, text=True, check=True, timeout=60)


def sealing(size):
    """Milliseconds that OpenSSL takes for AES-256-GCM over so many bytes."""
    done = openssl("speed", "-mr", "-seconds", "1", "-bytes", str(size), "-evp", "aes-256-gcm")
    rate = float(re.search(r"^\+F:\d+:AES-256-GCM:([0-9.]+)", done.stdout, re.M | re.I).group(1))
    return size / rate * 1e3


def scrypt():
    """Milliseconds for a key of a passphrase by OpenSSL's command, its start taken off."""
    words = ["kdf", "-keylen", "32", "-kdfopt", "pass:correct horse battery staple", "-kdfopt", "salt:0123456789abcdef"]
    cost = lambda n: [*words, "-kdfopt", f"n:{n}", "-kdfopt", "r:8", "-kdfopt", "p:1", "-kdfopt", "maxmem_bytes:269484032", "SCRYPT"]
    return milliseconds(lambda: openssl(*cost(131072))) - milliseconds(lambda: openssl(*cost(2)))


def run(bench, folder, credentials, rounds):
    """What a store of so many credentials costs, by name."""
    done = subprocess.run([bench, folder, str(credentials), str(rounds)], capture_output=True, text=True, timeout=300)
    if done.returncode:
        raise SystemExit(f"bench: {bench} ended with {done.returncode}: {done.stderr[:400]}")
    ours = {}
    for line in done.stdout.splitlines():
        what, figure = line.split()
        ours.setdefault(what, []).append(float(figure))
    return ours


def writes(folder, size):
    """Milliseconds of writes of so many bytes, each a file of its own as a change is."""
    data = os.urandom(size)
    return [milliseconds(lambda: write(folder, data, f"bytes-{next(names)}")) for _ in range(ROUNDS * 20)]


def measure_changes(bench):
    """One credential saved among few and many."""
    saves = {}
    for credentials, rounds in ((CREDENTIALS, ROUNDS), *OTHERS):
        with tempfile.TemporaryDirectory(prefix="bench-store-", dir=bench.parent) as name:
            folder = pathlib.Path(name)
            ours = run(bench, folder, credentials, rounds)
            saves[credentials] = ours["save"]
            if credentials != CREDENTIALS:
                continue
            size = round(median(ours["change"]))
            bare = writes(folder, size)
            # The disk is another one from minute to minute: both sides once more, in turn.
            saves[credentials] += run(bench, folder, credentials, rounds)["save"]
            bare += writes(folder, size)
    mine = saves[CREDENTIALS]
    for what, figure in (("", median), (f", mean of {len(mine)} with what is written anew", statistics.fmean)):
        ours, theirs = figure(mine), figure(bare)
        row(f"one credential saved among {CREDENTIALS}{what}, ms", f"{ours:.2f}", f"write and fsync of its {size} bytes {theirs:.2f}",
            f"{ours / theirs:.2f}", f"≤ {TIMES}", ours <= TIMES * theirs)
    (few, _), (many, _) = OTHERS
    ours, theirs = median(saves[many]), median(saves[few])
    row(f"one credential saved among {many}, ms", f"{ours:.2f}", f"among {few} {theirs:.2f}", f"{ours / theirs:.2f}", f"≤ {GROWTH}",
        ours <= GROWTH * theirs)
    note(f"mean of those with what is written anew: among {many} {statistics.fmean(saves[many]):.2f} ms, among {few} "
         f"{statistics.fmean(saves[few]):.2f} ms")


def measure(bench):
    # On a disk: /tmp may be memory, where nothing is brought anywhere.
    with tempfile.TemporaryDirectory(prefix="bench-store-", dir=bench.parent) as name:
        folder = pathlib.Path(name)
        ours = run(bench, name, CREDENTIALS, ROUNDS)
        file = folder / "keyed" / "arcgis-credentials.store"
        data = file.read_bytes()
        read = median(milliseconds(file.read_bytes) for _ in range(ROUNDS))
        bare = median(milliseconds(lambda: write(folder, data)) for _ in range(ROUNDS))
        cipher, key = sealing(len(data)), median(scrypt() for _ in range(3))
        size = f"{CREDENTIALS} credentials, {len(data) // 1000} kB"
        for what, mine, theirs, peer in (
            (f"store read and decrypted, {size}, ms", ours["open"], read + cipher, "read + openssl's AES-GCM"),
            # Both stores are written, and the second one is nearly empty.
            (f"store opened, restored and written, {size}, ms", ours["setup"], read + 2 * bare + 2 * cipher, "read, 2 × write and fsync"),
            ("key of a passphrase by scrypt (2^17, 8, 1), once a run, ms", ours["scrypt"], key, "openssl kdf"),
        ):
            figures(what, f"{median(mine):.1f}", f"{peer} {theirs:.1f}", f"{median(mine) / theirs:.1f}")
        note(f"the same bytes: read {read:.2f} ms, written and brought to the disk {bare:.2f} ms, AES-256-GCM {cipher:.2f} ms")
    measure_changes(bench)
