"""The pytest plugin: the fixture `portal`, the marker `mockportal`, and the portal's journal beside a failed test.

One process serves the portals of a session (of a worker, with pytest-xdist); each test has a portal of its own in it.
"""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING, Any, Callable, Generator, Iterator, Mapping, Optional

import pytest

from .errors import MockPortalError

# A run of pytest that needs no portal does not pay for what speaks with one.
if TYPE_CHECKING:
    from .portal import Portal
    from .server import Server

_PORTALS = pytest.StashKey["list[Portal]"]()
_JOURNALS = pytest.StashKey["list[str]"]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options of the plugin."""
    group = parser.getgroup("mockportal")
    group.addoption("--mockportal", metavar="PROGRAM", help="serve portals with this program, not with the one that is installed (--mockportal=PROGRAM)")
    parser.addini(
        "mockportal_arguments", type="args", default=[],
        help="further options of `mockportal serve`, as --judge or --fixtures FOLDER")


def pytest_configure(config: pytest.Config) -> None:
    """Announces the marker."""
    config.addinivalue_line(
        "markers",
        "mockportal(scenario, **differences): the preset, scenario or file that the fixture `portal` serves, and keys of its "
        'blueprint that differ, as in mockportal("expired", tokens={"lifetime": "1m"})')


class Servers:
    """The processes of a session: one for all presets and scenarios, and one for each file that describes a portal."""

    def __init__(self, program: Optional[str], arguments: list[str], root: str) -> None:
        self._program, self._arguments, self._root = program, arguments, root
        self._servers: dict[Optional[str], Server] = {}

    def portal(self, scenario: str, differences: Mapping[str, Any]) -> contextlib.AbstractContextManager[Portal]:
        """Serves a portal while the block runs; a file is meant from pytest's root folder."""
        from .server import Server, is_file

        file: Optional[str] = None
        if is_file(scenario):
            scenario = file = os.path.join(self._root, scenario)
        server = self._servers.get(file)
        if server is None:
            server = self._servers[file] = Server(program=self._program, scenario=file, arguments=self._arguments)
        return server.portal(scenario, **differences)

    def stop(self) -> None:
        """Ends all processes."""
        for server in self._servers.values():
            server.stop()


@pytest.fixture(scope="session")
def mockportal_servers(request: pytest.FixtureRequest) -> Iterator[Servers]:
    """The processes that serve the portals of this session; they start with the first test that needs one."""
    config = request.config
    servers = Servers(config.getoption("--mockportal"), config.getini("mockportal_arguments"), str(config.rootpath))
    yield servers
    servers.stop()


@pytest.fixture
def open_portal(request: pytest.FixtureRequest, mockportal_servers: Servers) -> Iterator[Callable[..., Portal]]:
    """A function that serves one more portal until the test ends: `open_portal("standalone", tokens={"lifetime": "1m"})`."""
    with contextlib.ExitStack() as stack:

        def open_portal(scenario: str = "token", **differences: Any) -> Portal:
            __tracebackhide__ = True
            return stack.enter_context(_kept(request.node, mockportal_servers, scenario, differences))

        yield open_portal


@pytest.fixture
def portal(request: pytest.FixtureRequest, mockportal_servers: Servers) -> Iterator[Portal]:
    """A portal of the test's own; the marker `mockportal` says which, the default is the preset `token`."""
    scenario, differences = _wanted(request)
    failure: Optional[str] = None
    with contextlib.ExitStack() as stack:
        try:
            found = stack.enter_context(_kept(request.node, mockportal_servers, scenario, differences))
        except MockPortalError as error:
            failure = f"mockportal({scenario!r}): {error}"
        if failure is not None:
            # What is wrong with a marker is told by its text, and not by the way to it.
            pytest.fail(failure, pytrace=False)
        yield found


@contextlib.contextmanager
def _kept(item: pytest.Item, servers: Servers, scenario: str, differences: Mapping[str, Any]) -> Iterator[Portal]:
    """A portal that is known to its test's reports."""
    with servers.portal(scenario, differences) as portal:
        portals = item.stash.setdefault(_PORTALS, [])
        portals.append(portal)
        try:
            yield portal
        finally:
            # A fixture that uses it may have failed on its way down: that is reported when the portal is gone.
            item.stash.setdefault(_JOURNALS, []).append(_journal(portal))
            portals.remove(portal)


def _wanted(request: pytest.FixtureRequest) -> tuple[str, dict[str, Any]]:
    """What the markers of a test ask for: the nearest scenario, and the differences of all, the nearer over the farther.

    The argument of an indirect parametrization is nearest: a scenario, or an object with the key `scenario` and differences.
    """
    scenario: Optional[str] = None
    differences: dict[str, Any] = {}
    asked: list[tuple[tuple[Any, ...], Mapping[str, Any]]] = [
        (mark.args, mark.kwargs) for mark in request.node.iter_markers("mockportal")
    ]
    if hasattr(request, "param"):
        given = request.param
        more = dict(given) if isinstance(given, Mapping) else {"scenario": given}
        name = more.pop("scenario", None)
        asked.insert(0, (() if name is None else (name,), more))
    for arguments, keywords in asked:
        if len(arguments) > 1 or not all(isinstance(one, str) for one in arguments):
            pytest.fail(
                f"mockportal{arguments!r}: one scenario is served, by its name; differences are given by name, as in "
                'mockportal("expired", tokens={"lifetime": "1m"})', pytrace=False)
        if scenario is None and arguments:
            scenario = arguments[0]
        differences = _merged(keywords, differences)
    return scenario or "token", differences


def _merged(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Objects are merged key by key, everything else is replaced whole, as a blueprint lies over its preset."""
    merged = dict(below)
    for key, value in above.items():
        lower = merged.get(key)
        merged[key] = _merged(lower, value) if isinstance(lower, Mapping) and isinstance(value, Mapping) else value
    return merged


def pytest_itemcollected(item: pytest.Item) -> None:
    """Warns of a marker that has no effect."""
    marks = [mark for mark in item.own_markers if mark.name == "mockportal"]
    names = getattr(item, "fixturenames", ())
    if marks and "portal" not in names:
        item.warn(pytest.PytestWarning("the marker mockportal has no effect: no fixture `portal` is asked for"))


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, None]:
    """Puts the journals of a failed test's portals into its report."""
    outcome = yield
    report: pytest.TestReport = outcome.get_result()
    journals = item.stash.setdefault(_JOURNALS, [])
    if report.failed:
        portals: list[Portal] = item.stash.get(_PORTALS, [])
        for text in [*journals, *(_journal(portal) for portal in portals)]:
            report.sections.append(("mockportal journal", text))
    if call.when == "call":
        # A failure of the way down shows what was seen until then anew.
        journals.clear()


def _journal(portal: Portal) -> str:
    try:
        journal = portal.journal()
        # With losses, or past a cleared journal, a play may be gone from it.
        lines = [] if journal.dropped else portal.faults.unplayed(journal)
        return "\n".join([repr(portal), journal.text(), *lines])
    except MockPortalError as error:
        return f"{portal!r}\n{error}"
