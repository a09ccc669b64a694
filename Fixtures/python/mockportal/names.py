"""Names that a test writes, checked against those that there are: a claim about a misspelt name would hold without a word."""

from __future__ import annotations

import difflib
import fnmatch
import re
from typing import Iterable, Optional, Sequence

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT")


def nearest(name: str, names: Iterable[str]) -> Optional[str]:
    """The name that was probably meant; None where none is like it."""
    folded = {one.lower(): one for one in names}
    found = difflib.get_close_matches(name.lower(), folded, 1, 0.6)
    return folded[found[0]] if found else None


def refusal(problem: str, near: Optional[str], allowed: Sequence[str]) -> str:
    """What is wrong, the nearest name first, and then those that there are."""
    hint = f". Did you mean {near}?" if near else ""
    return f"{problem}{hint}{' A' if near else '; a'}llowed: {', '.join(allowed)}"


def check_operation(pattern: str, names: Sequence[str]) -> None:
    """Raises `ValueError` where an alternative of a pattern can match no operation."""
    __tracebackhide__ = True
    for choice in pattern.split("|"):
        meant = _misspelt(names, choice)
        known = any(_can_be(name, choice) for name in names)
        if not known or meant is not None:
            near = meant or nearest(choice, names)
            raise ValueError(refusal(f"{choice!r} is no operation", near, summary(names)))


def method_pattern(pattern: str) -> str:
    """A pattern of methods in capitals; raises `ValueError` where an alternative is no method of HTTP."""
    __tracebackhide__ = True
    pattern = pattern.upper()
    for choice in pattern.split("|"):
        if not any(fnmatch.fnmatchcase(name, choice) for name in METHODS):
            raise ValueError(refusal(f"{choice!r} is no method", nearest(choice, METHODS), METHODS))
    return pattern


def summary(names: Sequence[str]) -> list[str]:
    """The operations of the portal, and after them those of services, once for all of them as `<service>/query`."""
    services = {name[:-len("/query")] for name in names if name.endswith("/query") and f"{name[:-len('/query')]}/{{layer}}" in names}
    own, shared = [], {}
    for name in names:
        # A service may stand in a folder: `Hosted/Trees/query`.
        service = next((one for one in services if name == one or name.startswith(one + "/")), None)
        if service is None:
            own.append(name)
        else:
            shared["<service>" + name[len(service):]] = True
    return own + list(shared)


def meets(name: str, operation: str) -> bool:
    """Whether an operation is one of a name in which `{…}` stands for any segment, and `{…*}` for all that follow."""
    parts, segments = name.split("/"), operation.split("/")
    if len(segments) != len(parts) and not (parts[-1].endswith("*}") and len(segments) > len(parts)):
        return False
    return all(part.startswith("{") or part == segment for part, segment in zip(parts, segments))


def _can_be(name: str, choice: str) -> bool:
    if "*" not in choice:
        return meets(name, choice)
    if re.fullmatch(".*".join(map(re.escape, choice.split("*"))), name, re.DOTALL):
        return True
    # `content/items/3a*` begins in the place of an id.
    *whole, partial = choice.split("*", 1)[0].split("/")
    parts = name.split("/")
    return (
        len(whole) < len(parts) and parts[len(whole)].startswith("{") and bool(whole)
        and all(part.startswith("{") or part == segment for part, segment in zip(parts, whole))
    )


def _misspelt(names: Sequence[str], choice: str) -> Optional[str]:
    """The operation that was meant by a name which only stands in the place of an id: `portals/self` by `portals/slef`."""
    if choice in names or "*" in choice:
        return None
    segments = choice.split("/")
    for name in names:
        parts = name.split("/")
        differ = [(part, segment) for part, segment in zip(parts, segments) if part != segment]
        if len(parts) == len(segments) and len(differ) == 1 and "{" not in name and nearest(differ[0][1], [differ[0][0]]):
            return name
    return None
