#!/usr/bin/env python3
"""A client that is nothing but Python requests, told a scenario step by step: `--client-mode steps` (README.md beside this file).

Here is what it does with each step; its wire, its tokens and its maps are in the files beside.
"""
import json
import sys

sys.dont_write_bytecode = True

from requests_maps import Maps
from requests_wire import Refused, context


class Steps(Maps):
    """One method a step; what is missing here the client cannot do."""

    def __init__(self, begin):
        if any(word in begin for word in ("apiKey", "oauth", "proxy", "identities", "carriers", "attempts", "userAgent")):
            raise NotImplementedError
        super().__init__(begin)
        self.loads, self.members = {}, set()

    def answers(self, step):
        if step["answers"]:
            raise NotImplementedError

    def handlers(self, step):
        """Does nothing: this client asks no user."""

    def connect(self, step):
        if "identity" in step or "for" in step:
            raise NotImplementedError
        has_login = "username" in step or "token" in step
        name, place = step["portal"], context(self.over_tls(step["url"]) if has_login else step["url"])
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


STEPS = ("answers", "authority", "handlers", "connect", "load", "retryLoad", "credential", "request", "item",
         "webMap", "openMap", "continueOpening", "retryLayer")


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
