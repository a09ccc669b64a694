"""A fake ArcGIS portal for tests: start one, sign in, turn its clock, make it fail, and read what the client sent.

    import mockportal

    with mockportal.serve("token", tokens={"lifetime": "1m"}) as portal:
        run_my_client(portal.url, portal.ca_file, "alice", portal.users["alice"].password)
        portal.assert_never_sent("password", outside="generateToken")

With pytest the fixture `portal` does the same for each test, and `@pytest.mark.mockportal(...)` says which portal it is.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from .accounts import Identity, OAuthClient, User
    from .clock import Clock
    from .errors import MockPortalError
    from .faults import Faults
    from .journal import Connection, Journal, Request
    from .portal import Portal
    from .program import program_path
    from .server import Server, serve

__all__ = [
    "Clock", "Connection", "Faults", "Identity", "Journal", "MockPortalError", "OAuthClient", "Portal", "Request", "Server",
    "User", "program_path", "serve",
]

_HOMES = {
    "Clock": "clock", "Connection": "journal", "Faults": "faults", "Identity": "accounts", "Journal": "journal",
    "MockPortalError": "errors", "OAuthClient": "accounts", "Portal": "portal", "Request": "journal", "Server": "server",
    "User": "accounts", "program_path": "program", "serve": "server",
}


def __getattr__(name: str) -> Any:
    """Imports a name when it is first used, so that the command `mockportal` starts without what it does not need (PEP 562)."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(importlib.import_module("." + _HOMES[name], __name__), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
