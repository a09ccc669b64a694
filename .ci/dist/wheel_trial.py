#!/usr/bin/env python3
"""Installs a wheel into a fresh virtual environment, and uses it: `wheel_trial.py <wheel> <pip-wheel> <pytest-folder> <tests> <folder>`.

It needs python3 with venv and nothing else. pip comes as its own wheel, which python3 runs as it is; pytest is found in a folder.
"""
import json
import os
import pathlib
import re
import ssl
import subprocess
import sys
import time
import urllib.request

CLIENT = """\
import json, os, ssl, sys, urllib.request
if os.environ["PORTAL_TASK"] != "connect":
    sys.exit(89)
trust = ssl.create_default_context(cafile=os.environ.get("PORTAL_CA_FILE"))
try:
    answer = urllib.request.urlopen(os.environ["PORTAL_URL"] + "/sharing/rest/portals/self?f=json", context=trust)
    sys.exit(1 if "error" in json.load(answer) else 0)
except OSError as error:
    print(error, file=sys.stderr)
    sys.exit(1)
"""
# The C library's own libraries come from the system.
GLIBC = re.compile(r"/(ld-linux[^/]*|lib(c|m|dl|pthread|rt|resolv|nss_[a-z]+))\.so[^/]*$")


def run(*command, **options):
    """Runs a command to its end; a failure ends the trial with what it said."""
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"trial: {' '.join(map(str, command))} ended with {done.returncode}:\n{done.stdout}")
    return done.stdout


def main():
    wheel, pip, pytest, tests, folder = map(pathlib.Path, sys.argv[1:])
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "MOCKPORTAL", "PYTEST"))}
    place = folder / "venv"
    began = time.monotonic()
    run(sys.executable, "-m", "venv", "--without-pip", place)
    python, program = place / "bin/python", place / "bin/mockportal"
    run(python, f"{pip}/pip", "install", "-q", "--no-index", "--no-deps", "--disable-pip-version-check", wheel, env=environment)
    serving = subprocess.Popen(
        [program, "serve", "--json", "--port", "0", "--exit-with-parent"], stdout=subprocess.PIPE, text=True, env=environment)
    ready = json.loads(serving.stdout.readline() or sys.exit("trial: the installed program did not start"))
    address = ready["url"] + "/sharing/rest/portals/self?f=json"
    opener = urllib.request.build_opener(
        urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile=ready["caFile"])))
    with opener.open(address) as answer:
        assert json.load(answer)["name"]
    print(f"trial: first answer {time.monotonic() - began:.1f} s after the installation began")

    # What is loaded is the wheel's, but for the C library.
    maps = pathlib.Path(f"/proc/{serving.pid}/maps").read_text()
    loaded = {line.split()[-1] for line in maps.splitlines() if ".so" in line.split()[-1]}
    strange = sorted(path for path in loaded if not path.startswith(str(place.resolve())) and not GLIBC.search(path))
    if strange:
        sys.exit(f"trial: the program loads libraries of the system: {' '.join(strange)}")
    print(f"trial: {sum(1 for path in loaded if path.startswith(str(place.resolve())))} libraries of the wheel are loaded, and the C library")
    serving.terminate()
    if serving.wait() != 0:
        sys.exit(f"trial: serve ended with {serving.returncode}")

    version = run(program, "--version", env=environment)
    if run(python, "-m", "mockportal", "--version", env=environment) != version:
        sys.exit("trial: python -m mockportal is another program")
    client = folder / "client.py"
    client.write_text(CLIENT)
    verdict = run(program, "run", "C01", "--client", f"{python} {client}", env=environment, cwd=folder)
    if not re.search(r"\b[1-9]\d* passed", verdict):
        sys.exit(f"trial: the client was not judged:\n{verdict}")
    print("trial: a client is judged: " + verdict.strip().splitlines()[-1])
    run(program, "run", "pki/import-old-encryption", env=environment, cwd=folder)
    print("trial: a PKCS #12 file in RC2 and RC4 is read, by the wheel's own module of OpenSSL")

    environment.update({"PYTHONPATH": str(pytest), "TMPDIR": str(folder)})
    command = [python, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    # The example of the wheel's own description, as it is printed.
    text = next(place.glob("lib/python*/site-packages/mockportal-*.dist-info/METADATA")).read_text(encoding="utf-8")
    example = folder / "example/test_example.py"
    example.parent.mkdir()
    example.write_text("\n".join(re.findall(r"```python\n(.*?)```", text, re.S)), encoding="utf-8")
    output = run(*command, example, env=environment, cwd=folder)
    print("trial: the example of the description: " + output.strip().splitlines()[-1])
    output = run(*command, "-n", "2", tests, env=environment, cwd=folder)
    print("trial: the tests of the plugin, with two workers: " + output.strip().splitlines()[-1])


main()
