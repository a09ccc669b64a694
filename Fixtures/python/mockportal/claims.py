"""What a journal must or must not hold; each function raises AssertionError with what stands there instead."""

from __future__ import annotations

from typing import Callable, Mapping, Optional, Sequence
from urllib.parse import unquote_plus

from .journal import Journal, Request, visible
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
    wanted = "at least once" if times is None else f"exactly {_times(times)}"
    raise AssertionError(
        f"{_named(operation, method)} was to be requested {wanted}, and was {_times(len(found))}; the portal saw:\n{journal.text()}")


def not_requested(journal: Journal, operation: str, method: str) -> None:
    """Never."""
    __tracebackhide__ = True
    _require_whole(journal)
    found = [request for request in journal.requests if request.is_for(operation, method)]
    if found:
        if operation == "*" and method == "*":
            raise AssertionError(f"no request was to come, and {len(found)} came: {_list(found)}")
        raise AssertionError(f"{_named(operation, method)} was not to be requested, and was, {_times(len(found))}: {_list(found)}")


def connected(journal: Journal) -> None:
    """At least one connection."""
    __tracebackhide__ = True
    if not journal.connections and not journal.dropped:
        raise AssertionError("no client connected to the portal; was it given portal.url?")


def never_sent(
    journal: Journal, what: str, secrets: Mapping[str, Mapping[str, str]], where: Optional[str], outside: Sequence[str]
) -> None:
    """No secret of a kind in a place outside of some operations; the secrets are given by kind, with the words for each.

    A password belongs in the body of a POST alone: what stands in the URL of an excused operation is found.
    """
    __tracebackhide__ = True
    if where is not None and where not in PLACES:
        raise ValueError(f"where is {where!r}; it is one of {', '.join(PLACES)}, or None for all of them")
    _require_whole(journal)

    def is_excused(request: Request) -> bool:
        return any(request.is_for(one) for one in outside)

    requests = [request for request in journal.requests if not is_excused(request)]
    if what == "certificate":
        if where is not None:
            raise ValueError("a client certificate is shown in the handshake: leave where out")
        _refuse_certificates(journal, {request.connection for request in requests})
        return
    find = _tokens if what == "token" else _secrets(secrets[what])
    found: list[str] = []
    for request in journal.requests:
        for place in PLACES:
            belongs = what != "password" or (place == "body" and request.method == "POST")
            if where not in (None, place) or (belongs and is_excused(request)):
                continue
            detail = find(request, place)
            if detail is not None:
                found.append(f"request {request.number} ({request}) in its {place}" + (f": {detail}" if detail else ""))
    if found:
        raise AssertionError(f"{_article(what)} was sent: {'; '.join(found)}")


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


def _tokens(request: Request, place: str) -> Optional[str]:
    found = [token for token in request.tokens if _CARRIERS.get(token.carrier) == place]
    return ", ".join(f"{token.alias} as {token.carrier}" for token in found) if found else None


def _secrets(secrets: Mapping[str, str]) -> Callable[[Request, str], Optional[str]]:
    searches = [(SecretSearch(text), words) for text, words in secrets.items()]

    def find(request: Request, place: str) -> Optional[str]:
        parts = _parts(request, place)
        whole = b"\n".join(part for _, _, part in parts) if place == "headers" else parts[0][2]
        found = []
        for search, words in searches:
            encoding = search.encoding_in(whole)
            if encoding is None:
                continue
            # A name that holds a secret itself is not repeated.
            holding = [
                f"in the {kind} {visible(name)}" for kind, name, part in parts
                if name and search.is_in(part) and not any(one.is_in(name.encode("utf-8", "replace")) for one, _ in searches)
            ]
            found.append(", ".join(filter(None, [words, encoding, " and ".join(dict.fromkeys(holding))])))
        return "; ".join(found) or None

    return find


def _parts(request: Request, place: str) -> list[tuple[str, str, bytes]]:
    """What a place of a request is made of: kind, name, and bytes; of URL and body the whole comes first, without a name."""
    if place == "headers":
        return [("header", name, f"{name}: {value}".encode("utf-8", "surrogateescape")) for name, value in request.headers]
    whole = request.target.encode("utf-8", "surrogateescape") if place == "url" else request.body
    form = whole.partition(b"?")[2] if place == "url" else whole
    if place == "body" and "urlencoded" not in (request.header("Content-Type") or ""):
        form = b""
    pairs = [piece.partition(b"=") for piece in form.split(b"&") if b"=" in piece]
    return [("", "", whole), *(("parameter", unquote_plus(name.decode("utf-8", "replace")), value) for name, _, value in pairs)]


def _require_whole(journal: Journal) -> None:
    __tracebackhide__ = True
    if journal.dropped:
        raise AssertionError(
            f"the journal has dropped {journal.dropped} entries, so nothing can be said of all requests: clear it in between "
            "(portal.clear_journal()), or start the program with a larger --journal-size")


def _named(operation: str, method: str) -> str:
    name = "anything" if operation == "*" else operation
    return name if method == "*" else f"{method} {name}"


def _article(what: str) -> str:
    return "the text" if what == "text" else f"{'an' if what[0] in 'aeiou' else 'a'} {what}"


def _times(count: int) -> str:
    return "1 time" if count == 1 else f"{count} times"


def _list(requests: Sequence[Request]) -> str:
    shown = "; ".join(f"{request.number}. {request}" for request in requests[:10])
    return shown + ("; …" if len(requests) > 10 else "")
