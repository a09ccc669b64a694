"""What a journal must or must not hold; each function raises AssertionError with what stands there instead."""

from __future__ import annotations

from typing import Callable, Iterable, Mapping, Optional, Sequence

from .journal import Journal, Request
from .secrets_search import SecretSearch

PLACES = ("url", "headers", "body")
_CARRIERS = {"query": "url", "esriHeader": "headers", "authorizationHeader": "headers", "cookie": "headers", "form": "body"}


def requested(journal: Journal, operation: str, method: str, times: Optional[int]) -> None:
    """At least once, or exactly so many times."""
    __tracebackhide__ = True
    _require_whole(journal)
    found = [request for request in journal.requests if request.is_for(operation, method)]
    if len(found) == times or (times is None and found):
        return
    wanted = "at least once" if times is None else f"exactly {times} times"
    raise AssertionError(
        f"{_named(operation, method)} was to be requested {wanted}, and was {len(found)} times; the portal saw:\n{journal.text()}")


def not_requested(journal: Journal, operation: str, method: str) -> None:
    """Never."""
    __tracebackhide__ = True
    _require_whole(journal)
    found = [request for request in journal.requests if request.is_for(operation, method)]
    if found:
        raise AssertionError(
            f"{_named(operation, method)} was not to be requested, and was {len(found)} times: {_list(found)}")


def connected(journal: Journal) -> None:
    """At least one connection."""
    __tracebackhide__ = True
    if not journal.connections and not journal.dropped:
        raise AssertionError("no client connected to the portal; was it given portal.url?")


def never_sent(
    journal: Journal, what: str, secrets: Mapping[str, Iterable[str]], where: Optional[str], outside: Sequence[str]
) -> None:
    """No secret of a kind, or no text, in a place outside of some operations."""
    __tracebackhide__ = True
    if where is not None and where not in PLACES:
        raise ValueError(f"where is {where!r}; it is one of {', '.join(PLACES)}, or None for all of them")
    _require_whole(journal)
    requests = [request for request in journal.requests if not any(request.is_for(one) for one in outside)]
    if what == "certificate":
        if where is not None:
            raise ValueError("a client certificate is shown in the handshake: leave where out")
        _refuse_certificates(journal, {request.connection for request in requests})
        return
    find = _tokens if what == "token" else _texts(secrets[what] if what in secrets else [what])
    found = [
        f"request {request.number} ({request}) in its {place}"
        for request in requests for place in PLACES if where in (None, place) and find(request, place)
    ]
    if found:
        raise AssertionError(f"{_article(what, secrets)} was sent: {'; '.join(found)}")


def _refuse_certificates(journal: Journal, judged: set[int]) -> None:
    """A connection that carried no request but those of `outside` is where the certificate belongs."""
    __tracebackhide__ = True
    carried = {request.connection for request in journal.requests}
    found = [
        connection for connection in journal.connections
        if connection.identity is not None and (connection.number in judged or connection.number not in carried)
    ]
    if found:
        raise AssertionError(f"a client certificate was sent: {'; '.join(map(str, found))}")


def _tokens(request: Request, place: str) -> bool:
    return any(_CARRIERS.get(token.carrier) == place for token in request.tokens)


def _texts(texts: Iterable[str]) -> Callable[[Request, str], bool]:
    searches = [SecretSearch(text) for text in texts]

    def find(request: Request, place: str) -> bool:
        data = {
            "url": request.target.encode("utf-8", "surrogateescape"), "body": request.body,
            "headers": "\n".join(f"{name}: {value}" for name, value in request.headers).encode("utf-8", "surrogateescape"),
        }[place]
        return any(search.is_in(data) for search in searches)

    return find


def _require_whole(journal: Journal) -> None:
    __tracebackhide__ = True
    if journal.dropped:
        raise AssertionError(
            f"the journal has dropped {journal.dropped} entries, so nothing can be said of all requests: clear it in between "
            "(portal.clear_journal()), or start the program with a larger --journal-size")


def _named(operation: str, method: str) -> str:
    name = "anything" if operation == "*" else operation
    return name if method == "*" else f"{method} {name}"


def _article(what: str, secrets: Mapping[str, Iterable[str]]) -> str:
    if what in secrets or what == "token":
        return f"an {what}" if what[0] in "aeiou" else f"a {what}"
    # What is searched for may be a secret.
    return "the text"


def _list(requests: Sequence[Request]) -> str:
    shown = "; ".join(f"{request.number}. {request}" for request in requests[:10])
    return shown + ("; …" if len(requests) > 10 else "")
