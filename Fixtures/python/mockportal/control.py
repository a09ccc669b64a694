"""Calls of a portal's control API: JSON over plain HTTP to this machine, never through a proxy."""

from __future__ import annotations

import http.client
import json
from typing import Any, Callable, Optional
from urllib.parse import urlsplit

from .errors import MockPortalError
from .names import refusal, summary


class ControlAPI:
    """The control API behind one control URL; each call has a connection of its own, so threads may share it."""

    def __init__(self, url: str, why_gone: Callable[[], Optional[str]] = lambda: None) -> None:
        self.url = url
        self._why_gone = why_gone
        parts = urlsplit(url)
        self._host, self._port, self._path = parts.hostname or "127.0.0.1", parts.port, parts.path

    def __repr__(self) -> str:
        # The path is a capability, and a report is no place for it.
        return f"ControlAPI(http://{self._host}:{self._port}/…)"

    def bytes(self, method: str, path: str, body: Optional[object] = None) -> bytes:
        """Makes a call and returns the answer's body.

        Raises `MockPortalError` with the portal's own words where it refuses, and where it is no longer there.
        """
        __tracebackhide__ = True
        content = None if body is None else json.dumps(body).encode()
        connection = http.client.HTTPConnection(self._host, self._port)
        try:
            connection.request(method, f"{self._path}/{path}", content)
            answer = connection.getresponse()
            data = answer.read()
        except (OSError, http.client.HTTPException) as error:
            reason = self._why_gone() or f"{error or type(error).__name__}"
            raise MockPortalError(f"the portal does not answer {method} {path}: {reason}") from error
        finally:
            connection.close()
        if answer.status >= 400:
            raise _refusal(data, f"the portal answers {method} {path} with HTTP {answer.status}")
        return data

    def json(self, method: str, path: str, body: Optional[object] = None) -> Any:
        """Makes a call and returns the answer as a JSON value."""
        __tracebackhide__ = True
        return json.loads(self.bytes(method, path, body))


def _refusal(data: bytes, otherwise: str) -> MockPortalError:
    """The portal's words; where it names what is allowed, the nearest of it comes first, since the list may be long."""
    try:
        document = json.loads(data)
        text = str(document["error"])
    except (ValueError, KeyError, TypeError):
        return MockPortalError(otherwise)
    # The name of the place in the call's body says nothing to a caller of Python.
    text = text[len("body: "):] if text.startswith("body: ") else text
    allowed = [str(one) for one in document.get("allowed", [])]
    problem, separator, _ = text.partition("; allowed: ")
    if separator and allowed:
        near = document.get("didYouMean")
        text = refusal(problem, near, summary(allowed) if "operation" in problem else allowed)
    return MockPortalError(text or otherwise, allowed)
