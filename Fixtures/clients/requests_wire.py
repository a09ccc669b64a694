"""The wire of `requests_client.py`: one requests session, and what its answers mean in the words of the vocabulary."""
import os
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
    parts = urlsplit(url.strip().split("/sharing")[0].split("/rest/")[0].split("/home")[0].rstrip("/"))
    return f"{parts.scheme.lower()}://{parts.netloc.lower()}{parts.path}"


class Wire:
    """One requests session: what is sent again, where redirects lead and what is a document."""

    # Seconds without a byte after which a request is given up.
    patience = 20

    def __init__(self, begin):
        self.session = requests.Session()
        self.session.trust_env = False
        self.session.headers["Referer"] = self.referer = begin["referer"]
        # Where plain addresses answer over TLS, and who else may learn a password.
        self.secure, self.consents = begin.get("secure", {}), begin.get("consents", [])
        self.authority({"files": begin["authorities"]})

    def over_tls(self, url):
        """The same over TLS, where the portal said that it answers there."""
        return next((secure + url[len(plain):] for plain, secure in self.secure.items() if origin(url) == origin(plain)), url)

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
                answer = self.session.request(method, url, timeout=self.patience, allow_redirects=False, **more)
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
