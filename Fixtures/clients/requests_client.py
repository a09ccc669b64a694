#!/usr/bin/env python3
"""A client that is nothing but Python requests, told a scenario step by step: `--client-mode steps` (README.md beside this file)."""
import json
import os
import sys
from urllib.parse import urljoin, urlsplit

import requests

# What requests says of a certificate, in the words of the vocabulary; the first that fits.
WORDS = [
    ("CERTIFICATE_REQUIRED", "client-certificate-required"), ("UNKNOWN_CA", "client-certificate-unknown-ca"),
    ("ALERT_CERTIFICATE_EXPIRED", "client-certificate-expired"), ("certificate has expired", "certificate-expired"),
    ("not yet valid", "certificate-not-yet-valid"), ("Hostname mismatch", "host-mismatch"),
    ("IP address mismatch", "host-mismatch"), ("doesn't match", "host-mismatch"), ("no appropriate subjectAltName", "host-mismatch"),
    ("self-signed certificate in certificate chain", "certificate-unknown-root"), ("self-signed certificate", "certificate-self-signed"),
    ("unable to get local issuer", "certificate-unknown-root"), ("certificate purpose", "certificate-wrong-purpose"),
    ("HANDSHAKE_FAILURE", "client-certificate-required"), ("Name or service not known", "cannot-find-host"),
    ("Connection refused", "cannot-connect"), ("return character", "invalid-argument"), ("timed out", "timed-out"),
]
CODES = {498: "token-invalid", 499: "token-required", 403: "access-denied", 401: "http-authentication", 429: "rate-limited"}


def origin(url):
    parts = urlsplit(url)
    return parts.scheme, parts.hostname, parts.port or {"https": 443, "http": 80}.get(parts.scheme)


class Refused(Exception):
    """Why a step was refused."""


class Client:
    def __init__(self, begin):
        self.session = requests.Session()
        self.session.trust_env = False
        self.session.headers["Referer"] = self.referer = begin["referer"]
        self.verify = self.authorities(begin["authorities"])
        self.logins, self.tokens, self.portals, self.services = {}, {}, {}, {}

    def authorities(self, files):
        """One file of everything that is trusted; an empty one where that is nothing."""
        path = os.path.join(os.environ["TMPDIR"], "trusted.pem")
        with open(path, "a") as out:
            out.writelines(open(name).read() for name in files)
        return path if os.path.getsize(path) else True

    def send(self, method, url, **more):
        try:
            answer = self.session.request(method, url, verify=self.verify, timeout=20, allow_redirects=False, **more)
        except requests.RequestException as error:
            raise Refused(next((reason for word, reason in WORDS if word in str(error)), "connection-lost")) from None
        return answer

    def fetch(self, method, url, **more):
        """Follows redirects itself: requests would take the token and the referer along to another origin."""
        first = origin(url)
        for _ in range(11):
            answer = self.send(method, url, **more)
            if not answer.is_redirect:
                return answer
            url, status = urljoin(url, answer.headers["Location"]), answer.status_code
            parts = urlsplit(url)
            if parts.scheme == "http" and first[0] == "https":
                raise Refused("insecure-redirect")
            if parts.scheme not in ("http", "https") or not parts.hostname or "@" in parts.netloc:
                raise Refused("redirect-refused")
            more.pop("params", None)
            if method == "POST" and status not in (307, 308):
                method = "GET"
                more.pop("data", None)
            if origin(url) != first:
                if method == "POST":
                    raise Refused("redirect-refused")
                more["headers"] = {"Referer": None}
        raise Refused("too-many-redirects")

    @staticmethod
    def document(answer):
        try:
            return answer.json()
        except (ValueError, RecursionError):
            why = "empty-body" if not answer.content else "unexpected-content" if answer.ok else "http-error"
            raise Refused(CODES.get(answer.status_code, why)) from None

    def context(self, url):
        """Where tokens of a URL are good: everything before /rest or /sharing."""
        return url.split("/sharing")[0].split("/rest/")[0].split("/home")[0].rstrip("/")

    def sign_in(self, who, context):
        login = self.logins[who]
        service = login.get("tokenURL") or self.services.get(context)
        if not service:
            rest = context + ("/sharing/rest/info" if context in self.portals else "/rest/info")
            info = self.document(self.fetch("GET", rest, params={"f": "json"}))
            service = info.get("authInfo", {}).get("tokenServicesUrl") or context + "/sharing/rest/generateToken"
            self.services[context] = service
        if urlsplit(service).scheme != "https":
            raise Refused("insecure-token-service")
        form = {"username": login["username"], "password": login["password"], "client": "referer", "referer": self.referer, "f": "json"}
        answer = self.send("POST", service, data={**form, "expiration": login.get("lifetimeMinutes", 60)})
        if answer.is_redirect:
            raise Refused("redirect-refused")  # A password goes nowhere but where it was meant to.
        body = self.document(answer)
        if "token" not in body:
            del self.logins[who]  # A refused password is not tried again.
            raise Refused("invalid-credentials")
        self.tokens[who] = body["token"]

    def ask(self, method, url, who=None, **more):
        """A request with the token of its context, which is renewed once where it is no longer good."""
        context = self.context(url)
        who = who or context
        for attempt in range(2):
            if who in self.logins and who not in self.tokens:
                self.sign_in(who, context)
            token = self.tokens.get(who)
            headers = {"X-Esri-Authorization": f"Bearer {token}"} if token else {}
            answer = self.fetch(method, url, headers=headers, **more)
            body = self.document(answer)
            error = body.get("error") or (body if body.get("status") == "error" else None)
            code = int(error.get("code", 500)) if error else answer.status_code
            if code < 300:
                return body
            if not (code == 498 and attempt == 0 and who in self.logins):
                raise Refused(CODES.get(code, "service-error" if error else "http-error"))
            del self.tokens[who]

    def keep(self, step, who):
        if step.get("kind") == "http":
            raise NotImplementedError
        if "token" in step:
            self.tokens[who] = step["token"]
        elif "username" in step and self.logins.get(who, {}).get("password") != step["password"]:
            self.logins[who] = step

    # One method a step; what is missing here the client cannot do.

    def answers(self, step):
        if step["answers"]:
            raise NotImplementedError

    def connect(self, step):
        if any(word in step for word in ("identity", "for")):
            raise NotImplementedError
        context = self.context(step["url"].strip())
        self.portals.setdefault(context, []).append(step["portal"])
        self.keep(step, context)
        return self.load(step) if step.get("load", True) else {}

    def portal(self, step):
        return next(url for url, names in self.portals.items() if step["portal"] in names) + "/sharing/rest"

    def load(self, step):
        body = self.ask("GET", self.portal(step) + "/portals/self", params={"f": "json"})
        return {"user": body.get("user", {}).get("username")}

    def credential(self, step):
        self.keep(step, self.context(step["for"]))

    def request(self, step):
        if "apiKey" in step or step.get("data"):
            raise NotImplementedError
        who = None
        if "username" in step or "token" in step:
            who = f"{self.context(step['url'])} {step.get('username')} {step.get('token')}"
            self.keep(step, who)
        fields = {**step.get("form", {}), "f": "json"}
        self.ask(step["method"], step["url"], who, **{"params" if step["method"] == "GET" else "data": fields})

    def item(self, step):
        url = f"{self.portal(step)}/content/items/{step['item']}"
        return {"item": self.ask("GET", url, params={"f": "json"})["title"]}


def main():
    client = last = None
    for line in sys.stdin:
        step = json.loads(line)
        answer = {"id": step["id"]}
        try:
            if step["step"] == "begin":
                if any(word in step for word in ("apiKey", "oauth", "proxy", "identities", "carriers", "attempts", "userAgent")):
                    raise NotImplementedError
                client = Client(step)
            else:
                answer |= {"outcome": "accepted", **(getattr(client, step["step"])(step) or {})}
        except Refused as reason:
            answer |= {"outcome": "refused", "reason": str(reason)}
        except (NotImplementedError, AttributeError):
            answer["unsupported"] = True
        last = answer.get("outcome", last)
        print(json.dumps(answer), flush=True)
    sys.exit(last == "refused")


if __name__ == "__main__":
    main()
