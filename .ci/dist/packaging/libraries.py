"""The shared libraries of a program, and the Debian packages that bring them."""
import functools
import pathlib
import re
import subprocess


def run(*command, **options):
    """The output of a command; a failure shows what it said."""
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)
    if done.returncode != 0:
        raise SystemExit(f"dist: {' '.join(map(str, command))} ended with {done.returncode}: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout


def needed(program):
    """The libraries that a program names itself."""
    return re.findall(r"\(NEEDED\).*\[(.+)\]", run("readelf", "-dW", program))


def loaded(program):
    """Every library that is loaded with a program, by its name, and the loader by its path; as ldd(1) finds them."""
    found = {}
    for line in run("ldd", program).splitlines():
        if match := re.match(r"\s*(\S+) => (/\S+) \(0x", line):
            found[match[1]] = pathlib.Path(match[2])
        elif match := re.match(r"\s*(/\S+) \(0x", line):
            found[match[1]] = pathlib.Path(match[1])
        elif "not found" in line:
            raise SystemExit(f"dist: {program}: {line.strip()}")
    return found


@functools.lru_cache(maxsize=None)
def package(path):
    """The Debian package that a file is from, without its architecture."""
    # Where /lib is a link to /usr/lib, dpkg may know a file by either name.
    real = pathlib.Path(path).resolve()
    for name in dict.fromkeys([str(real), str(real).removeprefix("/usr"), str(path), "/usr" + str(path)]):
        done = subprocess.run(["dpkg-query", "--search", name], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        if done.returncode == 0:
            return done.stdout.split(":", 1)[0]
    raise SystemExit(f"dist: no Debian package brings {path}; its licence is unknown, and it cannot be passed on")


def source(name):
    """The source package of a package, with its version: what a licence may oblige to offer."""
    return run("dpkg-query", "--show", "--showformat", "${source:Package} ${source:Version}", name)


def legacy_module():
    """OpenSSL's module with RC2 and RC4, which old PKCS #12 files need; it is loaded when it is first asked for."""
    line = run("openssl", "version", "-m")
    folder = re.search(r'MODULESDIR: "(.+)"', line)
    path = pathlib.Path(folder[1]) / "legacy.so" if folder else None
    return path if path and path.is_file() else None
