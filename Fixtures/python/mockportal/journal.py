"""What a portal saw on the wire, raw and in order."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass, field
from typing import Any, Mapping, Optional, Sequence
from urllib.parse import parse_qsl


@dataclass(frozen=True)
class PresentedToken:
    """A token that a request carried."""

    #: `esriHeader`, `authorizationHeader`, `form`, `query` or `cookie`.
    carrier: str
    #: `token#1` in the order of issue; `unknown` where this portal never issued it.
    alias: str


@dataclass(frozen=True)
class Decision:
    """What one gate of the portal decided about a request, and why."""

    gate: str
    passed: bool
    reason: str


@dataclass(frozen=True)
class Request:
    """One request as received, and the answer to it."""

    #: Ordinal within the portal's journal, from 1.
    number: int
    #: The number of the connection that it came over.
    connection: int
    method: str
    #: The request target as received.
    target: str
    #: What the portal took it for: `generateToken`, `portals/self`, `info`, `Traffic` …
    operation: str
    #: Header fields in the order and case of the wire.
    headers: Sequence[tuple[str, str]] = field(repr=False)
    body: bytes = field(repr=False)
    #: The origin that received it, as `https://localhost:8443`.
    origin: str
    portal_time: datetime.datetime
    tokens: Sequence[PresentedToken]
    #: The user that HTTP credentials name; None where there were none.
    username: Optional[str]
    decisions: Sequence[Decision]
    #: The HTTP status of the answer; None while there is none.
    status: Optional[int]
    #: The code that counts: that of the JSON error envelope if there is one, else the HTTP status.
    code: Optional[int]
    #: A token that the answer handed out, as `token#1`.
    issued: Optional[str]
    #: The fault that was played, in the blueprint's words: `reset`, `status 503`.
    fault: Optional[str]
    #: The entry as the control API gives it.
    raw: Mapping[str, Any] = field(repr=False)

    def header(self, name: str) -> Optional[str]:
        """The first value of a header field, its name in any case; None where it is absent."""
        return next((value for field, value in self.headers if field.lower() == name.lower()), None)

    @property
    def path(self) -> str:
        """The target without its query."""
        return self.target.split("?", 1)[0]

    @property
    def query(self) -> dict[str, str]:
        """The parameters of the query; of those that come twice the last."""
        return dict(parse_qsl(self.target.partition("?")[2], keep_blank_values=True))

    @property
    def form(self) -> dict[str, str]:
        """The parameters of a form in the body; of those that come twice the last."""
        return dict(parse_qsl(self.body.decode("utf-8", "replace"), keep_blank_values=True))

    def is_for(self, operation: str, method: str = "*") -> bool:
        """Whether it is one of these operations and methods; `*` stands for anything, `|` separates alternatives."""
        return matches(self.operation, operation) and matches(self.method, method)

    def __str__(self) -> str:
        tokens = "".join(f" +{token.alias}" for token in self.tokens)
        answer = " unanswered" if self.code is None else f" -> {self._answer}"
        issued = f" ({self.issued})" if self.issued else ""
        return visible(f"{self.method} {self._what}{tokens}{answer}{issued}")

    @property
    def _answer(self) -> str:
        # A portal tells its errors in a body of status 200: `200/498`.
        return str(self.code) if self.status in (None, self.code) else f"{self.status}/{self.code}"

    @property
    def _what(self) -> str:
        # What the portal has no name for is told by its path; a query may hold secrets.
        return self.operation if self.operation != "unknown" else f"unknown {self.path}"


@dataclass(frozen=True)
class Connection:
    """One accepted connection, and what became of its handshake."""

    #: Ordinal within the portal's journal, from 1.
    number: int
    #: The origin that it came to, as `https://localhost:8443`.
    origin: str
    #: `completed`, `refusedByClient`, `refusedByServer`, `abandoned`, `notTLS`, `pending`; None on a plain listener.
    handshake: Optional[str]
    #: The alert that ended the handshake, as `unknown_ca`, from either side.
    alert: Optional[str]
    #: The recipe of the certificate that was shown, as `good` or `expired`.
    certificate: Optional[str]
    #: The name of the client certificate that was shown, as `alice`; `unknown` where this portal never issued it.
    identity: Optional[str]
    #: What ended it: `client`, `server`, `timeout`, `error`, `shutdown`; None while it is open.
    ended_by: Optional[str]
    #: The fault that was played on it.
    fault: Optional[str]
    #: The entry as the control API gives it.
    raw: Mapping[str, Any] = field(repr=False)

    def __str__(self) -> str:
        words = [f"connection {self.number} to {self.origin}"]
        if self.handshake is not None:
            words[0] += f": {self.handshake}, certificate {self.certificate or 'none'}"
        if self.identity is not None:
            words.append(f"client certificate {self.identity}")
        if self.alert is not None:
            words.append(f"alert {self.alert} by {self.raw['tls']['alert']['sentBy']}")
        if self.fault is not None:
            words.append(f"fault {self.fault}")
        return visible(", ".join(words))


@dataclass(frozen=True)
class Journal:
    """Every connection and request that a portal saw, in their order."""

    connections: Sequence[Connection]
    requests: Sequence[Request]
    #: How many entries were dropped because the journal is bounded.
    dropped: int = 0

    @staticmethod
    def decode(document: Mapping[str, Any]) -> Journal:
        """Reads what the control API gives."""
        return Journal(
            [_connection(entry) for entry in document["connections"]],
            [_request(entry) for entry in document["requests"]], document.get("dropped", 0),
        )

    def text(self) -> str:
        """The journal as a person reads it beside a failed test, without secrets: a line per connection and request."""
        lines = [str(connection) for connection in self.connections]
        for request in self.requests:
            fault = f", fault {request.fault}" if request.fault else ""
            lines.append(visible(f"request {request.number} on {request.connection}: {request}{fault}"))
            lines += [f"    {visible(decision.gate)}: {visible(decision.reason)}" for decision in request.decisions if not decision.passed]
        if self.dropped:
            lines.append(f"({self.dropped} older entries were dropped)")
        return "\n".join(lines) or "no connection"


def matches(text: str, pattern: str) -> bool:
    """Whether a text is one of the alternatives between `|`, in which `*` stands for anything."""
    return any(
        re.fullmatch(".*".join(map(re.escape, choice.split("*"))), text, re.DOTALL) for choice in pattern.split("|")
    )


def visible(text: str) -> str:
    """A text on one line in which nothing can act on a terminal or hide."""
    return "".join(char if char.isprintable() else f"\\u{{{ord(char):x}}}" for char in text)


def _connection(entry: Mapping[str, Any]) -> Connection:
    tls = entry.get("tls") or {}
    return Connection(
        number=entry["number"], origin=entry["origin"], handshake=tls.get("outcome"), alert=(tls.get("alert") or {}).get("name"),
        certificate=tls.get("certificate"), identity=tls.get("identity"), ended_by=(entry.get("end") or {}).get("by"),
        fault=entry.get("fault"), raw=entry,
    )


def _request(entry: Mapping[str, Any]) -> Request:
    answer = entry.get("answer") or {}
    return Request(
        number=entry["number"], connection=entry["connection"], method=entry["method"], target=entry["target"],
        operation=entry["operation"], headers=[(field["name"], field["value"]) for field in entry["headers"]],
        body=bytes(entry["body"]), origin=entry["origin"],
        portal_time=datetime.datetime.fromtimestamp(entry["portalTime"] / 1000, datetime.timezone.utc),
        tokens=[PresentedToken(token["carrier"], token["alias"]) for token in entry["presented"]],
        username=(entry.get("authorization") or {}).get("username"),
        decisions=[Decision(one["gate"], one["passed"], one["reason"]) for one in entry["decisions"]],
        status=answer.get("status"), code=answer.get("code"), issued=answer.get("issued"), fault=entry.get("fault"), raw=entry,
    )
