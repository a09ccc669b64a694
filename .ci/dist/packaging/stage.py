"""What every package is made from: the program, what it says of itself, and the notices, in one folder."""
import gzip
import json
import os
import pathlib
import platform
import re
import shutil

from . import libraries, manual
from .notices import Notices, beside, inside

SHELLS = {"bash": "mockportal", "zsh": "_mockportal", "fish": "mockportal.fish"}


class Stage:
    """The program with its completions, its manual pages and its notices, below a folder."""

    def __init__(self, program, root, folder, epoch):
        self.root, self.folder, self.epoch = root, folder, epoch
        self.program = folder / "mockportal"
        folder.mkdir(parents=True)
        shutil.copyfile(program, self.program)
        self.program.chmod(0o755)
        line = libraries.run(self.program, "--version").splitlines()[0]
        match = re.fullmatch(r"mockportal (\d+\.\d+\.\d+\S*)", line)
        if not match:
            raise SystemExit(f"dist: {program} --version says \"{line}\" where \"mockportal <version>\" is expected")
        self.version = match[1]
        self.machine = platform.machine()

    def prepare(self):
        """Has the program write its completions and manual pages."""
        for shell, name in SHELLS.items():
            script = libraries.run(self.program, "--generate-completion-script", shell)
            # It is read by the shell, never run: Debian wants no interpreter named in it. zsh's first line is no such line.
            self.write(f"completions/{shell}/{name}", re.sub(r"\A#!.*\n", "", script))
        help_document = json.loads(libraries.run(self.program, "--experimental-dump-help"))
        for name, text in manual.pages(help_document, self.version, self.epoch).items():
            self.write(f"man/{name}.gz", compressed(text.encode()))
        changes = (self.root / ".github/CHANGELOG.md").read_bytes()
        self.write("CHANGELOG.md.gz", compressed(changes))
        return self

    def write(self, name, contents):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(contents if isinstance(contents, bytes) else contents.encode())

    def notices(self, folder, shipped=()):
        """Writes the notices of a package into a folder: with the shipped packages of libraries, else with those it is linked to."""
        notices = Notices()
        inside(notices, self.root, self.root / ".build/checkouts", self.program)
        if shipped:
            beside(notices, shipped, shipped=True)
        else:
            loaded = libraries.loaded(self.program)
            beside(notices, {libraries.package(loaded[name]) for name in libraries.needed(self.program) if name in loaded}, shipped=False)
        notices.write(folder)

    def install(self, prefix, places):
        """Copies program, completions and pages below a folder; `places` are the folders of the three shells."""
        copy(self.program, prefix / "bin/mockportal", 0o755)
        for shell, name in SHELLS.items():
            copy(self.folder / f"completions/{shell}/{name}", prefix / places[shell] / name)
        for page in sorted((self.folder / "man").iterdir()):
            copy(page, prefix / "share/man/man1" / page.name)


def copy(source, target, mode=0o644):
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
    target.chmod(mode)


def compressed(contents):
    """gzip without a name and a time, so that equal contents have equal bytes."""
    return gzip.compress(contents, compresslevel=9, mtime=0)


def settle(folder, epoch):
    """Gives everything below a folder the same owner's rights and time, whatever the umask of this machine is."""
    for path in sorted(pathlib.Path(folder).rglob("*"), reverse=True):
        if path.is_symlink():
            continue
        if path.is_dir():
            path.chmod(0o755)
        elif path.is_file():
            path.chmod(0o755 if path.stat().st_mode & 0o100 else 0o644)
        os.utime(path, (epoch, epoch))
    os.chmod(folder, 0o755)
    os.utime(folder, (epoch, epoch))
