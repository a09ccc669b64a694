"""Faults that a portal plays: broken connections, broken answers, busy servers."""

from __future__ import annotations

from typing import Any, Callable, Mapping, Optional, Sequence, Union

from .journal import Journal, visible
from .names import meets

#: One word such as "reset", or one key with its value, such as {"status": 503, "retryAfter": 1}.
Play = Union[str, Mapping[str, Any]]


class Faults:
    """The faults of a portal. What is set replaces all that were there, those of its scenario too."""

    def __init__(self, act: Callable[[Mapping[str, Any]], None]) -> None:
        self._act = act
        self._set: list[dict[str, Any]] = []

    def play(
        self,
        play: Play,
        *,
        operation: Optional[str] = None,
        path: Optional[str] = None,
        request: Optional[int] = None,
        every_request: Optional[int] = None,
        connection: Optional[int] = None,
        every_connection: Optional[int] = None,
        listener: Optional[str] = None,
        times: Optional[int] = None,
        skip: Optional[int] = None,
        kept: Optional[bool] = None,
    ) -> None:
        """Plays one fault from now on, in place of all others.

        Exactly one of `operation`, `path`, `request`, `every_request`, `connection` and `every_connection` says where; `times` says
        how often (without it for ever), `skip` how many are let pass first, and `kept` that only a connection counts which has
        carried a request before. The plays are those of the guide "Faults": `play("reset", operation="portals/self", times=1)`,
        `play({"status": 503, "retryAfter": 1}, every_request=1)`, `play({"drip": {"rate": 10}}, path="{{context}}/sharing")`.
        """
        __tracebackhide__ = True
        fault: dict[str, Any] = {
            "operation": operation, "path": path, "request": request, "everyRequest": every_request,
            "connection": connection, "everyConnection": every_connection, "listener": listener, "times": times,
            "skip": skip, "kept": kept,
        }
        self.set([{**{key: value for key, value in fault.items() if value is not None}, "play": play}])

    def set(self, faults: Sequence[Mapping[str, Any]]) -> None:
        """Plays several faults from now on, in place of all others; each is an object of the blueprint's key `faults`."""
        __tracebackhide__ = True
        self._act({"set": {"faults": [dict(fault) for fault in faults]}})
        self._set = [dict(fault) for fault in faults]

    def unplayed(self, journal: Journal) -> list[str]:
        """The faults set from here at operations that a journal shows no play of, a line for each."""
        played = [request.operation for request in journal.requests if request.fault is not None]
        return [
            f"fault {_word(fault['play'])} at {fault['operation']} was never played"
            for fault in self._set
            if "operation" in fault and not any(meets(fault["operation"], operation) for operation in played)
        ]

    def forget(self) -> None:
        """Knows of no faults any more: the portal has begun anew."""
        self._set = []

    def clear(self) -> None:
        """Plays no fault from now on."""
        __tracebackhide__ = True
        self.set([])


def _word(play: Play) -> str:
    return visible(play if isinstance(play, str) else ", ".join(f"{key} {value}" for key, value in play.items()))
