"""The tokens of `requests_client.py`: who signs in where, what came of it, and requests that carry them."""
from urllib.parse import urlsplit

from requests_wire import CODES, Refused, Wire, context, origin


class Tokens(Wire):
    """Who signs in where, which tokens came of it, and requests that carry them."""

    def __init__(self, begin):
        super().__init__(begin)
        self.logins, self.tokens, self.referers, self.portals, self.services, self.in_form = {}, {}, {}, {}, {}, set()
        self.owners = {}  # What each server names as its owner.

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
        if "tokenURL" not in login and origin(service) not in map(origin, [place, *self.portals, *self.consents]):
            raise Refused("consent-refused")  # No user can be asked whether the password may go there.
        form = {"username": login["username"], "password": login["password"], "f": "json",
                "client": "referer", "referer": self.referers[who], "expiration": login.get("lifetimeMinutes") or None}
        body = self.document(self.fetch("POST", service, data=form))
        if "token" not in body:
            del self.logins[who]  # A refused password is not tried again.
            raise Refused("invalid-credentials")
        self.tokens[who] = body["token"]

    def owner(self, place):
        """The portal that a server belongs to, where we have signed in; none where it names another, or none."""
        if place not in self.owners:
            try:
                told = self.document(self.fetch("GET", place + "/rest/info", params={"f": "json"}, headers={"Referer": None}))
            except Refused:
                told = {}
            named = (told.get("owningSystemUrl") or "").rstrip("/").lower()
            self.owners[place] = named
        return next((portal for portal in self.portals if portal in self.logins and portal.lower() == self.owners[place]), None)

    def exchange(self, portal, place):
        """Gets a token for a server in exchange for its portal's."""
        if portal not in self.tokens:
            self.sign_in(portal, portal)
        self.referers[place] = self.referers[portal]
        form = {"token": self.tokens[portal], "serverUrl": place, "f": "json", "client": "referer", "referer": self.referers[portal]}
        body = self.document(self.fetch("POST", portal + "/sharing/rest/generateToken", data=form))
        if (body.get("error") or {}).get("code") == 498 and portal in self.logins:
            self.sign_in(portal, portal)
            form["token"] = self.tokens[portal]
            body = self.document(self.fetch("POST", portal + "/sharing/rest/generateToken", data=form))
        if "token" not in body:
            raise Refused("server-token-refused")
        self.tokens[place] = body["token"]

    def has_portal_login(self):
        return any(place in self.portals for place in self.logins)

    def ask(self, method, url, fields, who=None):
        """A request with the token of its context: renewed once where it is no longer good, in a form where its header is lost."""
        url = self.over_tls(url) if self.logins or self.tokens else url
        place = context(url)
        who, fields = who or place, {**fields, "f": "json"}
        if url.startswith("http:") and (self.logins or self.tokens):
            raise NotImplementedError  # Nothing travels in the clear, and nothing tells where this host listens with TLS.
        mine = who in self.logins or who in self.tokens or place in self.portals
        asks = not mine and self.has_portal_login() and "/rest/" in url
        portal = self.owner(place) if asks or who in self.owners else None
        for attempt in range(2):
            if who in self.logins and who not in self.tokens:
                self.sign_in(who, place)
            elif portal and who not in self.tokens:
                self.exchange(portal, place)
            headers, token = {"Referer": self.referers.get(who, self.referer)}, self.tokens.get(who)
            if not token and place not in self.portals and place in self.owners:
                headers["Referer"] = None  # A foreign server need not know where its callers come from.
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
            can_repeat = attempt == 0 and (code == 498 and (portal or who in self.logins) or code == 499 and token and place not in self.in_form)
            if code == 498:
                self.tokens.pop(who, None)
            elif can_repeat:
                self.in_form.add(place)
            if not can_repeat:
                if code == 403 and not token:
                    raise Refused("authentication-required")  # Who has not signed in cannot know whether that would help.
                missing = error and "CONT_0001" in (error.get("messageCode"), str(error.get("message"))[:9])
                raise Refused("not-found" if missing else CODES.get(code, "service-error" if error else "http-error"))
