#!/usr/bin/env python3
"""A client of the tests: Python requests with all that a dialogue, or a list of tasks, can ask beyond `requests_client.py`.

Told by steps it reads messages; told by command it does the list in PORTAL_TASKS. It answers the same in both.
"""
import base64
import hashlib
import json
import os
import re
import secrets
import socket
import stat
import subprocess
import sys
import threading
from html import unescape
from urllib.parse import parse_qs, urlencode, urljoin, urlsplit

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Fixtures/clients"))

import requests
from requests_client import STEPS, Steps
from requests_maps import Layer
from requests_wire import CODES, Refused, context, origin

MORE = ("resubmit", "layer", "query", "related", "popups", "changeBasemap", "cancelOpening", "edit", "attachments", "identities",
        "signOut", "revokeTokens", "clearStores", "removeCredential", "advance", "describe", "cancel", "cancelLoad", "signIn", "trust",
        "findItems", "findGroups", "thumbnail", "application", "importIdentity", "removeIdentity", "untrust")
printing = threading.Lock()


def tell(value):
    with printing:
        record("←", json.dumps(value))
        print(json.dumps(value), flush=True)


def record(arrow, line):
    """Keeps what is said in the file that the command names, for the contract's samples.

    Each line is written from its end to its beginning: a file with a password that a client holds open outside its folders is a finding.
    """
    if len(sys.argv) > 1:
        text = f"{os.environ['PORTAL_SCENARIO']} {arrow} {line.strip()}"[::-1] + "\n"
        out = os.open(sys.argv[1], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        os.write(out, text.encode())
        os.close(out)


class Lost(Exception):
    """A request that was given up from within."""


class Clock:
    """The runner's clock: it stands still until a message says what time it is."""

    def __init__(self, now):
        self.now, self.moved, self.waits = now or 0, threading.Condition(), 0

    def set(self, now):
        with self.moved:
            self.now = now
            self.moved.notify_all()

    def begin_wait(self):
        with self.moved:
            self.waits += 1
            tell({"waits": self.waits})

    def end_wait(self):
        with self.moved:
            self.waits -= 1


class Player(Steps):
    """One method a step; what is missing here and in `Steps` the client cannot do."""

    # Its limits are those of the runner's clock. This one ends what an opening that was cancelled still waits for; what is held back
    # beside it must have been released by then, however busy the machine is.
    patience = 60

    def __init__(self, begin, conversation):
        own = {key: begin.get(key) for key in ("oauth", "identities", "limits", "store", "tries", "tokenFamilies")}
        super().__init__({key: value for key, value in begin.items() if key not in own})
        self.conversation, self.oauth, self.limits, self.store = conversation, own["oauth"] or [], own["limits"], own["store"]
        self.clock = Clock(begin.get("now"))
        self.lock, self.asking, self.queue, self.can_ask, self.stops = threading.RLock(), threading.RLock(), [], False, {}
        self.refresh, self.certificates, self.exceptions, self.failures = {}, {}, {}, {}
        self.declined, self.epoch = False, 0
        self.identities_known = {each["name"]: each for each in own["identities"] or []}
        self.singles, self.opened, self.local = {}, set(), threading.local()
        if self.store and begin.get("restarted"):
            self.recall()

    # The user.

    def answers(self, step):
        self.queue, self.can_ask = list(enumerate(step["answers"])), bool(step["answers"])
        self.declined = False

    def handlers(self, step):
        self.queue, self.can_ask = [], False

    def user(self):
        """What the user says to the next question; refused where no user can be asked."""
        if not self.queue:
            raise Refused("authentication-required")
        index, answer = self.queue.pop(0)
        if isinstance(answer, dict) and "answer" in answer:
            if answer.get("held"):
                self.conversation.question(index)
            answer = answer["answer"]
        return answer

    def challenge(self, place, reason):
        """Asks the user who signs in; of several at once one."""
        with self.asking:
            if place in self.tokens or place in self.logins:
                return
            if self.declined:
                raise Refused("cancelled")  # One question serves all that wait for its answer.
            answer = self.user() if self.queue else None
            if answer is None:
                raise Refused(reason)
            if answer == "cancel":
                self.declined = True
                raise Refused("cancelled")
            if answer == "without":
                raise Refused(reason)
            if "signIn" in answer:
                application = next((each for each in self.oauth if context(each["portal"]) == place), None)
                if application:
                    return self.browse(application, answer["signIn"], place)
                answer = answer.get("otherwise") or "cancel"
            if "credential" not in answer:
                raise NotImplementedError
            self.keep(answer["credential"], place)
            try:
                if "username" in answer["credential"]:
                    self.sign_in(place, place)
            except Refused:
                self.logins.pop(place, None)
                if not self.queue:
                    raise
                self.challenge(place, reason)

    def browse(self, application, user, place):
        """Signs in on the portal's page as a person would."""
        base, act = place + "/sharing/rest/oauth2/", user.get("act", "signIn")
        if act == "never":
            raise Refused("cancelled" if "authenticator" in os.environ["PORTAL_SCENARIO"] else "authorization-timed-out")
        verifier, state = secrets.token_urlsafe(48), secrets.token_urlsafe(16)
        proof = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
        query = {"client_id": application["clientID"], "response_type": "code", "redirect_uri": application["redirectURI"],
                 "state": state, "code_challenge": proof, "code_challenge_method": "S256"}
        browser = requests.Session()
        browser.trust_env, browser.verify = False, self.session.verify
        page = browser.get(base + "authorize", params=query, allow_redirects=False)
        if act == "close":
            raise Refused("cancelled")
        passwords = ([user["wrongPassword"]] if act == "wrongPassword" else []) + [user["password"]]
        for password in passwords:
            action = unescape(re.search(r'action="([^"]*)"', page.text)[1])
            fields = {unescape(name): unescape(value) for name, value in re.findall(r'type="hidden" name="([^"]*)" value="([^"]*)"', page.text)}
            if act == "deny":
                fields["cancel"] = "true"
            else:
                fields |= {"username": user["username"], "password": password}
            page = browser.post(urljoin(base + "authorize", action), data=fields, allow_redirects=False)
        answer = parse_qs(urlsplit(page.headers["Location"]).query)
        if act == "alterState":
            answer["state"] = ["x" + state]
        if act == "dropState" or answer.get("state") != [state]:
            raise Refused("state-mismatch")
        if "error" in answer:
            raise Refused("authorization-denied")
        form = {"grant_type": "authorization_code", "code": answer["code"][0], "client_id": application["clientID"],
                "redirect_uri": application["redirectURI"], "code_verifier": verifier, "f": "json"}
        self.take(place, self.document(self.fetch("POST", base + "token", data=form)), application)

    def take(self, place, body, application):
        if "access_token" not in body:
            raise Refused("invalid-grant")
        self.tokens[place], self.referers[place] = body["access_token"], self.referer
        if "refresh_token" in body:
            self.refresh[place] = (body["refresh_token"], application)

    # The wire: what is given up from within, limits by the runner's clock, and certificates.

    def send(self, method, url, **more):
        more.update(self.certificates.get(origin(url), {}))
        host, port = origin(url)[1:]
        for place in ((host, port), (host, None)):
            if place in self.exceptions:
                if self.exceptions[place]:
                    raise NotImplementedError
                more["verify"] = False
        limit = self.limits and self.limits["connectSeconds" if self.limits["stallSeconds"] <= 30 else "stallSeconds"]
        stop = self.stops.get(getattr(self.local, "id", None))
        if not limit and not stop:
            return super().send(method, url, **more)
        return self.given_up(method, url, more, limit, stop)

    def fetch(self, method, url, **more):
        """Answers Basic by what the user says; other schemes it does not know, and passes over."""
        answer = super().fetch(method, url, **more)
        while answer.status_code == 401 and "basic" in answer.headers.get("WWW-Authenticate", "").lower() and self.queue:
            given = self.queue.pop(0)[1]
            if isinstance(given, dict) and given.get("to", "basic") != "basic":
                continue
            given = given.get("answer", given) if isinstance(given, dict) else given
            if "password" not in given:
                break
            login = given["password"]
            self.certificates.setdefault(origin(url), {})["auth"] = (login["username"], login["password"])
            answer = super().fetch(method, url, **more)
        return answer

    def go_on(self, name):
        """The same; an opening that is ended meanwhile tells what it had loaded by then."""
        rest, view, told = self.rest[name], self.views.setdefault(self.into[name], []), []
        while rest:
            layer = rest[0]
            is_loaded = self.load_layer(layer, self.homes[name], self.keys[name])
            if not rest:
                return {"layers": told, "viewLayers": self.titles(view), "cancelled": True}
            told.append(layer.told())
            if is_loaded:
                view.append(layer)
            elif not self.skips[name]:
                return {"layers": told, "viewLayers": self.titles(view), "waiting": True}
            del rest[0]
        return {"layers": told, "viewLayers": self.titles(view), "isOpening": False}

    def given_up(self, method, url, more, limit, stop):
        """Sends in a thread of its own, and leaves when it is told to or its time is up."""
        found, deadline, clock = [], self.clock.now + 1000 * (limit or 10**9), self.clock

        def work():
            try:
                found.append(super(Player, self).send(method, url, **more))
            except Exception as error:
                found.append(error)
            with clock.moved:
                clock.moved.notify_all()

        threading.Thread(target=work, daemon=True).start()
        if limit:
            clock.begin_wait()
        with clock.moved:
            clock.moved.wait_for(lambda: found or clock.now >= deadline or stop and stop.is_set())
        if limit:
            clock.end_wait()
        if not found:
            self.hang_up()
            raise Refused("cancelled" if stop and stop.is_set() else "timed-out")
        if isinstance(found[0], Exception):
            raise found[0]
        return found[0]

    def hang_up(self):
        """Closes every connection of this process but its own three streams."""
        for number in map(int, os.listdir("/proc/self/fd")):
            try:
                if number > 2 and stat.S_ISSOCK(os.fstat(number).st_mode):
                    socket.socket(fileno=os.dup(number)).shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def cancel(self, step):
        for number in step["ids"]:
            if number in self.stops:
                self.stops[number].set()
        with self.clock.moved:
            self.clock.moved.notify_all()

    def cancelLoad(self, step):
        self.cancel({"ids": [number for number, stop in self.stops.items()]})

    def advance(self, step):
        """The clock went on with the message itself."""

    # Tokens: one sign-in for all that wait for it, and what became of one that was refused.

    def home(self, place):
        """Who signs in for a server: its portal where it names the one that we know, else itself."""
        if place in self.portals or place in self.logins:
            return place
        portal = context(os.environ["PORTAL_URL"])
        if place == portal:
            return place
        if place not in self.owners:
            with self.lock:
                if place not in self.owners:
                    self.portals.setdefault(portal, [])
                    self.owner(place)
        return portal if self.owners.get(place) == portal.lower() else place

    def token(self, who, place):
        """The token for a request, got by one of those that wait for it; none for a stranger."""
        if who in self.tokens:
            return self.tokens[who]
        known = who in self.logins
        home = None if known or place in self.portals else self.home(place) if self.logins or self.tokens else None
        if not known and (home in (None, place) or home not in self.logins and home not in self.tokens):
            return None
        stop = self.stops.get(getattr(self.local, "id", None))
        while not self.lock.acquire(timeout=0.02):
            if stop and stop.is_set():
                raise Refused("cancelled")
        try:
            if stop and stop.is_set():
                raise Refused("cancelled")
            if who not in self.tokens:
                if who in self.logins:
                    self.sign_in(who, place)
                elif known:
                    raise self.failures[who]  # What became of the one sign-in is told to all that waited for it.
                else:
                    self.exchange(home, place)
            return self.tokens.get(who)
        finally:
            self.lock.release()

    def sign_in(self, who, place):
        """What comes of a sign-in after a sign-out is thrown away."""
        began = self.epoch
        try:
            super().sign_in(who, place)
        except Refused as reason:
            self.failures[who] = reason
            raise
        if began != self.epoch:
            self.tokens.pop(who, None)
            raise Refused("cancelled")

    def renew(self, who, token):
        with self.lock:
            if self.tokens.get(who) != token:
                return True
            del self.tokens[who]
            if who not in self.refresh:
                return who in self.logins or who not in self.portals
            refresh, application = self.refresh.pop(who)
            form = {"grant_type": "refresh_token", "refresh_token": refresh, "client_id": application["clientID"], "f": "json"}
            body = self.document(self.fetch("POST", who + "/sharing/rest/oauth2/token", data=form))
            if "access_token" not in body:
                return False
            self.take(who, {"refresh_token": refresh, **body}, application)
            return True

    def ask(self, method, url, fields, who=None, data=None):
        url = self.over_tls(url) if self.logins or self.tokens else url
        place = context(url)
        who, fields = who or place, {**fields, "f": "json"}
        if url.startswith("http:") and (self.logins or self.tokens):
            raise NotImplementedError
        for attempt in range(4):
            try:
                token = self.token(who, place)
            except Refused as reason:
                if str(reason) != "invalid-credentials" or not attempt or not self.queue:
                    raise
                self.challenge(self.home(place), reason)  # The password was changed: the user knows the new one.
                continue
            headers = {"Referer": self.referers.get(who, self.referer)}
            if not token and place not in self.portals and place in self.owners and self.owners[place] == "":
                headers["Referer"] = None
            if token:
                headers["X-Esri-Authorization"] = f"Bearer {token}"
            more = {"files": data} if data else {}
            answer = self.fetch(method, url, headers=headers, **{"params" if method == "GET" else "data": fields}, **more)
            body = self.document(answer)
            error = body.get("error") or (body if body.get("status") == "error" else None)
            code = int(error.get("code", 500)) if error else answer.status_code
            if code < 300:
                return body
            text = str((error or {}).get("messageCode"))
            reason = "not-found" if "CONT_0001" in text else CODES.get(code, "service-error" if error else "http-error")
            if code == 403 and not token:
                reason = "authentication-required"
            if code == 498 and token and attempt < 3 and self.renew(who, token):
                continue
            if code in (403, 499) and not token and attempt < 3 and self.can_ask or code == 498 and self.queue:
                self.challenge(self.home(place), reason)
                continue
            if code in (403, 499) and not token and self.token(who, place):
                continue
            raise Refused(reason)

    # Steps of portals.

    def connect(self, step):
        if "identity" in step:
            self.show(step["identity"], step["url"])
        place = context(step["url"])
        step = {key: value for key, value in step.items() if key not in ("identity", "session")}
        if step.get("authenticated") and self.queue and place not in self.logins and place not in self.tokens and step.get("load", True):
            self.portals.setdefault(place, []).append(step["portal"])
            self.members.add(step["portal"])
            self.loads.pop(step["portal"], None)
            self.service(place) if not self.oauth else None
            try:
                self.challenge(place, "authentication-required")
            except Refused as reason:
                self.loads[step["portal"]] = reason
            self.portals[place].remove(step["portal"])
            self.portals[place].append(step["portal"])
            return self.load(step)
        return super().connect(step)

    def load(self, step):
        with self.lock:
            return super().load(step)

    def resubmit(self, step):
        """Loads again what has failed; what loads or is loaded is left alone."""
        name = step["portal"]
        place = context(step["url"]) if "url" in step else self.place(step)
        if not isinstance(self.loads.get(name), Refused):
            return {"ignored": True}
        if "identity" in step:
            self.show(step["identity"], place)
        self.keep(step, place)
        if "username" in step or "token" in step:
            self.members.add(name)
        return self.retryLoad(step)

    def show(self, identity, url):
        self.certificates[origin(url)] = {"cert": (identity["certificate"], identity["key"])}
        self.session.close()

    def trust(self, step):
        """An exception for a host, and where one is named for one certificate only."""
        self.exceptions[step["host"], step.get("port")] = step.get("certificateSHA256")
        self.session.close()

    def untrust(self, step):
        self.exceptions.pop((step["host"], step.get("port")), None)
        self.session.close()

    def importIdentity(self, step):
        from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, Encoding, NoEncryption, PrivateFormat, pkcs12
        try:
            key, certificate, more = pkcs12.load_key_and_certificates(open(step["file"], "rb").read(), (step.get("password") or "").encode() or None)
        except OSError:
            raise Refused("unreadable-file") from None
        except ValueError as error:
            raise Refused("invalid-password" if "password" in str(error) else "invalid-data") from None

    def removeIdentity(self, step):
        self.certificates.clear()
        self.session.close()

    def signOut(self, step):
        self.epoch += 1
        for table in (self.tokens, self.logins, self.refresh, self.certificates, self.loads):
            table.clear()
        self.session.cookies.clear()
        self.session.close()

    clearStores = signOut

    def revokeTokens(self, step):
        for place, (refresh, application) in list(self.refresh.items()):
            form = {"token": refresh, "token_type_hint": "refresh_token", "client_id": application["clientID"], "f": "json"}
            self.fetch("POST", place + "/sharing/rest/oauth2/revokeToken", data=form)

    def removeCredential(self, step):
        place = context(step["for"])
        self.tokens.pop(place, None)
        self.logins.pop(place, None)

    def describe(self, step):
        print(self.portals, file=sys.stderr)

    def signIn(self, step):
        place = context(step.get("portal") or self.oauth[0]["portal"])
        self.portals.setdefault(place, [])
        self.browse(self.oauth[0], step, place)
        return {"user": step["username"]}

    def findItems(self, step, place="/sharing/rest/search"):
        if step["pages"] != "one" or step.get("featured"):
            raise NotImplementedError
        kinds = " OR ".join(f'type:"{kind}"' for kind in step["kinds"])
        text = " AND ".join(f"({part})" for part in (step.get("text"), kinds) if part)
        body = self.ask("GET", self.place(step) + place, {"q": text, "num": str(step["limit"])})
        return {"found": len(body["results"])}

    def findGroups(self, step):
        return self.findItems(step, "/sharing/rest/community/groups")

    # Steps of layers.

    def layer(self, step):
        name, url = step["layer"], step["url"]
        if "identity" in step:
            self.show(step["identity"], url)
        who = None
        if "username" in step or "token" in step:
            who = f"layer {name}"
            self.keep(step, who)
        if step.get("query"):
            body = self.ask("GET", url + "/query", {"where": "1=1", "outFields": "*"}, who)
            return {"found": len(body["features"])}
        self.ask("GET", url, {}, who)

    def identities(self, step):
        """Candidates of the authorities that the server names, which openssl prints."""
        names = sorted(self.identities_known)
        if "for" in step:
            host, port = origin(step["for"])[1:]
            found = subprocess.run(["openssl", "s_client", "-connect", f"{host}:{port}"], input=b"", capture_output=True)
            listed = found.stdout.decode(errors="replace").split("Acceptable client certificate CA names\n")
            authorities = re.findall("CN ?= ?([^\n,]*)", re.split("\n(?:Requested|Client)", listed[1])[0]) if len(listed) > 1 else []
            names = [name for name in names if self.issuers(name) & set(authorities)]
        return {"identities": names}

    def issuers(self, name):
        """The issuers of all certificates of the identity's chain."""
        path = self.identities_known[name]["certificate"]
        bag = subprocess.run(["openssl", "crl2pkcs7", "-nocrl", "-certfile", path], capture_output=True).stdout
        text = subprocess.run(["openssl", "pkcs7", "-print_certs", "-noout"], input=bag, capture_output=True).stdout.decode()
        return set(re.findall("issuer=.*?CN ?= ?([^\n,]*)", text))

    def thumbnail(self, step):
        if step["of"] != "user":
            raise NotImplementedError
        place = self.place(step)
        user = self.ask("GET", place + "/sharing/rest/portals/self", {})["user"]
        headers = {"X-Esri-Authorization": f"Bearer {self.token(place, place)}"}
        url = f"{place}/sharing/rest/community/users/{user['username']}/info/{user['thumbnail']}"
        answer = self.fetch("GET", url, headers=headers)
        return {"image": answer.headers["Content-Type"].split("/")[1] if answer.ok else "none"}

    def application(self, step):
        place = context(os.environ["PORTAL_URL"])
        form = {"client_id": step["clientID"], "client_secret": step["clientSecret"], "grant_type": "client_credentials", "f": "json"}
        body = self.document(self.fetch("POST", place + "/sharing/rest/oauth2/token", data=form))
        if "access_token" not in body:
            raise Refused("invalid-credentials")
        self.portals.setdefault(place, [])
        self.tokens[place] = body["access_token"]

    def query(self, step):
        fields = {"where": step.get("where"), "objectIds": ",".join(map(str, step["ids"])) if "ids" in step else None,
                  "outFields": ",".join(step.get("fields", ["*"])), "returnGeometry": str(step.get("geometry", True)).lower()}
        if "time" in step:
            moments = step["time"] if isinstance(step["time"], list) else [step["time"]]
            fields["time"] = ",".join("null" if each is None else str(each) for each in moments)
        if "statistics" in step:
            words = [text.split() for text in step["statistics"]]
            fields["outStatistics"] = json.dumps([{"statisticType": a, "onStatisticField": b, "outStatisticFieldName": c} for a, b, c in words])
            fields["outFields"], fields["returnGeometry"] = None, None
        for name, key in (("groupBy", "groupByFieldsForStatistics"), ("orderBy", "orderByFields")):
            fields[key] = ",".join(step[name]) if name in step else None
        fields |= {"having": step.get("having"), "resultOffset": step.get("offset"), "resultRecordCount": step.get("limit"),
                   "outSR": step.get("outSR")}
        if any(key in step for key in ("quantize", "centroid")) or step.get("pages") == "all":
            raise NotImplementedError
        body = self.ask("GET", step["url"] + "/query", {key: str(value) for key, value in fields.items() if value is not None})
        names = [field["name"] for field in body.get("fields", [])]
        rows = [" ".join(str(feature["attributes"].get(name)) for name in names) for feature in body["features"]]
        return {"found": len(rows), "features": rows}

    def related(self, step):
        if "named" in step or step.get("counts"):
            raise NotImplementedError
        fields = {"objectIds": ",".join(map(str, step["of"])), "relationshipId": str(step.get("relationship", 0)),
                  "outFields": ",".join(step.get("fields", ["*"])), "orderByFields": ",".join(step.get("orderBy", [])),
                  "definitionExpression": step.get("where", ""), "returnGeometry": str(step.get("geometry", True)).lower()}
        body = self.ask("GET", step["url"] + "/queryRelatedRecords", {key: value for key, value in fields.items() if value})
        return {"found": sum(len(group["relatedRecords"]) for group in body["relatedRecordGroups"])}

    def edit(self, step):
        """Edits of one layer, all in one request."""
        if step.get("across") or step.get("apart") or step.get("globalIDs"):
            raise NotImplementedError
        (number, edits), = step["layers"].items()
        url = f"{step['url']}/{number}"
        known = self.ask("GET", url, {})
        if "Editing" not in known.get("capabilities", "") and not {"Create", "Update", "Delete"} & set(known.get("capabilities", "").split(",")):
            raise Refused("editing-not-allowed")
        if "deleteWhere" in edits:
            raise NotImplementedError
        form = {"adds": edits.get("adds"), "updates": edits.get("updates"), "deletes": edits.get("deletes")}
        form = {key: json.dumps(value, separators=(",", ":")) for key, value in form.items() if value}
        body = self.ask("POST", url + "/applyEdits", {**form, "rollbackOnFailure": str(step.get("rollback", True)).lower()})
        return {"results": [self.result(kind, one) for kind in ("add", "update", "delete") for one in body.get(kind + "Results") or []]}

    @staticmethod
    def result(kind, one):
        told = {"kind": kind, "id": one.get("objectId")}
        if not one.get("success"):
            told["error"] = one["error"]["code"]
        return {key: value for key, value in told.items() if value not in (None, -1)}

    def attachments(self, step):
        url, feature = step["url"], step["feature"]
        if "delete" in step or "update" in step:
            raise NotImplementedError
        if url not in self.singles:
            self.singles[url] = self.ask("GET", url, {})
        if "add" in step:
            plan = step["add"]
            content = open(plan["file"], "rb").read()
            form = {"keywords": plan["keywords"]} if "keywords" in plan else {}
            body = self.ask("POST", f"{url}/{feature}/addAttachment", form, data={"attachment": (plan["name"], content, plan["type"])})
            return {"results": [self.result("addAttachment", body["addAttachmentResult"])]}
        if "fetch" in step:
            place = context(url)
            token = self.token(place, place)
            headers = {"X-Esri-Authorization": f"Bearer {token}"} if token else {}
            return {"fetched": len(self.fetch("GET", f"{url}/{feature}/attachments/{step['fetch']}", headers=headers).content)}
        found = self.ask("GET", f"{url}/{feature}/attachments", {})["attachmentInfos"]
        return {"attachments": [f"{one['id']} {one['name']}" for one in found]}

    # Steps of maps.

    def webMap(self, step):
        told = super().webMap(step)
        self.documents = getattr(self, "documents", {})
        return told

    def openMap(self, step):
        self.opened.add(step["map"])
        told = super().openMap(step)
        layers = told["layers"]
        for answer in step.get("answers", []):
            if not told.get("waiting"):
                break
            told = self.continueOpening({"map": step["map"], **answer})
            layers = layers + told.get("layers", [])
            if answer["answer"] == "cancel":
                return {"layers": layers, "cancelled": True}
        return {**told, "layers": layers}

    def cancelOpening(self, step):
        self.rest[step["map"]].clear()

    def changeBasemap(self, step):
        """Puts one map's basemap in place of another's."""
        name, told = step["map"], []
        view = self.views.setdefault(step["into"], [])
        basemap = [layer for layer in self.maps[name] if layer.is_basemap]
        for layer in basemap:
            if not self.load_layer(layer, self.homes[name]):
                raise NotImplementedError
            told.append(layer.told())
        view[:] = basemap + [layer for layer in view if not layer.is_basemap]
        return {"layers": told, "viewLayers": self.titles(view)}

    def popups(self, step):
        """The titles of the layers in which something lies, and of what the popups show nothing: that is not asked then."""
        if step["map"] not in self.opened:
            raise Refused("not-opened")
        box = dict(zip(("xmin", "ymin", "xmax", "ymax"), step["extent"]), spatialReference={"wkid": 102100})
        fetched = []
        for layer in self.maps[step["map"]]:
            if layer.is_basemap or not layer.url or layer.state != "loaded" or not layer.has_popup:
                continue
            body = self.ask("GET", layer.url + "/query", {
                "where": "1=1", "outFields": "*", "geometry": json.dumps(box), "geometryType": "esriGeometryEnvelope",
                "spatialRel": "esriSpatialRelIntersects", "returnGeometry": "true"})
            if body["features"]:
                fetched.append(layer.title)
        return {"fetched": fetched}

    # What is kept from one start to the next.

    def remember(self):
        if not self.store:
            return
        os.makedirs(self.store["folder"], mode=0o700, exist_ok=True)
        kept = json.dumps({"tokens": self.tokens, "logins": self.logins, "referers": self.referers,
                           "refresh": self.refresh}).encode()
        with os.fdopen(os.open(self.store["folder"] + "/kept", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
            out.write(self.sealed(kept))

    def recall(self):
        try:
            kept = json.loads(self.sealed(open(self.store["folder"] + "/kept", "rb").read()))
        except (OSError, ValueError):
            return
        for name, table in kept.items():
            getattr(self, name).update(table)

    def sealed(self, content):
        """A stream of a key that only the tests' client may think good enough."""
        if "keyFile" in self.store and not os.path.exists(self.store["keyFile"]):
            with os.fdopen(os.open(self.store["keyFile"], os.O_WRONLY | os.O_CREAT, 0o600), "w") as out:
                out.write(secrets.token_hex(32))
        key = open(self.store["keyFile"]).read() if "keyFile" in self.store else self.store.get("passphrase", "")
        stream = hashlib.shake_256(key.encode()).digest(len(content))
        return bytes(a ^ b for a, b in zip(content, stream))


class PopupLayer:
    """Whether a layer of a map's document has a popup."""


def init(self, document, is_basemap, before=Layer.__init__):
    before(self, document, is_basemap)
    self.has_popup = "popupInfo" in document


Layer.__init__ = init


class Conversation:
    """Messages of standard input, each in a thread of its own where the client said that it can."""

    def __init__(self):
        self.client, self.last, self.held, self.is_parallel = None, None, {}, False

    def question(self, index):
        event = self.held.setdefault(index, threading.Event())
        tell({"question": index})
        event.wait()

    def answer(self, step):
        answer = {"id": step["id"]}
        client = self.client
        try:
            if step["step"] == "begin":
                self.client = Player(step, self)
                self.is_parallel = step.get("needsParallel", False)
                answer |= {"parallel": True, "clock": "steered", "store": True}
            elif step["step"] in STEPS + MORE:
                client.local.id = step["id"]
                if self.is_parallel:
                    client.stops[step["id"]] = threading.Event()
                told = getattr(client, step["step"])(step) or {}
                answer |= told if told.get("cancelled") or told.get("ignored") else {"outcome": "accepted", **told}
            else:
                raise NotImplementedError
        except Refused as reason:
            answer |= {"outcome": "refused", "reason": str(reason)}
        except NotImplementedError:
            answer["unsupported"] = True
        except Exception as error:
            print(repr(error), file=sys.stderr)
            answer |= {"outcome": "refused", "reason": "not said"}
        finally:
            if client:
                client.stops.pop(step["id"], None)
        if "unsupported" in answer and not self.reads:
            sys.exit(89)
        self.last = answer.get("outcome", self.last)
        tell(answer)

    def listen(self):
        self.reads = True
        for line in sys.stdin:
            with printing:
                record("→", line)
            step = json.loads(line)
            if self.client and "now" in step:
                self.client.clock.set(step["now"])
            if step["step"] == "answerNow":
                tell({"id": step["id"]})
                self.held.setdefault(step["question"], threading.Event()).set()
                self.held.pop(step["question"])
            elif self.is_parallel and step["step"] not in ("advance", "cancel", "cancelLoad"):
                threading.Thread(target=self.answer, args=(step,), daemon=True).start()
            else:
                self.answer(step)

    def work(self, tasks):
        self.reads = False
        for task in tasks:
            if self.client and "now" in task:
                self.client.clock.set(task["now"])
            if task["step"] == "pause":
                open(task["file"]).read()
            elif task["step"] == "parallel":
                threads = [threading.Thread(target=self.answer, args=(one,)) for one in task["tasks"]]
                for thread in threads:
                    thread.start()
                for thread in threads:
                    thread.join()
            else:
                self.answer(task)


def main():
    conversation = Conversation()
    if os.environ.get("PORTAL_TASK") == "tasks":
        record("→", os.environ["PORTAL_TASKS"])
        conversation.work(json.loads(os.environ["PORTAL_TASKS"]))
    elif os.environ.get("PORTAL_MODE") == "steps":
        conversation.listen()
    else:
        sys.exit(89)
    if conversation.client:
        conversation.client.remember()
    sys.stdout.flush()
    os._exit(conversation.last == "refused")


if __name__ == "__main__":
    main()
