#!/usr/bin/env python3
"""A right client of a portal in Python's standard library alone, told one task in its environment (README.md).

`--bug <name>` puts one mistake in the place of what is right, `--list-bugs` prints their names; reference.py.bugs says what they are.
"""
import base64
import gzip
import hashlib
import html
import http.client
import io
import json
import os
import re
import secrets
import socket
import ssl
import sys
import time
from email.utils import parsedate_to_datetime
from urllib.parse import parse_qs, quote, urlencode, urljoin, urlsplit

BUGS = (
    "no-verification no-host-check expired-tolerated verifies-portal-only retries-unverified common-name-taken "
    "certificate-to-every-host password-in-query token-in-url token-follows-redirect referer-follows-redirect "
    "token-to-other-path cookie-follows-redirect downgrade-followed form-follows-redirect basic-unasked basic-anywhere "
    "basic-over-http digest-count-from-zero digest-cnonce-constant digest-uri-without-query digest-no-qop digest-first-offered "
    "digest-stale-for-ever no-referer requestip no-pkce plain-pkce constant-state state-unchecked constant-verifier "
    "code-twice post-repeated retry-after-ignored retries-without-pause retries-without-end never-renewed endless-renewal "
    "password-again-after-denial wrong-password-twice token-in-log token-in-file any-token-service insecure-token-service "
    "owner-by-substring not-exchanged exchange-for-each-layer token-to-every-layer status-only login-page-taken "
    "layers-without-token address-as-typed host-without-port certificate-to-every-port basic-to-every-port token-to-alike-path "
    "first-redirect-only digest-count-in-decimal basic-for-urls guessable-verifier retry-after-as-number"
).split()
BUG = sys.argv[sys.argv.index("--bug") + 1] if "--bug" in sys.argv else None
REDIRECTS, BUSY = (301, 302, 303, 307, 308), (429, 502, 503, 504)
env = os.environ


def bug(name):
    return BUG == name


class Refused(Exception):
    """The end of a task, with a reason of the contract's vocabulary."""


class Lost(Exception):
    """No byte of an answer came, or only a part of its body."""


# Addresses


def origin(url):
    """Scheme, host and port: what a secret is bound to (RFC 6454 section 4)."""
    parts = urlsplit(url)
    return parts.scheme, parts.hostname, parts.port or {"http": 80, "https": 443}.get(parts.scheme)


def context(url):
    """The portal or server that an address belongs to: what stands before /sharing or /rest."""
    parts = urlsplit(url)
    return origin(url), re.split(r"/(?:sharing|rest)(?:/|$)", parts.path)[0].rstrip("/")


def belongs(url, base):
    """Whether an address lies below a portal or server: a host may serve others beside it."""
    place, root = context(base)
    if bug("token-to-alike-path"):
        return origin(url) == place and urlsplit(url).path.startswith(root)
    return origin(url) == place and (urlsplit(url).path + "/").startswith(root + "/")


def root_of(url):
    """The portal's address, however it was written."""
    if bug("address-as-typed"):
        return url
    parts = urlsplit(url.strip())
    path = re.sub(r"(/home(/.*)?|/sharing(/.*)?|/index\.html)?/*$", "", parts.path)
    return f"{parts.scheme}://{parts.netloc.lower()}{path}"


# One request


def tls(url):
    """What is checked of a server, and the certificate that is shown: to the portal, for which it was given, and to no other."""
    settings = ssl.create_default_context(cafile=env.get("PORTAL_CA_FILE"))
    settings.hostname_checks_common_name = bug("common-name-taken")  # A name stands in subjectAltName (RFC 9525 section 6.3).
    foreign = origin(url) != origin(PORTAL)
    if bug("no-host-check"):
        settings.check_hostname = False
    if bug("no-verification") or bug("verifies-portal-only") and foreign:
        settings.check_hostname, settings.verify_mode = False, ssl.CERT_NONE
    alike = bug("certificate-to-every-port") and origin(url)[1] == origin(PORTAL)[1]
    if "PORTAL_CLIENT_CERT" in env and (not foreign or alike or bug("certificate-to-every-host")):
        settings.load_cert_chain(env["PORTAL_CLIENT_CERT"], env["PORTAL_CLIENT_KEY"])
    return settings


VERIFICATION = {
    9: "certificate-not-yet-valid", 10: "certificate-expired", 18: "certificate-self-signed", 19: "certificate-unknown-root",
    20: "certificate-unknown-root", 21: "certificate-unknown-root", 26: "certificate-wrong-purpose",
    62: "host-mismatch", 64: "host-mismatch",
}
# The alerts by which a server refuses a client certificate (RFC 8446 section 6.2, RFC 5246 section 7.2.2).
ALERTS = {
    "CERTIFICATE_REQUIRED": "client-certificate-required", "UNKNOWN_CA": "client-certificate-unknown-ca",
    "CERTIFICATE_EXPIRED": "client-certificate-expired", "BAD_CERTIFICATE": "client-certificate-rejected",
    "UNSUPPORTED_CERTIFICATE": "client-certificate-rejected", "CERTIFICATE_REVOKED": "client-certificate-rejected",
}


def tls_reason(error):
    if isinstance(error, ssl.SSLCertVerificationError):
        return VERIFICATION.get(error.verify_code, "certificate-invalid")
    words = error.reason or ""
    if words.endswith("ALERT_HANDSHAKE_FAILURE") and "PORTAL_CLIENT_CERT" not in env:
        return "client-certificate-required"  # TLS 1.2 has no alert of its own for a missing one.
    return next((reason for alert, reason in ALERTS.items() if words.endswith(alert)), "secure-connection-failed")


def connect(url, settings):
    scheme, host, port = origin(url)
    try:
        plain = socket.create_connection((host, port), timeout=20)
    except socket.gaierror:
        raise Refused("cannot-find-host") from None
    except OSError:
        raise Refused("cannot-connect") from None
    try:
        return settings.wrap_socket(plain, server_hostname=host) if scheme == "https" else plain
    except ssl.SSLCertVerificationError as error:
        plain.close()
        if bug("retries-unverified") or bug("expired-tolerated") and error.verify_code == 10:
            settings.check_hostname, settings.verify_mode = False, ssl.CERT_NONE
            return connect(url, settings)
        raise
    except OSError:
        plain.close()
        raise


class Received(io.BytesIO):
    """An answer that was read to its end, for the parser of http.client."""

    def makefile(self, _):
        return self


def exchange(method, url, headers, body):
    """Sends one request over a connection of its own."""
    parts = urlsplit(url)
    lines = {"Host": parts.hostname if bug("host-without-port") else parts.netloc, "Accept-Encoding": "gzip", "Connection": "close", **headers}
    head = f"{method} {parts.path or '/'}{'?' + parts.query if parts.query else ''} HTTP/1.1\r\n"
    head += "".join(f"{name}: {value}\r\n" for name, value in lines.items()) + "\r\n"
    data = b""
    try:
        with connect(url, tls(url)) as wire:
            try:
                wire.sendall(head.encode() + (body or b""))
            except (BrokenPipeError, ConnectionResetError):
                pass  # An alert that says why may still be read.
            while some := wire.recv(65536):
                data += some
    except TimeoutError:
        raise Refused("timed-out") from None
    except (ssl.SSLEOFError, ConnectionResetError):
        pass  # What came may be whole all the same.
    except ssl.SSLError as error:
        raise Refused(tls_reason(error)) from None
    if not data:
        raise Lost("connection-lost")
    if b"\r\n\r\n" not in data:
        raise Refused("connection-lost")
    try:
        answer = http.client.HTTPResponse(Received(data), method=method)
        answer.begin()
        answer.text, answer.address = answer.read(), url
        return answer
    except http.client.IncompleteRead:
        raise Lost("partial-body") from None
    except http.client.HTTPException:
        raise Refused("connection-lost") from None


def asked_pause(wanted, now):
    """The seconds that Retry-After asks for, as a number or as a date, which counts from the answer's own."""
    if wanted.isdigit():
        return int(wanted)
    try:
        until, now = parsedate_to_datetime(wanted), parsedate_to_datetime(now)
    except (TypeError, ValueError):
        return 0
    return 0 if bug("retry-after-as-number") else (until - now).total_seconds()


def send(method, url, headers, form=None):
    """Sends a request; a GET that was lost or met a busy server is repeated up to twice, after a pause. A form never is."""
    body = None if form is None else urlencode(form).encode()
    if body is not None:
        headers = {**headers, "Content-Type": "application/x-www-form-urlencoded", "Content-Length": len(body)}
    tries = 8 if bug("retries-without-end") else 3
    for left in reversed(range(tries)):
        pause = 0.55 * 2 ** (tries - 1 - left) if tries == 3 else 0.1
        try:
            answer = exchange(method, url, headers, body)
        except Lost as lost:
            again = method == "GET" and (str(lost) == "connection-lost" and left or left == tries - 1)
            if not again and not (bug("post-repeated") and left):
                raise Refused(str(lost)) from None
        else:
            wanted = answer.headers.get("Retry-After", "")
            if not bug("retry-after-ignored"):
                pause = max(pause, asked_pause(wanted, answer.headers.get("Date", "")) + 0.05)  # Not before (RFC 9110 section 10.2.3).
            if answer.status not in BUSY or method != "GET" or not left or pause > 30:
                return answer
        time.sleep(0 if bug("retries-without-pause") else pause)
    raise Refused("connection-lost")


# The web tier: Basic (RFC 7617) and Digest (RFC 7616)

DIGESTS = {"SHA-256": hashlib.sha256, "MD5": hashlib.md5}
tier = {}  # The challenge that was answered, with how often its nonce was used.


def offers(answer):
    """The challenges of an answer, several in a line or not; of Digest those that can be computed, the strongest first."""
    found = []
    for line in answer.headers.get_all("WWW-Authenticate", []):
        for name, quoted, plain in re.findall(r'([\w!#$%&\'*+.^`|~-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+)))?', line):
            if quoted or plain or re.search(rf'{re.escape(name)}\s*=\s*""', line):
                if found:
                    found[-1][name.lower()] = re.sub(r"\\(.)", r"\1", quoted) or plain
            else:
                found.append({"scheme": name.lower()})
    known = list(DIGESTS)
    digests = [one for one in found if one["scheme"] == "digest" and one.get("algorithm", "MD5").upper().removesuffix("-SESS") in known]
    if not bug("digest-first-offered"):
        digests.sort(key=lambda one: known.index(one.get("algorithm", "MD5").upper().removesuffix("-SESS")))
    return digests + [one for one in found if one["scheme"] == "basic"]


def digest(method, url, challenge):
    """The answer to a Digest challenge (RFC 7616 section 3.4)."""
    name = challenge.get("algorithm", "MD5")
    user, password, realm, nonce = env["PORTAL_USERNAME"], env["PORTAL_PASSWORD"], challenge.get("realm", ""), challenge["nonce"]
    offered = [one.strip() for one in challenge.get("qop", "").split(",") if one.strip()]
    if offered and "auth" not in offered:
        raise Refused("unsupported-qop")

    def hashed(*parts):
        return DIGESTS[name.upper().removesuffix("-SESS")](":".join(parts).encode()).hexdigest()

    challenge["count"] = challenge.get("count", -1 if bug("digest-count-from-zero") else 0) + 1
    count = f"{challenge['count']:08d}" if bug("digest-count-in-decimal") else f"{challenge['count']:08x}"
    session = name.upper().endswith("-SESS")
    cnonce = challenge.get("cnonce") if session else None
    cnonce = challenge["cnonce"] = cnonce or ("0a4f113b" if bug("digest-cnonce-constant") else secrets.token_hex(16))
    parts = urlsplit(url)
    uri = parts.path + (f"?{parts.query}" if parts.query and not bug("digest-uri-without-query") else "")
    secret = hashed(user, realm, password)
    secret = hashed(secret, nonce, cnonce) if session else secret
    if offered and not bug("digest-no-qop"):
        proof = hashed(secret, nonce, count, cnonce, "auth", hashed(method, uri))
        tail = f', qop=auth, nc={count}, cnonce="{cnonce}"'
    else:
        proof, tail = hashed(secret, nonce, hashed(method, uri)), f', cnonce="{cnonce}"' if session else ""
    known = hashed(user, realm) if challenge.get("userhash") == "true" else user
    tail += ", userhash=true" if challenge.get("userhash") == "true" else ""
    tail += f', opaque="{quoted(challenge["opaque"])}"' if "opaque" in challenge else ""
    tail += f", algorithm={name}" if "algorithm" in challenge else ""
    return f'Digest username="{quoted(known)}", realm="{quoted(realm)}", nonce="{nonce}", uri="{uri}", response="{proof}"{tail}'


def quoted(text):
    return re.sub(r'(["\\])', r"\\\1", text)


def authorization(method, url, challenge):
    if challenge["scheme"] == "digest":
        return digest(method, url, challenge)
    if origin(url)[0] != "https" and not bug("basic-over-http"):
        raise Refused("insecure-basic")
    pair = f"{env['PORTAL_USERNAME']}:{env['PORTAL_PASSWORD']}".encode()
    return "Basic " + (base64.urlsafe_b64encode if bug("basic-for-urls") else base64.b64encode)(pair).decode()


def ask(method, url, headers, form=None):
    """Sends a request and answers the web tier's challenge, where the address has the portal's origin: a protection space ends there."""
    alike = bug("basic-to-every-port") and origin(url)[1] == origin(REST)[1]
    if "PORTAL_USERNAME" not in env or not (origin(url) == origin(REST) or alike or bug("basic-anywhere")):
        return send(method, url, headers, form)
    if bug("basic-unasked"):
        tier.setdefault("challenge", {"scheme": "basic"})
    refused = None
    for stale in range(20 if bug("digest-stale-for-ever") else 4):
        if "challenge" in tier:
            headers = {**headers, "Authorization": authorization(method, url, tier["challenge"])}
        answer = send(method, url, headers, form)
        if answer.status != 401:
            return answer
        refused, offered = tier.pop("challenge", None), offers(answer)
        # A password that was refused is not sent again; a nonce that was called stale is replaced.
        if not offered or refused and offered[0].get("stale", "").lower() != "true" and not (bug("wrong-password-twice") and stale < 2):
            return answer
        tier["challenge"] = offered[0]
    raise Refused("digest-stale-loop")


def get(url, token=None, referer=True):
    """Asks with GET and follows redirects by itself: what is secret stays with the portal or server that it was meant for."""
    first, cookie = url, None
    headers = {"Referer": env["PORTAL_REFERER"]} if referer and not bug("no-referer") else {}
    for _ in range(11):
        if token and bug("token-in-url"):
            url += f"{'&' if '?' in url else '?'}token={quote(token)}"
        elif token:
            headers["X-Esri-Authorization"] = f"Bearer {token}"
        if cookie and bug("cookie-follows-redirect"):
            headers["Cookie"] = cookie
        answer = ask("GET", url, headers)
        target = answer.headers.get("Location")
        if answer.status not in REDIRECTS or not target:
            return answer
        target, cookie = urljoin(url, target), (answer.headers.get("Set-Cookie") or "").split(";")[0]
        if urlsplit(target).username is not None or urlsplit(target).scheme not in ("http", "https"):
            raise Refused("redirect-refused")
        if origin(url)[0] == "https" and origin(target)[0] == "http" and not bug("downgrade-followed"):
            raise Refused("insecure-redirect")
        near = belongs(target, first) or bug("first-redirect-only") and url != first or bug("token-to-other-path") and origin(target) == origin(first)
        if not near and not bug("token-follows-redirect"):
            token = None
            headers = headers if bug("referer-follows-redirect") else {}
            headers.pop("X-Esri-Authorization", None)
        url = target
    raise Refused("too-many-redirects")


def post(url, form):
    """Posts a form of secrets: over TLS, and never to where a redirect leads."""
    headers = {} if bug("no-referer") else {"Referer": env["PORTAL_REFERER"]}
    if bug("password-in-query") and "password" in form:
        return ask("GET", f"{url}?{urlencode(form)}", headers)
    answer = ask("POST", url, headers, form)
    if answer.status in REDIRECTS and bug("form-follows-redirect"):
        answer = ask("POST", urljoin(url, answer.headers["Location"]), headers, form)
    return answer


# What an answer says

PAGES = {  # How web tiers say in HTML what is wrong with a client certificate: nginx, IIS, Apache.
    "No required SSL certificate was sent": "client-certificate-required", "403.7": "client-certificate-required",
    "403.16": "client-certificate-unknown-ca", "403.17": "client-certificate-expired", "403.13": "client-certificate-rejected",
    "The SSL certificate error": "client-certificate-rejected",
    "<title>403 Forbidden</title>": "client-certificate-rejected" if "PORTAL_CLIENT_CERT" in env else "client-certificate-required",
}


def document(answer, signed_in=False, denied="service-error"):
    """The JSON document of an answer; `denied` is what error 400 means there."""
    if bug("status-only") and answer.status == 200:
        return {"token": "", "user": {"username": "?"}}
    if answer.status in (401, 429, 498, 499):
        raise Refused({401: "http-authentication", 429: "rate-limited", 498: "token-invalid", 499: "token-required"}[answer.status])
    body = gzip.decompress(answer.text) if answer.headers.get("Content-Encoding") == "gzip" else answer.text
    charset = answer.headers.get_content_charset("utf-8")
    text = body.decode("utf-8-sig" if charset == "utf-8" else charset, "replace").strip()
    try:
        found = json.loads(text)
    except ValueError:
        if bug("login-page-taken") and answer.status == 200:
            return {"user": {"username": "?"}, "features": []}
        page = next((reason for words, reason in PAGES.items() if words in text), None) if answer.status >= 400 else None
        reason = page or {404: "not-found"}.get(answer.status) or ("http-error" if answer.status >= 300 else None)
        raise Refused(reason or ("empty-body" if not text else "malformed-answer" if text[0] in "{[" else "unexpected-content")) from None
    if not isinstance(found, dict):
        raise Refused("unexpected-content")
    error = found.get("error") or (found if found.get("status") == "error" else None)
    if not error:
        if answer.status >= 300:
            raise Refused("not-found" if answer.status == 404 else "http-error")
        return found
    if not isinstance(error, dict):
        raise Refused("oauth-error")
    code = str(error.get("code"))
    if code == "404" or error.get("messageCode") == "CONT_0001":
        raise Refused("not-found")
    if code == "403":
        raise Refused("access-denied" if signed_in else "authentication-required")
    raise Refused({"498": "token-invalid", "499": "token-required", "400": denied}.get(code, "service-error"))


# Tokens


def issued(answer, denied, member="token"):
    """The token of an answer."""
    if answer.status in REDIRECTS:
        raise Refused("redirect-refused")
    token = document(answer, denied=denied).get(member)
    if not isinstance(token, str) or not token and not bug("status-only"):
        raise Refused("unexpected-content")
    if bug("token-in-log"):
        print("signed in, token", token, file=sys.stderr)
    if bug("token-in-file"):
        with open(os.path.join(env.get("TMPDIR", "/tmp"), "token.cache"), "w", encoding="utf-8") as cache:
            cache.write(token)
    return token


def generate(service, asked):
    """Gets a token for a user: over TLS, from the portal or from the host that was asked; another host needs the user's consent."""
    if origin(service)[0] != "https" and not bug("insecure-token-service"):
        raise Refused("insecure-token-service")
    if origin(service) not in (origin(PORTAL), origin(asked)) and not bug("any-token-service") and not bug("insecure-token-service"):
        raise Refused("consent-refused")
    bound = {"client": "requestip"} if bug("requestip") else {"client": "referer", "referer": env["PORTAL_REFERER"]}
    form = {"username": env["PORTAL_USERNAME"], "password": env["PORTAL_PASSWORD"], **bound, "expiration": 60, "f": "json"}
    try:
        return issued(post(service, form), "invalid-credentials")
    except Refused as refused:
        if bug("wrong-password-twice") and str(refused) == "invalid-credentials":
            return issued(post(service, form), "invalid-credentials")
        raise


def information(server):
    """What a portal or server says about its tokens; nothing where it does not."""
    try:
        return document(get(f"{server}/info?f=json", referer=server == REST))
    except Refused as refused:
        if str(refused) in ("not-found", "http-error", "service-error", "unexpected-content", "malformed-answer", "empty-body"):
            return {}
        raise


def service_of(info, otherwise):
    return (info.get("authInfo") or {}).get("tokenServicesUrl") or otherwise


def federated(token, server):
    """A token for a federated server in exchange for the portal's."""
    if bug("not-exchanged"):
        return token
    form = {"request": "getToken", "serverUrl": server, "token": token, "referer": env["PORTAL_REFERER"], "f": "json"}
    return issued(post(f"{REST}/generateToken", form), "server-token-refused")


def is_portal(owner):
    """Whether an address that a server names as its owner is the portal."""
    if bug("owner-by-substring"):
        return urlsplit(PORTAL).hostname in owner
    return context(owner.rstrip("/") + "/sharing") == context(REST)


def application():
    """A token for the application itself (RFC 6749 section 4.4)."""
    form = {"grant_type": "client_credentials", "client_id": env["PORTAL_OAUTH_CLIENT_ID"],
            "client_secret": env["PORTAL_OAUTH_CLIENT_SECRET"], "f": "json"}
    return issued(post(f"{REST}/oauth2/token", form), "oauth-error", "access_token")


def authorization_code():
    """A user's token: a code from the portal's sign-in page, with its proof (RFC 6749 section 4.1, RFC 7636)."""
    # A constant that looks as good as any: that of RFC 7636, appendix B.
    verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk" if bug("constant-verifier") else secrets.token_urlsafe(32)
    if bug("guessable-verifier"):
        verifier = f"{secrets.randbelow(10 ** 6):043d}"
    state = "mockstate" if bug("constant-state") else secrets.token_urlsafe(16)
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")
    proof = {"code_challenge": challenge, "code_challenge_method": "S256"}
    if bug("plain-pkce"):
        proof = {"code_challenge": verifier, "code_challenge_method": "plain"}
    if bug("no-pkce"):
        proof = {}
    back = env["PORTAL_OAUTH_REDIRECT_URI"]
    who = {"client_id": env["PORTAL_OAUTH_CLIENT_ID"], "redirect_uri": back}
    page = get(f"{REST}/oauth2/authorize?{urlencode({**who, 'response_type': 'code', 'state': state, **proof})}")
    text = page.text.decode("utf-8", "replace")
    fields = {html.unescape(name): html.unescape(value) for name, value in
              re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', text)}
    action = re.search(r'<form method="post" action="([^"]*)"', text)
    if not action:
        raise Refused("oauth-error")
    fields |= {"username": env["PORTAL_USERNAME"], "password": env["PORTAL_PASSWORD"], "authorize": "true"}
    answer = post(urljoin(page.address, html.unescape(action[1])), fields)
    target = answer.headers.get("Location")
    if answer.status not in REDIRECTS or not target:
        raise Refused("invalid-credentials")
    given = {name: values[0] for name, values in parse_qs(urlsplit(target).query).items()}
    if back == "urn:ietf:wg:oauth:2.0:oob":
        get(target)  # The page on which the user finds the code.
    elif target.split("?")[0] != back or given.get("state") != state and not bug("state-unchecked"):
        raise Refused("oauth-state-mismatch")
    if "error" in given:
        raise Refused("authorization-denied" if given["error"] == "access_denied" else "oauth-error")
    form = {"grant_type": "authorization_code", **who, "code": given.get("code", ""), "f": "json"}
    form |= {} if bug("no-pkce") else {"code_verifier": verifier}
    answer = post(f"{REST}/oauth2/token", form)
    if bug("code-twice"):
        answer = post(f"{REST}/oauth2/token", form)
    return issued(answer, "oauth-error", "access_token")


def oauth():
    return authorization_code() if "PORTAL_OAUTH_REDIRECT_URI" in env else application()


def portal_token():
    """The portal's token; none for anonymous, and none where the web tier signs in."""
    if "PORTAL_TOKEN" in env:
        return env["PORTAL_TOKEN"]
    if "PORTAL_OAUTH_CLIENT_ID" in env:
        return oauth()
    if "PORTAL_USERNAME" not in env:
        return None
    info = information(REST)
    return None if "challenge" in tier else generate(service_of(info, f"{REST}/generateToken"), REST)


def server_token(server):
    """A token for a server: its own token service's, or one in exchange for the portal's; none where it is another portal's."""
    if "PORTAL_TOKEN" in env or not {"PORTAL_USERNAME", "PORTAL_OAUTH_CLIENT_ID"} & set(env):
        return env.get("PORTAL_TOKEN")
    info = information(server)
    owner = info.get("owningSystemUrl")
    if (info.get("authInfo") or {}).get("isTokenBasedSecurity") is False or owner and not is_portal(owner) or "challenge" in tier:
        return None
    if owner and ("PORTAL_OAUTH_CLIENT_ID" in env or origin(server) != origin(PORTAL)):
        return federated(portal_token(), context(server)[1] and server.removesuffix("/rest"))
    if "PORTAL_OAUTH_CLIENT_ID" in env:
        return None
    return generate(service_of(info, server.removesuffix("/rest") + "/tokens/generateToken"), server)


# Tasks


def load(url, sign_in, challenged=True):
    """Loads a document with a token, or with one that is asked for where it was `challenged`; one that is refused is renewed once."""
    token = sign_in()
    renewals = 6 if bug("endless-renewal") else 0 if bug("never-renewed") or "PORTAL_TOKEN" in env else 1
    while True:
        try:
            return token, document(get(url, token, token or belongs(url, REST)), signed_in=token or "challenge" in tier)
        except Refused as refused:
            retried = bug("password-again-after-denial") and str(refused) == "access-denied"
            wanted = challenged and "PORTAL_USERNAME" in env and not token and str(refused) in ("token-required", "authentication-required")
            if not (token and str(refused) == "token-invalid" or wanted or retried) or not renewals:
                raise
        renewals -= 1
        token = generate(service_of(information(REST), f"{REST}/generateToken"), REST) if wanted else sign_in()


def layers_of(found):
    """The layers of a map that ask a service, the basemap's first."""
    kinds = ("ArcGISFeatureLayer", "ArcGISMapServiceLayer", "ArcGISTiledMapServiceLayer", "ArcGISImageServiceLayer")
    base = (found.get("baseMap") or {}).get("baseMapLayers") or []
    return [one for one in base + (found.get("operationalLayers") or []) if one.get("layerType") in kinds and one.get("url")]


def open_layers(found, token):
    """Asks every layer for its description, with a token of its server where that belongs to the portal."""
    tokens, states = {}, []
    for layer in layers_of(found):
        url = layer["url"].split("?")[0]
        server, title = url.split("/rest/services/")[0], str(layer.get("title") or layer.get("id") or "")
        try:
            if token and origin(url)[0] == "https" and (server not in tokens or bug("exchange-for-each-layer")):
                owner = information(f"{server}/rest").get("owningSystemUrl")
                tokens[server] = federated(token, server) if owner and is_portal(owner) else None
            own = token if bug("token-to-every-layer") else None if bug("layers-without-token") else tokens.get(server)
            document(get(f"{url}?f=json", own, referer=own or belongs(url, REST)), signed_in=own)
            states.append({"title": title, "state": "loaded"})
        except Refused as refused:
            states.append({"title": title, "state": "failed", "reason": str(refused)})
    return states


def upgraded(url):
    """The portal's address over TLS: as it was told, or where that of plain HTTP leads; before anything secret is sent."""
    told = env.get("PORTAL_SECURE_URL", "")
    if told and urlsplit(told).hostname == urlsplit(url).hostname:
        return root_of(told)
    address = get(f"{url}/sharing/rest/info?f=json", referer=False).address
    return address.removesuffix("/sharing/rest/info?f=json") if origin(address)[0] == "https" else url


def perform(task):
    global PORTAL, REST
    if origin(PORTAL)[0] == "http" and task != "connect":
        PORTAL = upgraded(PORTAL)
        REST = f"{PORTAL}/sharing/rest"
    if task == "query":
        service = env["PORTAL_SERVICE_URL"]
        server = service.split("/rest/services/")[0] + "/rest"
        load(f"{service}/0/query?where=1%3D1&outFields=*&f=json", lambda: server_token(server), challenged=False)
        return None
    place = {"item": f"/content/items/{env.get('PORTAL_ITEM_ID')}", "webmap": f"/content/items/{env.get('PORTAL_ITEM_ID')}/data"}
    # To connect is to ask as anyone may, and to sign in where that is wanted.
    first = (lambda: None) if task == "connect" and {"PORTAL_TOKEN", "PORTAL_OAUTH_CLIENT_ID"}.isdisjoint(env) else portal_token
    token, found = load(f"{REST}{place.get(task, '/portals/self')}?f=json", first)
    if task == "user" and not (found.get("user") or {}).get("username"):
        raise Refused("authentication-required")
    if task != "webmap":
        return None
    if "operationalLayers" not in found and "baseMap" not in found:
        raise Refused("unexpected-content")
    return open_layers(found, token)


if __name__ == "__main__":
    if "--list-bugs" in sys.argv:
        sys.exit(print("\n".join(BUGS)))
    if BUG not in (None, *BUGS) or env.get("PORTAL_TASK") not in ("connect", "user", "item", "query", "webmap"):
        sys.exit(89)
    if "PORTAL_NEGOTIATE_HOSTS" in env:
        sys.exit(89)  # It knows no Kerberos.
    PORTAL = root_of(env["PORTAL_URL"])
    REST = f"{PORTAL}/sharing/rest"
    try:
        layers = perform(env["PORTAL_TASK"])
        print(json.dumps({"outcome": "accepted", **({} if layers is None else {"layers": layers})}))
    except Refused as end:
        print(json.dumps({"outcome": "refused", "reason": str(end)}))
        sys.exit(1)
