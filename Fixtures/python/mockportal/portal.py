"""A running portal: where it is, who may sign in, what can be done to it, and what it saw."""

from __future__ import annotations

import os
import shutil
import ssl
import tempfile
import time
from typing import Any, Iterable, Mapping, Optional, Union

from . import claims
from .accounts import Identity, Named, OAuthClient, User
from .clock import Clock, Duration, duration_text
from .control import ControlAPI
from .errors import MockPortalError
from .faults import Faults
from .journal import Connection, Journal, Request
from .names import check_operation, method_pattern, nearest, refusal

# Seconds in which a handshake that a client has ended is over for the portal too.
_PATIENCE = 1.0


class Portal:
    """A portal of its own: port, state, clock and journal belong to it alone.

    What the portal refuses, such as an unknown preset or key, raises `MockPortalError` with the allowed values and the nearest.
    """

    def __init__(self, ready: Mapping[str, Any], control: ControlAPI) -> None:
        self._control = control
        self._folder: Optional[str] = None
        self._passwords: dict[str, str] = {}
        self._names: Optional[list[str]] = None
        #: The portal's clock, by which tokens, codes and nonces expire.
        self.clock = Clock(control)
        #: What goes wrong on the wire.
        self.faults = Faults(self.act)
        self._read(ready)

    def _read(self, ready: Mapping[str, Any]) -> None:
        #: The portal's URL, as `https://localhost:49152/portal`.
        self.url: str = ready["url"]
        #: Its URL on the plain listener; None where there is none.
        self.http_url: Optional[str] = ready.get("httpURL")
        #: The URL of its ArcGIS Server, as `https://localhost:49152/server`.
        self.server_url: str = ready["serverURL"]
        #: URLs of the further hosts of the preset or scenario, by name.
        self.hosts: Mapping[str, str] = Named("host", ready["hosts"])
        #: Path of the PEM file with the authority to trust.
        self.ca_file: str = ready["caFile"]
        #: SHA-256 fingerprint of that authority, in lower-case hex.
        self.ca_sha256: str = ready["caSHA256"]
        #: Root of the control API. Who knows it may do everything: do not log it.
        self.control_url: str = ready["controlURL"]
        #: The preset or scenario that is served.
        self.scenario: str = ready["scenario"]
        #: Who may sign in, by user name: `portal.users["alice"].password`.
        self.users: Mapping[str, User] = Named("user", {
            user["username"]: User(user["username"], user["password"]) for user in ready["users"]
        }, "it does not take passwords")
        #: The applications that are registered for OAuth, by client id.
        self.oauth_clients: Mapping[str, OAuthClient] = Named("OAuth application", {
            client["clientID"]: OAuthClient(client["clientID"], tuple(client["redirectURIs"]), client.get("clientSecret"))
            for client in ready["oauthClients"]
        }, "serve the preset oauth or oauth-app")
        #: API keys by name.
        self.api_keys: Mapping[str, str] = Named("API key", ready["apiKeys"], "serve the preset api-key")
        self._identities: Optional[Mapping[str, Identity]] = None
        # A password that was changed stays one that must not be sent.
        for user in self.users.values():
            self._passwords[user.password] = f"{user.username}'s password"
        # Another scenario may have other services.
        self._names = None

    def __repr__(self) -> str:
        return f"<Portal {self.scenario} {self.url}>"

    # Where it is, and who may come

    @property
    def rest_url(self) -> str:
        """The root of its sharing API, `portal.url + "/sharing/rest"`."""
        return self.url + "/sharing/rest"

    @property
    def identities(self) -> Mapping[str, Identity]:
        """Client certificates by name: `portal.identities["alice"].cert`; flawed ones too, as `alice-expired`."""
        if self._identities is None:
            listed = self._control.json("GET", "identities")
            endings: dict[str, list[str]] = {}
            for file in listed["files"]:
                name, ending = os.path.splitext(file)
                endings.setdefault(name, []).append(ending)
            self._identities = Named("client certificate", {
                name: Identity(name, found, listed["password"], self._own_folder, self._download)
                for name, found in endings.items()
            })
        return self._identities

    def ssl_context(self, identity: Optional[str] = None) -> ssl.SSLContext:
        """A context that trusts the portal's authority, and shows a client certificate where one is named."""
        context = ssl.create_default_context(cafile=self.ca_file)
        if identity is not None:
            context.load_cert_chain(*self.identities[identity].cert)
        return context

    def env(
        self,
        user: Optional[str] = None,
        identity: Optional[str] = None,
        oauth_client: Optional[str] = None,
        task: Optional[str] = None,
        base: Optional[Mapping[str, str]] = None,
    ) -> dict[str, str]:
        """The environment for a program under test: that of this process, or `base`, with the way to the portal.

        The variables are those of `mockportal run --client` (PORTAL_URL, PORTAL_CA_FILE, PORTAL_USERNAME, PORTAL_PASSWORD,
        PORTAL_CLIENT_CERT …), and those by which curl, Python, Node and OpenSSL trust the portal's authority.
        """
        found = dict(os.environ if base is None else base)
        found.update({"PORTAL_URL": self.url, "PORTAL_SERVER_URL": self.server_url, "PORTAL_CA_FILE": self.ca_file})
        for name in ("CURL_CA_BUNDLE", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "NODE_EXTRA_CA_CERTS"):
            found[name] = self.ca_file
        # A proxy of this machine does not lead to its loopback address.
        for name in ("NO_PROXY", "no_proxy"):
            found[name] = ",".join(filter(None, [found.get(name), "localhost,127.0.0.1,::1"]))
        if user is not None:
            found.update({"PORTAL_USERNAME": user, "PORTAL_PASSWORD": self.users[user].password})
        if identity is not None:
            one = self.identities[identity]
            found.update({
                "PORTAL_CLIENT_CERT": one.cert_file, "PORTAL_CLIENT_KEY": one.key_file, "PORTAL_CLIENT_P12": one.p12_file,
                "PORTAL_CLIENT_P12_PASSWORD": one.password,
            })
        if oauth_client is not None:
            client = self.oauth_clients[oauth_client]
            found["PORTAL_OAUTH_CLIENT_ID"] = client.client_id
            if client.redirect_uris:
                found["PORTAL_OAUTH_REDIRECT_URI"] = client.redirect_uris[0]
            if client.client_secret is not None:
                found["PORTAL_OAUTH_CLIENT_SECRET"] = client.client_secret
        if task is not None:
            found["PORTAL_TASK"] = task
        return found

    # What can be done to it

    def act(self, action: Mapping[str, Any]) -> None:
        """Does something to the portal: an object with the one key of an action, as `{"expire": "token#1"}`."""
        __tracebackhide__ = True
        self._control.json("POST", "actions", dict(action))

    def expire(self, token: str = "all") -> None:
        """Lets a token expire: `token#1` in the order of issue, `refresh#1`, `idtoken#1`, `key:<name>`, or all access tokens."""
        __tracebackhide__ = True
        self.act({"expire": token})

    def revoke(self, token: str = "all") -> None:
        """Revokes a token, named as in `expire`; a refresh token with the access tokens that it gave."""
        __tracebackhide__ = True
        self.act({"revoke": token})

    def set_password(self, username: str, password: str) -> None:
        """Gives an account another password; `portal.users` has it from then on."""
        __tracebackhide__ = True
        self.act({"password": {username: password}})
        self._read(self._control.json("GET", "ready"))
        self._passwords[password] = f"{username}'s password"

    def show_certificate(self, recipe: str, host: Optional[str] = None) -> None:
        """Shows another certificate to new connections: `good`, `expired`, `self-signed`, `wrong-host` …, at the portal or a host."""
        __tracebackhide__ = True
        self.act({"certificate": recipe if host is None else {"host": host, "recipe": recipe}})

    def set_access(self, access: str) -> None:
        """Opens (`public`) or closes (`private`) the organization to strangers."""
        __tracebackhide__ = True
        self.act({"access": access})

    def set_reach(self, reach: str, host: Optional[str] = None) -> None:
        """Opens (`open`) or closes (`refused`, `dropped`) a port, that of the portal or of a host."""
        __tracebackhide__ = True
        self.act({"reach": reach if host is None else {"host": host, "is": reach}})

    def expire_nonces(self) -> None:
        """Makes every nonce stale that HTTP Digest has handed out."""
        __tracebackhide__ = True
        self.act({"nonces": "expire"})

    def release(self, operation: str) -> None:
        """Lets the answers go that the blueprint's `hold` keeps back."""
        __tracebackhide__ = True
        self.act({"release": operation})

    def change(self, **differences: Any) -> None:
        """Changes what the portal is, by keys of a blueprint: `portal.change(tokens={"lifetime": "1m"}, secured=["Roads"])`."""
        __tracebackhide__ = True
        self.act({"set": differences})

    def become(self, scenario: str, **differences: Any) -> None:
        """Serves another preset or scenario at the same URL and to the same accounts; clock, state and journal begin anew."""
        __tracebackhide__ = True
        self._read(self._control.json("POST", "scenario", {"scenario": scenario, "blueprint": differences}))
        self.faults.forget()

    def reset(self) -> None:
        """Starts state, clock and journal anew; accounts have the passwords that they began with."""
        __tracebackhide__ = True
        self._control.json("POST", "reset")
        self.faults.forget()
        self._read(self._control.json("GET", "ready"))

    # What it saw

    def journal(self) -> Journal:
        """Everything that it saw since it was started, or its journal was cleared."""
        __tracebackhide__ = True
        return Journal.decode(self._control.json("GET", "journal"))

    def requests(self, operation: str = "*", method: str = "*") -> list[Request]:
        """The requests for an operation, in their order: `portal.requests("portals/self")`, `portal.requests("content/items/*")`.

        `*` stands for anything, and `|` separates alternatives: `portal.requests("info|server/info", "GET|POST")`.
        """
        __tracebackhide__ = True
        method = self._checked(operation, method)
        return [request for request in self.journal().requests if request.is_for(operation, method)]

    def connections(self) -> list[Connection]:
        """The connections, refused handshakes included."""
        __tracebackhide__ = True
        return list(self._settled().connections)

    def clear_journal(self) -> None:
        """Forgets what was seen so far; requests are numbered from 1 again."""
        __tracebackhide__ = True
        self._control.json("DELETE", "journal")
        # What was played before is not seen any more.
        self.faults.forget()

    def wait(self, count: int = 1, operation: Optional[str] = None, timeout: Duration = 10) -> bool:
        """Waits until so many requests were seen, of one operation or of all; false where the time (at most 10m) was too short."""
        __tracebackhide__ = True
        body: dict[str, Any] = {"count": count, "timeout": duration_text(timeout)}
        if operation is not None:
            body["operation"] = operation
        return bool(self._control.json("POST", "wait", body)["seen"])

    def verdict(self) -> Any:
        """What the judge says of the traffic so far, as `mockportal serve --judge` reports it.

        The program must have been started with `--judge`: `mockportal.Server(arguments=["--judge"])`, or with pytest the ini
        option `mockportal_arguments = --judge`.
        """
        __tracebackhide__ = True
        return self._control.json("GET", "verdict")

    # What must be true of that

    def assert_requested(self, operation: str, method: str = "*", times: Optional[int] = None) -> None:
        """Fails unless an operation was requested, at least once or exactly so many times."""
        __tracebackhide__ = True
        claims.requested(self._settled(), operation, self._checked(operation, method), times)

    def assert_not_requested(self, operation: str = "*", method: str = "*") -> None:
        """Fails where an operation was requested; without arguments, where there was any request.

        It holds where no client came at all: claim `assert_connected` too.
        """
        __tracebackhide__ = True
        claims.not_requested(self._settled(), operation, self._checked(operation, method))

    def assert_never_sent(
        self, what: Optional[str] = None, where: Optional[str] = None, outside: Union[str, Iterable[str]] = (), *,
        text: Optional[str] = None,
    ) -> None:
        """Fails where a secret was sent.

        `what` is `password` (of any account, the earlier ones too), `token`, `certificate` (a client certificate), `api-key` or
        `client-secret`. `text=` searches for a text of yours instead, of six bytes or more. `where` narrows it to `url`, `headers` or
        `body`; requests for the operations of `outside` are where it belongs: a password in the body of a POST alone, so one in the URL
        of generateToken is found. Passwords, keys and texts are found in percent-encoding (once or twice), JSON, hex and base64 too.
        Ask once the client is done. It holds where no client came at all: claim `assert_connected` too.
        """
        __tracebackhide__ = True
        secrets = {
            "password": self._passwords, "api-key": {key: f"the key {name}" for name, key in self.api_keys.items()},
            "client-secret": {
                client.client_secret: f"the secret of {client.client_id}"
                for client in self.oauth_clients.values() if client.client_secret
            },
        }
        kinds = ["password", "token", "certificate", "api-key", "client-secret"]
        if (what is None) == (text is None):
            raise ValueError(f"name one kind of secret ({', '.join(kinds)}), or a text of your own: text=…")
        if text is not None:
            what, secrets["text"] = "text", {text: ""}
        elif what not in kinds:
            # What was written may be a secret: it is not repeated.
            raise ValueError(refusal("this is no kind of secret", nearest(str(what), kinds), [*kinds, "a text of your own as text=…"]))
        operations = [outside] if isinstance(outside, str) else list(outside)
        for operation in operations:
            self._checked(operation, "*")
        claims.never_sent(self._settled(), str(what), secrets, where, operations)

    def assert_connected(self) -> None:
        """Fails unless a client came at all: a test that a client refuses something proves nothing without."""
        __tracebackhide__ = True
        claims.connected(self._settled())

    def _checked(self, operation: str, method: str) -> str:
        """The pattern of methods in capitals; raises `ValueError` where an operation or a method is none."""
        __tracebackhide__ = True
        if operation != "*":
            if self._names is None:
                # A fault at no operation is refused, with the operations that there are: nothing changes.
                try:
                    self.faults.set([{"operation": "?", "play": "reset"}])
                except MockPortalError as error:
                    self._names = list(error.allowed)
            check_operation(operation, self._names or [])
        return method_pattern(method)

    def _settled(self) -> Journal:
        """The journal once no handshake is under way: a client hears of its end before the portal does."""
        end = time.monotonic() + _PATIENCE
        while True:
            journal = self.journal()
            is_settled = all(one.handshake != "pending" or one.ended_by is not None for one in journal.connections)
            if is_settled or time.monotonic() > end:
                return journal
            time.sleep(0.01)

    # Its files

    def _own_folder(self) -> str:
        if self._folder is None:
            self._folder = tempfile.mkdtemp(prefix="mockportal-identities-")
        return self._folder

    def _download(self, file: str) -> bytes:
        return self._control.bytes("GET", f"identities/{file}")

    def _remove_files(self) -> None:
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None
