"""The rooms that Swift files stand on, by their imports: what a fuzz target exercises is no more than that."""
import re

IMPORT = re.compile(r"^\s*(?:@\w+ )*(?:(?:public|package|internal|fileprivate|private) )?import (?:\w+ )?(\w+)", re.M)
# The folders of fixtures that a room names are all that it reads of them.
FIXTURES = re.compile(r'"(Fixtures/[a-z]+|certs)\b')
HOMES = ["Sources", "Tests/Support"]
# Linked wherever the rooms above them are, and imported by nothing.
ALWAYS = {"COpenSSLStart"}
# All fixtures as one table of bytes, written by a script.
TABLE = "CEmbeddedFixtures"


def texts(paths):
    return [path.read_text(encoding="utf-8", errors="replace") for path in paths]


def tree(root, files):
    """The paths that decide what files do: themselves, the rooms that they import, those that these import, and the fixtures that any
    of them reads."""
    below, fixtures, rest = {}, set(), texts(root / file for file in files)
    while rest:
        names = set().union(*(IMPORT.findall(text) for text in rest), ALWAYS)
        fixtures |= set().union(*(FIXTURES.findall(text) for text in rest))
        rest = []
        for name in sorted(names - below.keys() - {TABLE}):
            home = next((home for home in HOMES if (root / home / name).is_dir()), None)
            if home is not None:
                below[name] = f"{home}/{name}"
                rest += texts((root / home / name).rglob("*.swift"))
    return ["Package.swift", *files, *(below[name] for name in sorted(below)), *sorted(fixtures)]
