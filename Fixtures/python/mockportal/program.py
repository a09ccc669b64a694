"""Where the program is, and the environment that it needs."""

from __future__ import annotations

import os
import shutil
import sys
from typing import Optional

from .errors import MockPortalError

# The folders of the wheel: the program, and beside it the libraries that its run path names.
_FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "_program")
_PACKAGED = os.path.join(_FOLDER, "mockportal")

# Where systems keep the authorities that they trust, in the order of Go's crypto/x509/root_linux.go. The library in the wheel knows
# the first alone, as Debian builds it.
_AUTHORITIES = (
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/pki/tls/cacert.pem",
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
    "/etc/ssl/cert.pem",
)


def program_path(path: Optional[str] = None) -> str:
    """Returns the path of the program: the one given, that of MOCKPORTAL, the one in this package, or the one in PATH.

    Raises `MockPortalError` where there is none, with what to do.
    """
    named = path or os.environ.get("MOCKPORTAL")
    if named:
        found = shutil.which(named)
        if found is None:
            source = "the program" if path else "MOCKPORTAL"
            advice = "unset it to use the program of the package" if not path and os.path.exists(_PACKAGED) else "name the built mockportal"
            raise MockPortalError(f"{source} is {named!r}, and there is no such program; {advice}")
        return os.path.abspath(found)
    if os.path.exists(_PACKAGED):
        return _PACKAGED
    # A console script that only leads back to this package is not the program.
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        found = shutil.which("mockportal", path=folder) if folder else None
        if found is not None and not _is_script(found):
            return found
    raise MockPortalError(
        f"this installation of mockportal holds no program ({sys.platform}): the wheel with one is for Linux with glibc. Build "
        "the program from its sources (make install), and name it in the environment variable MOCKPORTAL or put it in PATH."
    )


def environment() -> dict[str, str]:
    """Returns this process's environment with what the program in the wheel needs besides.

    The program hands nothing of it on to the clients that it judges.
    """
    variables = dict(os.environ)
    modules = os.path.join(_FOLDER, "ossl-modules")
    if os.path.isdir(modules):
        # OpenSSL's legacy provider, which opens old PKCS #12 files (OSSL_PROVIDER-legacy(7)).
        variables.setdefault("OPENSSL_MODULES", modules)
        if "SSL_CERT_FILE" not in variables and "SSL_CERT_DIR" not in variables and not os.path.exists("/usr/lib/ssl"):
            authorities = next((file for file in _AUTHORITIES if os.path.exists(file)), None)
            if authorities is not None:
                variables["SSL_CERT_FILE"] = authorities
    return variables


def _is_script(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            return file.read(2) == b"#!" and b"mockportal.__main__" in file.read(2000)
    except OSError:
        return False
