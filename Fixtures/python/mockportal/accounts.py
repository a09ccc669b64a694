"""Who may sign in at a portal, and with what."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Callable, Generic, Iterator, Mapping, Optional, Sequence, TypeVar

from .errors import MockPortalError
from .names import nearest

Value = TypeVar("Value")


class Named(Mapping[str, Value], Generic[Value]):
    """Values by name; a name that is not there is answered with those that are."""

    def __init__(self, kind: str, values: Mapping[str, Value], hint: str = "") -> None:
        self._kind, self._values, self._hint = kind, dict(values), hint

    def __getitem__(self, name: str) -> Value:
        try:
            return self._values[name]
        except KeyError:
            there = ", ".join(self._values) or "none"
            hint = f"; {self._hint}" if self._hint and not self._values else ""
            near = nearest(str(name), self._values)
            meant = f". Did you mean {near}?" if near else ""
            raise MissingName(f"this portal has no {self._kind} {name!r}; there are: {there}{hint}{meant}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"<{self._kind}: {', '.join(self._values) or 'none'}>"


class MissingName(KeyError):
    """A name that is not there, with those that are."""

    def __str__(self) -> str:
        # KeyError shows its text as a literal.
        return str(self.args[0])


@dataclass(frozen=True)
class User:
    """A user who may sign in."""

    username: str
    password: str = field(repr=False)


@dataclass(frozen=True)
class OAuthClient:
    """An application that is registered for OAuth."""

    client_id: str
    redirect_uris: Sequence[str]
    client_secret: Optional[str] = field(default=None, repr=False)


class Identity:
    """A client certificate of the portal's authority, or one with a flaw; its files are written when they are first asked for.

    Only this user can read the files; they are removed with the portal.
    """

    def __init__(
        self, name: str, endings: Sequence[str], password: str, folder: Callable[[], str], fetch: Callable[[str], bytes]
    ) -> None:
        self.name = name
        #: The password of the .p12 file.
        self.password = password
        self._endings, self._folder, self._fetch = endings, folder, fetch

    def __repr__(self) -> str:
        return f"Identity({self.name!r})"

    @property
    def p12_file(self) -> str:
        """Path of the PKCS #12 file: certificate, chain and key."""
        return self._file(".p12")

    @property
    def cert_file(self) -> str:
        """Path of the certificate and its chain, in PEM."""
        return self._file(".pem")

    @property
    def key_file(self) -> str:
        """Path of the private key, in PEM."""
        return self._file(".key")

    @property
    def cert(self) -> tuple[str, str]:
        """Both PEM files, as `requests` and `httpx` take them."""
        return self.cert_file, self.key_file

    def _file(self, ending: str) -> str:
        if ending not in self._endings:
            raise MockPortalError(f"identity {self.name} has no {ending} file; it has: {', '.join(self._endings)}")
        path = os.path.join(self._folder(), self.name + ending)
        if not os.path.exists(path):
            content = self._fetch(self.name + ending)
            with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                file.write(content)
        return path
