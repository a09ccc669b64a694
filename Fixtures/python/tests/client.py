"""The client that the tests of this folder look at: what a program does that talks to a portal, with the standard library alone."""
import json
import urllib.parse
import urllib.request


def ask(portal, path="portals/self", token=None, identity=None, **parameters):
    """Asks for a document of the sharing API, as JSON."""
    url = f"{portal.rest_url}/{path}?" + urllib.parse.urlencode({"f": "json", **parameters})
    headers = {} if token is None else {"X-Esri-Authorization": f"Bearer {token}"}
    with opener(portal, identity).open(urllib.request.Request(url, headers=headers)) as answer:
        return json.load(answer)


def sign_in(portal, username="alice"):
    """Signs in and returns the token."""
    form = {"f": "json", "client": "requestip", "username": username, "password": portal.users[username].password}
    with opener(portal).open(portal.rest_url + "/generateToken", urllib.parse.urlencode(form).encode()) as answer:
        return json.load(answer)["token"]


def opener(portal, identity=None):
    """What sends requests to a portal, never through a proxy."""
    return urllib.request.build_opener(
        urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=portal.ssl_context(identity)))
