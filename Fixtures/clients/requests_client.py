#!/usr/bin/env python3
"""A client that is nothing but Python requests, told a scenario step by step: `--client-mode steps` (README.md beside this file)."""
import json
import os
import sys
import time
from urllib.parse import urljoin, urlsplit

import requests

# What requests and web servers say, in the words of the vocabulary; the first that fits.
WORDS = {
    "CERTIFICATE_REQUIRED": "client-certificate-required", "HANDSHAKE_FAILURE": "client-certificate-required",
    "No required SSL certificate": "client-certificate-required", "HTTP Error 403.7": "client-certificate-required",
    "<title>403 Forbidden": "client-certificate-required", "UNKNOWN_CA": "client-certificate-unknown-ca",
    "ALERT_CERTIFICATE_EXPIRED": "client-certificate-expired", "certificate has expired": "certificate-expired",
    "not yet valid": "certificate-not-yet-valid", "Hostname mismatch": "host-mismatch", "IP address mismatch": "host-mismatch",
    "self-signed certificate in certificate chain": "certificate-unknown-root", "self-signed certificate": "certificate-self-signed",
    "unable to get local issuer": "certificate-unknown-root", "certificate purpose": "certificate-wrong-purpose",
    "SSLError": "secure-connection-failed", "IncompleteRead": "partial-body", "InvalidChunkLength": "partial-body",
    "NameResolutionError": "cannot-find-host", "Connection refused": "cannot-connect",
    "return character": "invalid-argument", "timed out": "timed-out",
}
CODES = {401: "http-authentication", 403: "access-denied", 404: "not-found", 429: "rate-limited", 498: "token-invalid",
         499: "token-required"}


class Refused(Exception):
    """Why a step was refused."""


def in_words(text, default):
    return next((reason for words, reason in WORDS.items() if words in text), default)


def origin(url):
    parts = urlsplit(url)
    return parts.scheme, parts.hostname, parts.port or {"https": 443, "http": 80}.get(parts.scheme)


def context(url):
    """Where tokens of a URL are good: everything before /rest or /sharing."""
    return url.strip().split("/sharing")[0].split("/rest/")[0].split("/home")[0].rstrip("/")


class Wire:
    """One requests session: what is sent again, where redirects lead and what is a document."""

    def __init__(self, begin):
        self.session = requests.Session()
        self.session.trust_env = False
        self.session.headers["Referer"] = self.referer = begin["referer"]
        self.authority({"files": begin["authorities"]})

    def authority(self, step):
        """One file of everything that is trusted; what certifi brings where that is nothing."""
        path = os.path.join(os.environ["TMPDIR"], "trusted.pem")
        with open(path, "a") as out:
            out.writelines(open(name).read() for name in step["files"])
        self.session.verify = path if os.path.getsize(path) else True

    def send(self, method, url, **more):
        """A GET that was lost on the way, or that a busy server or a gateway answered, is sent again, twice at most."""
        for attempt in range(3):
            last, wait = method != "GET" or attempt == 2, 0.5 * 2**attempt
            try:
                answer = self.session.request(method, url, timeout=20, allow_redirects=False, **more)
                wait = max(wait, int(answer.headers.get("Retry-After", "0")) if answer.status_code == 503 else 0)
                if last or answer.status_code not in (502, 503, 504) or wait > 10:
                    return answer
            except requests.RequestException as error:
                reason = in_words(repr(error), "connection-lost")
                if last or reason != "connection-lost" and (reason, attempt) != ("partial-body", 0):
                    raise Refused(reason) from None
            time.sleep(wait)

    def fetch(self, method, url, **more):
        """Follows redirects itself: requests would take the token and the referer along to another origin."""
        first = origin(url)
        for _ in range(11):
            answer = self.send(method, url, **more)
            if not answer.is_redirect:
                return answer
            target = urlsplit(answer.headers["Location"])
            url = urljoin(url, target.geturl())
            if origin(url)[0] == "http" and first[0] == "https":
                raise Refused("insecure-redirect")
            if origin(url)[0] not in ("http", "https") or "@" in target.netloc or target.scheme and not target.netloc:
                raise Refused("redirect-refused")
            if origin(url) != first:
                if method == "POST":
                    raise Refused("redirect-refused")  # A form goes nowhere but where it was meant to.
                more["headers"] = {"Referer": None}
            if answer.status_code not in (307, 308):
                method = "GET"
                more.pop("data", None)
            more.pop("params", None)
        raise Refused("too-many-redirects")

    @staticmethod
    def document(answer):
        try:
            return answer.json()
        except (ValueError, RecursionError):
            status, start = answer.status_code, answer.content[:1]
            if not answer.ok:
                default = "insecure-basic" if status == 401 and answer.url.startswith("http:") else CODES.get(status, "http-error")
                raise Refused(in_words(answer.text, default)) from None
            raise Refused("empty-body" if not start else "malformed-answer" if start in b"[{" else "unexpected-content") from None


class Tokens(Wire):
    """Who signs in where, which tokens came of it, and requests that carry them."""

    def __init__(self, begin):
        super().__init__(begin)
        self.logins, self.tokens, self.referers, self.portals, self.services, self.in_form = {}, {}, {}, {}, {}, set()

    def keep(self, step, who):
        if step.get("kind") == "http" or "below" in step:
            raise NotImplementedError
        self.referers[who] = step.get("referer", self.referer)
        if "token" in step:
            self.tokens[who] = step["token"]
        elif "username" in step and self.logins.get(who, {}).get("password") != step["password"]:
            self.logins[who] = step

    def service(self, place):
        """The token service of a portal or server; none where it is not secured by tokens."""
        if place not in self.services:
            rest, usual = ("/sharing/rest",) * 2 if place in self.portals else ("/rest", "/tokens")
            try:
                told = self.document(self.fetch("GET", place + rest + "/info", params={"f": "json"})).get("authInfo", {})
            except Refused as reason:
                if str(reason) not in ("http-error", "not-found", "unexpected-content"):
                    raise
                told = {}  # It does not say: its usual token service.
            service = told.get("tokenServicesUrl") or place + usual + "/generateToken"
            self.services[place] = service if told.get("isTokenBasedSecurity", True) else None
        return self.services[place]

    def sign_in(self, who, place):
        login = self.logins[who]
        service = login.get("tokenURL") or self.service(place)
        if not service:
            return
        if urlsplit(service).scheme != "https":
            raise Refused("insecure-token-service")
        if "tokenURL" not in login and origin(service) not in map(origin, [place, *self.portals]):
            raise Refused("consent-refused")  # There is nobody to ask whether the password may go there.
        form = {"username": login["username"], "password": login["password"], "f": "json",
                "client": "referer", "referer": self.referers[who], "expiration": login.get("lifetimeMinutes") or None}
        body = self.document(self.fetch("POST", service, data=form))
        if "token" not in body:
            del self.logins[who]  # A refused password is not tried again.
            raise Refused("invalid-credentials")
        self.tokens[who] = body["token"]

    def ask(self, method, url, fields, who=None):
        """A request with the token of its context: renewed once where it is no longer good, in a form where its header is lost."""
        place = context(url)
        who, fields = who or place, {**fields, "f": "json"}
        if url.startswith("http:") and (self.logins or self.tokens):
            raise NotImplementedError  # The port of http does not tell where the host listens with TLS.
        for attempt in range(2):
            if who in self.logins and who not in self.tokens:
                self.sign_in(who, place)
            headers, token = {"Referer": self.referers.get(who, self.referer)}, self.tokens.get(who)
            if token and place in self.in_form:
                method, fields = "POST", {**fields, "token": token}
            elif token:
                headers["X-Esri-Authorization"] = f"Bearer {token}"
            answer = self.fetch(method, url, headers=headers, **{"params" if method == "GET" else "data": fields})
            body = self.document(answer)
            error = body.get("error") or (body if body.get("status") == "error" else None)
            code = int(error.get("code", 500)) if error else answer.status_code
            if code < 300:
                return body
            if code in (403, 498, 499) and not token and (self.logins or self.tokens):
                raise NotImplementedError  # Which server belongs to which portal is not known here.
            can_repeat = attempt == 0 and (code == 498 and who in self.logins or code == 499 and token and place not in self.in_form)
            if code == 498:
                self.tokens.pop(who, None)
            elif can_repeat:
                self.in_form.add(place)
            if not can_repeat:
                raise Refused(CODES.get(code, "service-error" if error else "http-error"))


class Steps(Tokens):
    """One method a step; what is missing here the client cannot do."""

    def __init__(self, begin):
        if any(word in begin for word in ("apiKey", "oauth", "proxy", "identities", "carriers", "attempts", "userAgent")):
            raise NotImplementedError
        super().__init__(begin)
        self.loads, self.members = {}, set()

    def answers(self, step):
        if step["answers"]:
            raise NotImplementedError

    def connect(self, step):
        if "identity" in step or "for" in step:
            raise NotImplementedError
        name, place = step["portal"], context(step["url"])
        self.portals.setdefault(place, []).append(name)
        self.loads.pop(name, None)
        if step.get("authenticated"):
            self.members.add(name)
        self.keep(step, place)
        return self.load(step) if step.get("load", True) else {}

    def place(self, step):
        return next(place for place, names in self.portals.items() if step["portal"] in names)

    def load(self, step):
        """What came of the first load is what comes of the next ones."""
        name, place = step["portal"], self.place(step)
        if name not in self.loads:
            try:
                if name in self.members and place not in self.logins and place not in self.tokens:
                    raise Refused("authentication-required")
                body = self.ask("GET", place + "/sharing/rest/portals/self", {})
                self.loads[name] = {"user": (body.get("user") or {}).get("username")}
            except Refused as reason:
                self.loads[name] = reason
        if isinstance(self.loads[name], Refused):
            raise self.loads[name]
        return self.loads[name]

    def retryLoad(self, step):
        if isinstance(self.loads.get(step["portal"]), Refused):
            del self.loads[step["portal"]]
        return self.load(step)

    def credential(self, step):
        self.keep(step, context(step["for"]))

    def request(self, step):
        if "apiKey" in step or step.get("data"):
            raise NotImplementedError
        who = None
        if "username" in step or "token" in step:
            who = f"{context(step['url'])} {step.get('username')} {step.get('token')}"
            self.keep(step, who)
        self.ask(step["method"], step["url"], step.get("form", {}), who)

    def item(self, step):
        return {"item": self.ask("GET", f"{self.place(step)}/sharing/rest/content/items/{step['item']}", {})["title"]}


STEPS = ("answers", "authority", "connect", "load", "retryLoad", "credential", "request", "item")


def main():
    client = last = None
    for line in sys.stdin:
        step = json.loads(line)
        answer = {"id": step["id"]}
        try:
            if step["step"] == "begin":
                client = Steps(step)
            elif step["step"] in STEPS:
                answer |= {"outcome": "accepted", **(getattr(client, step["step"])(step) or {})}
            else:
                raise NotImplementedError
        except Refused as reason:
            answer |= {"outcome": "refused", "reason": str(reason)}
        except NotImplementedError:
            answer["unsupported"] = True
        last = answer.get("outcome", last)
        print(json.dumps(answer), flush=True)
    sys.exit(last == "refused")


if __name__ == "__main__":
    main()
