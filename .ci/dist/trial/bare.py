"""Bare Debian systems in a folder: what debootstrap makes, with neither Swift nor development packages."""
import os
import pathlib
import re
import shutil
import subprocess


def run(*command, fails=False, **options):
    """Runs a command to its end; a failure shows what it said."""
    options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True, "timeout": 900, **options}
    done = subprocess.run([str(word) for word in command], check=False, **options)
    if done.returncode != 0 and not fails:
        raise AssertionError(f"{' '.join(map(str, command))} ended with {done.returncode}:\n{(done.stdout or '')[-3000:]}")
    return done


def sources():
    """The repositories that apt uses on this machine: address, suite and component of each."""
    form = "$(REPO_URI) $(CODENAME) $(RELEASE) $(COMPONENT)"
    lines = run("apt-get", "indextargets", "--format", form, "Created-By: Packages").stdout.split("\n")
    return [tuple(line.split()) for line in dict.fromkeys(lines) if len(line.split()) == 4]


def settings():
    """How apt fetches on this machine: proxies, and whether it looks at dates."""
    text = run("apt-config", "dump", "Acquire").stdout
    return [line for line in text.splitlines() if re.match(r"Acquire::(https?::Proxy|Check-Valid-Until|Check-Date)\b", line)]


class Root:
    """A system in a folder, and how commands are run in it."""

    def __init__(self, folder):
        self.folder = folder

    @classmethod
    def base(cls, folder, suite):
        """A minimal Debian, made once; its sources are those of this machine."""
        root = cls(folder)
        if (folder / "complete").exists():
            return root
        shutil.rmtree(folder, ignore_errors=True)
        folder.parent.mkdir(parents=True, exist_ok=True)
        found = sources()
        # Another release than this machine's own is fetched from the repository that this machine's own comes from.
        lines = [f"deb {address} {release} {component}" for address, name, release, component in found if name.startswith(suite)]
        lines = lines or [f"deb {found[0][0]} {suite} main"]
        run("debootstrap", "--variant=minbase", suite, folder, lines[0].split()[1])
        (folder / "etc/apt/sources.list").write_text("\n".join(lines) + "\n", encoding="utf-8")
        (folder / "etc/apt/apt.conf.d/90host").write_text("\n".join(settings()) + "\n", encoding="utf-8")
        # Services are not started in a folder.
        policy = folder / "usr/sbin/policy-rc.d"
        policy.write_text("#!/bin/sh\nexit 101\n", encoding="utf-8")
        policy.chmod(0o755)
        (folder / "complete").touch()
        return root

    def copied(self, folder):
        """A system of its own for one test."""
        run("cp", "-a", "--reflink=auto", self.folder, folder)
        shutil.copyfile("/etc/resolv.conf", folder / "etc/resolv.conf")
        return Root(folder)

    def command(self, *command, user=None, network=False):
        """The words that run a command in the system, with /proc and /dev mounted; the process is that of the command itself."""
        mounts = 'mkdir -p "$0/proc" "$0/dev"; mount -t proc proc "$0/proc"; mount --rbind /dev "$0/dev"; '
        if network:
            # A network of its own, with the loopback address and one that is not loopback.
            mounts += "ip link set lo up; ip address add 192.0.2.7/32 dev lo; "
        # By its path: the command's own PATH may lead into the system alone.
        chroot = [shutil.which("chroot", path="/usr/sbin:/usr/bin:/sbin:/bin"), *([f"--userspec={user}"] if user else []), str(self.folder)]
        return ["unshare", "--mount", *(["--net"] if network else []), "sh", "-ec", mounts + 'exec "$@"', str(self.folder), *chroot,
                *map(str, command)]

    def run(self, *command, user=None, **options):
        return run(*self.command(*command, user=user), env=environment(), **options)

    def install(self, *packages):
        """Installs packages, or files of packages, with what they depend on."""
        self.run("apt-get", "-qq", "update")
        self.run("apt-get", "-qq", "install", "-y", "--no-install-recommends", *packages)

    def remove(self):
        shutil.rmtree(self.folder)


def environment():
    """The environment of a bare system; a proxy of this machine stays."""
    kept = {name: value for name, value in os.environ.items() if name.lower() in ("http_proxy", "https_proxy", "no_proxy")}
    return {**kept, "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C.UTF-8",
            "DEBIAN_FRONTEND": "noninteractive"}


def size(folder):
    """MiB that a folder takes."""
    return sum(path.lstat().st_size for path in pathlib.Path(folder).rglob("*") if path.is_file() and not path.is_symlink()) / 2**20
