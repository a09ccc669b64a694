"""A persistent store of 1 000 credentials: what opening and saving cost beside the same bytes read, written and brought to the same disk,
and beside OpenSSL's own AES-256-GCM and scrypt."""
import os
import pathlib
import re
import subprocess
import tempfile
import time

from table import figures, median, note

CREDENTIALS, ROUNDS = 1000, 9


def milliseconds(work):
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1e3


def write(folder, data):
    """What a save must do at the least: the bytes beside, on the disk, in place, the folder on the disk."""
    beside = folder / "beside"
    file = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    os.write(file, data)
    os.fsync(file)
    os.close(file)
    os.rename(beside, folder / "bytes")
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


def measure(bench):
    # On a disk: /tmp may be memory, where nothing is brought anywhere.
    with tempfile.TemporaryDirectory(prefix="bench-store-", dir=bench.parent) as name:
        folder = pathlib.Path(name)
        done = subprocess.run([bench, name, str(CREDENTIALS), str(ROUNDS)], capture_output=True, text=True, timeout=300)
        if done.returncode:
            raise SystemExit(f"bench: {bench} ended with {done.returncode}: {done.stderr[:400]}")
        ours = {}
        for line in done.stdout.splitlines():
            what, figure = line.split()
            ours.setdefault(what, []).append(float(figure))
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
            (f"store saved after a change, {size}, ms", ours["save"], read + bare + 2 * cipher, "read, write and fsync"),
            ("key of a passphrase by scrypt (2^17, 8, 1), once a run, ms", ours["scrypt"], key, "openssl kdf"),
        ):
            figures(what, f"{median(mine):.1f}", f"{peer} {theirs:.1f}", f"{median(mine) / theirs:.1f}")
        note(f"the same bytes: read {read:.2f} ms, written and brought to the disk {bare:.2f} ms, AES-256-GCM {cipher:.2f} ms")
