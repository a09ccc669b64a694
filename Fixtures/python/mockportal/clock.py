"""The portal's clock."""

from __future__ import annotations

import datetime
import math
from typing import Union

from .control import ControlAPI

#: `"61m"` (also `ms`, `s`, `h`, `d`), a number of seconds, or a `timedelta`.
Duration = Union[str, int, float, datetime.timedelta]


def duration_text(duration: Duration) -> str:
    """Writes a duration as the portal reads it."""
    if isinstance(duration, str):
        return duration
    seconds = duration.total_seconds() if isinstance(duration, datetime.timedelta) else float(duration)
    if not 0 <= seconds < math.inf:
        raise ValueError(f"a duration is not negative, and {duration!r} is; the portal's clock only moves forward")
    return f"{round(seconds * 1000)}ms"


class Clock:
    """The portal's clock: tokens, codes and nonces expire by it, and it moves on when it is told to."""

    def __init__(self, control: ControlAPI) -> None:
        self._control = control

    def advance(self, duration: Duration) -> datetime.datetime:
        """Moves the clock forward, and returns what it shows then.

        `duration` is a text such as "61m", a number of seconds, or a timedelta.
        """
        __tracebackhide__ = True
        answer = self._control.json("POST", "clock", {"advance": duration_text(duration)})
        return _moment(answer["portalTime"])

    @property
    def now(self) -> datetime.datetime:
        """What the clock shows, in UTC."""
        return _moment(self._control.json("GET", "clock")["portalTime"])

    @property
    def advanced(self) -> datetime.timedelta:
        """How far it has been moved ahead of this machine's clock."""
        return datetime.timedelta(milliseconds=self._control.json("GET", "clock")["advanced"])


def _moment(milliseconds: int) -> datetime.datetime:
    return datetime.datetime.fromtimestamp(milliseconds / 1000, datetime.timezone.utc)
