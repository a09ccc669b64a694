"""Third-party notices: whose work is inside the program or beside it, and under which licence.

Inside the program are the Swift runtime and the packages of Package.resolved; their texts come from the toolchain and from the
checkouts. The licences of libraries come from their Debian packages on the machine that makes the packages.
"""
import json
import pathlib
import re
import shutil
import subprocess

from . import libraries

# Packages that only build the guides; nothing of them is in the program.
TOOLS = {"swift-docc-plugin", "swift-docc-symbolkit"}
COMMON = pathlib.Path("/usr/share/common-licenses")


class Notices:
    """A text, and the licences by file name."""

    def __init__(self):
        self.parts = []  # (heading, words)
        self.licences = {}  # file name -> path

    def write(self, folder):
        """Puts NOTICES and the licences into a folder."""
        (folder / "licences").mkdir(parents=True, exist_ok=True)
        text = "Work of others in this package, and the licences that it is passed on under. The texts stand in the folder licences.\n"
        for heading, words in self.parts:
            text += f"\n{heading}\n{'-' * len(heading)}\n{words}\n"
        (folder / "NOTICES").write_text(text, encoding="utf-8")
        for name, path in sorted(self.licences.items()):
            shutil.copyfile(path, folder / "licences" / name)


def inside(notices, root, checkouts, program):
    """Adds what is linked into the program."""
    words = []
    swift = toolchain_licence()
    notices.licences["swift.txt"] = swift
    words.append("The Swift runtime and standard library: Apache License 2.0 with Runtime Library Exception (swift.txt).")
    contents = program.read_bytes()
    if b"icudt" in contents or b"swift-foundation-icu" in contents:
        icu = pathlib.Path("/usr/share/doc/libicu72/copyright")
        if icu.is_file():
            notices.licences["icu.txt"] = icu
        words.append(
            "Foundation (Apache License 2.0 with Runtime Library Exception, swift.txt) and in it ICU: Unicode License, "
            "https://github.com/unicode-org/icu/blob/main/LICENSE" + (" (icu.txt)." if icu.is_file() else "."))
    for pin in json.loads((root / "Package.resolved").read_text(encoding="utf-8"))["pins"]:
        if pin["identity"] in TOOLS:
            continue
        name, version = pin["location"].rstrip("/").split("/")[-1].removesuffix(".git"), pin["state"].get("version", "")
        texts = sorted(path for path in (checkouts / name).glob("*") if re.match(r"(LICEN[CS]E|COPYING|NOTICE)", path.name))
        if not texts:
            raise SystemExit(f"dist: {checkouts / name} holds no licence of {name}, which is linked into the program")
        for text in texts:
            notices.licences[f"{name}-{text.stem}.txt"] = text
        words.append(f"{name} {version}, {pin['location']} ({', '.join(f'{name}-{text.stem}.txt' for text in texts)}).")
    notices.parts.append(("Inside the program", "\n".join(words)))


def beside(notices, packages, shipped):
    """Adds the packages of shared libraries: those that are shipped, or those that the program is linked to and that the system brings."""
    words = ["They are in this package as Debian built them." if shipped else
             "The program is linked to them and they are not in this package: the system brings them."]
    for name in sorted(packages):
        copyright = pathlib.Path("/usr/share/doc") / name / "copyright"
        if not copyright.exists():
            raise SystemExit(f"dist: {copyright} is not there; the licence of {name} is unknown")
        text = copyright.read_text(encoding="utf-8", errors="replace")
        named = sorted(set(re.findall(r"^License:[ \t]*(\S.*?)\s*$", text, re.M)))
        notices.licences[f"{name}.txt"] = copyright
        origin = f"; source package {libraries.source(name)} of Debian" if shipped else ""
        words.append(f"{name}{': ' + ', '.join(named) if named else ''} ({name}.txt){origin}.")
        for common in sorted(set(re.findall(r"/usr/share/common-licenses/([A-Za-z0-9.-]*[A-Za-z0-9])", text))):
            if (COMMON / common).exists():
                notices.licences[f"{common}.txt"] = COMMON / common
    if shipped:
        words.append(
            "Libraries under the LGPL may be replaced by versions of your own: each is a file of its own name, and the program is linked "
            "to it at run time. Their sources are those of the source packages, at https://snapshot.debian.org.")
    notices.parts.append(("Shared libraries", "\n".join(words)))


def toolchain_licence():
    """The licence that came with the Swift toolchain."""
    swift = shutil.which("swift")
    real = pathlib.Path(swift).resolve() if swift else None
    path = real.parent.parent / "share/swift/LICENSE.txt" if real else None
    if path is None or not path.is_file():
        raise SystemExit(f"dist: no share/swift/LICENSE.txt beside {real}; the licence of the Swift runtime must travel with the program")
    return path
