"""The parts of `make torture`: what each runs, how often, and what it exercises."""
import dataclasses
import json
import os
import re

from . import rooms

MAKE = os.environ.get("MAKE", "make")

# What the parts exercise, as paths below the root; `!` leaves out.
PRODUCT = [
    "Package.swift", "Sources", "Fixtures", "certs", "!Sources/MockPortalCLI/MockPortal.docc", "!Fixtures/ExamplePackage",
    "!Fixtures/clients", "!Fixtures/helpers", "!Fixtures/python",
]
# What runs tests, and what they stand on beside Swift files.
RUNNER = [".ci/test", ".ci/watched", ".ci/torturing/command.py"]
BENEATH = ["Package.swift", "Fixtures", "certs", *RUNNER, ".ci/sanitized", ".ci/tsan.supp", ".ci/pypi", ".ci/requirements"]
SUITE = ["Sources", "Tests", *BENEATH, "!Tests/Benchmarks", "!Tests/Fuzz/Targets", "!Tests/Fuzz/run"]

# What the tools name: a test, a report of a sanitizer, a scenario, an input. The group is the finding.
TESTS = [
    r"✘ Test (.+?) (?:recorded an issue|failed after)", r"SUMMARY: ((?:Thread|Address|UndefinedBehavior)Sanitizer: .+)",
    r"(Fatal error: .+)", r"(unexpected signal code \d+)", r"^(\S+: error: .+)",
]
# Of runs with one cause the first is told whole, the others by name.
SCENARIOS = [r"^[✗?] (\S+)", r"^    also (.+)", r"(Fatal error: .+)"]


@dataclasses.dataclass
class Part:
    """One part: so many runs of a command, with `{seed}`, `{number}` and `{program}` filled in."""

    name: str
    command: list
    tree: list
    runs: int = 1
    minutes: float = 1  # what a run takes, until one was measured
    longest: float = 60  # minutes after which a run counts as hung
    findings: list = dataclasses.field(default_factory=list)
    counted: str = ""  # the group is a number that is summed up
    unit: str = ""  # what it counts
    worth: int = 0  # a run counts that was worth as much: minutes of fuzzing
    further: str = ""  # the group is a file that a failed run kept elsewhere
    program: str = ""  # what is built once before the runs: the target of make and the path of what it builds, or nothing

    def words(self):
        """What beside the tree decides what a run does; how long a target is fuzzed is its run's worth."""
        return [[word for word in self.command if not word.startswith("MINUTES=")], self.program]


def targets(root):
    return sorted(path.stem for path in (root / "Tests/Fuzz/Targets").glob("*.swift"))


def fuzz(root, name, minutes):
    entry = f"Tests/Fuzz/Targets/{name}.swift"
    shared = re.search(r"^// properties: *(.+)$", (root / entry).read_text(encoding="utf-8"), re.M)
    return Part(
        f"fuzz:{name}", [MAKE, "fuzz", f"MINUTES={minutes}", f"TARGET={name}"],
        rooms.tree(root, [entry, *(shared[1].split() if shared else [])])
        + ["Tests/Fuzz/run", f"Tests/Fuzz/Corpus/{name}", f"Tests/Fuzz/Dictionaries/{name}.dict"],
        minutes=minutes + 2, longest=minutes + 45, worth=minutes, findings=[r"Test unit written to (\S+)"],
        counted=r"^fuzz: .*: (\d+) executions", unit="executions")


def suites(root):
    """The targets of tests, by name: what each exercises."""
    folders = [path for home in ("Tests", "Tests/Support") for path in sorted((root / home).glob("*Tests"))]
    return {folder.name: exercised(root, folder) for folder in folders}


def exercised(root, folder):
    tree = rooms.tree(root, [str(path.relative_to(root)) for path in sorted(folder.rglob("*.swift"))])
    # What starts programs may start the product's own, with all its rooms.
    if "Tests/Support/ChildProcess" in tree:
        tree = ["Sources", "Tests/Support", "Tests/Clients"]
    return [*tree, str(folder.relative_to(root)), *BENEATH]


def standard(root, minutes, scratch):
    """The parts in their order."""
    tests = dict(findings=TESTS, counted=r"Test run with (\d+) tests?", unit="tests")
    loaded = dict(findings=SCENARIOS, counted=r"^(\d+) runs? of \d+ scenarios?", unit="scenario runs")
    beside = PRODUCT + [".ci/load", ".ci/torturing/command.py"]
    of_tests = suites(root)
    return [
        # Each target of tests is a part, so that a whole run can be left and gone on with.
        *(Part(f"{sanitizer}:{name}", [MAKE, sanitizer, f"FILTER=^{name}\\."], of_tests[name], minutes=5, longest=240, **tests)
          for sanitizer in ("tsan", "asan") for name in of_tests),
        *(fuzz(root, name, minutes) for name in targets(root)),
        Part("soak", [MAKE, "soak"], PRODUCT + ["Tests/MockPortalServerTests", "Tests/Support", *RUNNER],
             minutes=10, longest=120, **tests),
        Part("mutants", [MAKE, "mutants", "MUTANTS=", "SCENARIOS=", "MUTANTS_FULL="],
             PRODUCT + ["Tests/PortalScenariosTests", "Tests/Support", *RUNNER], minutes=40, longest=360,
             findings=TESTS + [r"^↳ (?!Testing Library|Target Platform|///)(.+)"]),
        Part("runs", [".ci/load", "{program}", "run", "--shuffle", "{seed}"], beside, runs=200, minutes=1.5, longest=20,
             program=f"release {scratch}/release/mockportal", **loaded),
        Part("held", [".ci/disturb", "held", "{seed}", "{program}", "run", "--shuffle", "{seed}"],
             PRODUCT + [".ci/disturb", ".ci/torturing/command.py", ".ci/torturing/cutting.c"], runs=20, minutes=3, longest=60,
             program=f"release {scratch}/release/mockportal", **loaded),
        Part("paused", [".ci/disturb", "paused", "{seed}", "{program}", "run", "--shuffle", "{seed}"],
             PRODUCT + [".ci/disturb", ".ci/torturing/command.py"], runs=10, minutes=5, longest=60,
             program=f"release {scratch}/release/mockportal", **loaded),
        Part("families", [".ci/load", "{program}", "run", "--shuffle", "{seed}", "trust", "webmaps", "pki"], beside, runs=60,
             minutes=1, longest=20, program=f"build {scratch}/debug/mockportal", **loaded),
        Part("shuffle", [MAKE, "shuffle", "RUNS=1", "SEED={seed}"], SUITE + [".ci/shuffle"], runs=10, minutes=20, longest=180,
             findings=TESTS + [r"^ *[✗?] (\S+)"], further=r"the whole log: (\S+);"),
    ]


def stubs(file):
    """The parts of a file, in the place of the real ones: what the tests of this bench run."""
    with open(file, encoding="utf-8") as text:
        return [Part(**part) for part in json.load(text)]


def selected(parts, words):
    """The parts that are meant: by name, `fuzz` for all targets; without a word all. Raises `KeyError` with an unknown word."""
    for word in words:
        if not any(part.name == word or part.name.startswith(word + ":") for part in parts):
            raise KeyError(word)
    return [
        part for part in parts
        if not words or any(part.name == word or part.name.startswith(word + ":") for word in words)
    ]
