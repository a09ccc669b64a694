"""The process that serves portals."""

from __future__ import annotations

import contextlib
import itertools
import json
import subprocess
import tempfile
from types import TracebackType
from typing import Any, Iterator, Optional, Sequence, Type

from .control import ControlAPI
from .errors import MockPortalError
from .portal import Portal
from .program import environment, program_path


class Server:
    """One process, in which any number of portals are served side by side (at most 256 at a time).

    It ends with `stop`, with the `with` block, and at the latest with the process that started it.
    """

    def __init__(
        self, *, program: Optional[str] = None, scenario: Optional[str] = None, arguments: Sequence[str] = ()
    ) -> None:
        """Starts it.

        `program` is its path (else that of MOCKPORTAL, the one in this package, or the one in PATH). `scenario` is needed only for
        a portal that is described by a file: that file's path. `arguments` are further options of `mockportal serve`. Raises
        `MockPortalError` where it does not start, with its own words.
        """
        command = [program_path(program), "serve", "--json", "--port", "0", "--exit-with-parent"]
        if scenario is not None:
            command += ["--scenario", scenario]
        self._errors = tempfile.TemporaryFile()
        try:
            self._process = subprocess.Popen(
                [*command, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self._errors, env=environment())
        except OSError as error:
            raise MockPortalError(f"{command[0]} cannot be started: {error.strerror}") from error
        # The first line is written once the ports accept connections; none comes where they cannot be opened.
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line.endswith(b"\n"):
            raise MockPortalError(f"{command[0]} serve {self._end()}")
        try:
            self._ready: dict[str, Any] = json.loads(line)
        except ValueError:
            self.stop()
            raise MockPortalError(f"{command[0]} is not the program mockportal: it does not say where it serves") from None
        self.control = ControlAPI(self._ready["controlURL"], self._why_gone)

    def __enter__(self) -> Server:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.stop()

    def __repr__(self) -> str:
        return f"<Server pid {self._process.pid}>"

    @contextlib.contextmanager
    def portal(self, scenario: Optional[str] = None, **differences: Any) -> Iterator[Portal]:
        """Serves a portal of its own while the block runs.

        `scenario` is a preset such as `token`, `expired` or `pki` (`mockportal list --presets`), or a scenario such as
        `tokens/expired-silent`; the default is what the process was started with. `differences` are keys of a blueprint
        (`Fixtures/README.md`): `tokens={"lifetime": "1m"}`.
        """
        portal, identifier = self._open(scenario, differences)
        try:
            yield portal
        finally:
            portal._remove_files()
            # Where the process is gone, so is the portal.
            if self._process.poll() is None:
                self.control.json("DELETE", f"sandboxes/{identifier}")

    def _open(self, scenario: Optional[str], differences: dict[str, Any]) -> tuple[Portal, str]:
        body: dict[str, Any] = {"blueprint": differences}
        if scenario is not None:
            body["scenario"] = scenario
        ready = self.control.json("POST", "sandboxes", body)
        # The password that opens identities belongs to the portal, and so do their files.
        return Portal(ready, ControlAPI(ready["controlURL"], self._why_gone)), ready["id"]

    def stop(self) -> None:
        """Ends the process and all of its portals."""
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(10)
            except subprocess.TimeoutExpired:
                self._process.kill()
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._errors.close()

    def _why_gone(self) -> Optional[str]:
        return None if self._process.poll() is None else f"mockportal serve {self._end()}"

    def _end(self) -> str:
        code = self._process.wait()
        how = f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
        words = ""
        if not self._errors.closed:
            self._errors.seek(0)
            words = self._errors.read().decode("utf-8", "replace").strip()
        return how + (f": {words}" if words else "")


@contextlib.contextmanager
def serve(
    scenario: str = "token", *, program: Optional[str] = None, arguments: Sequence[str] = (), **differences: Any
) -> Iterator[Portal]:
    """Serves one portal, in a process of its own, while the block runs: the way without pytest.

        with mockportal.serve("pki") as portal:
            ...

    `scenario` is a preset, a scenario, or the path of a file that describes a portal; `differences` are keys of a blueprint.
    """
    path = scenario if is_file(scenario) else None
    with Server(program=program, scenario=path, arguments=arguments) as server, server.portal(scenario, **differences) as portal:
        yield portal


def is_file(scenario: str) -> bool:
    """Whether a scenario is named by a file, which only the process that it was started with opens."""
    return any(itertools.chain(
        (scenario.endswith(ending) for ending in (".json", ".yaml", ".yml")),
        (scenario.startswith(start) for start in ("./", "../", "/")),
    ))
