"""Finds a secret in what a client sent, however it was written."""

from __future__ import annotations

import base64
import json
import re
from urllib.parse import unquote_to_bytes

# Shorter texts cannot be told from chance.
SHORTEST = 6


class SecretSearch:
    """Finds one secret as it is, percent-encoded, escaped as in JSON, in hex, or in base64 at any alignment."""

    def __init__(self, secret: str) -> None:
        if len(secret.encode()) < SHORTEST:
            raise ValueError(f"a text of fewer than {SHORTEST} bytes is too short to be told from chance")
        raw = secret.encode()
        self._plain = raw
        self._hex = raw.hex().encode()
        self._base64 = [form for offset in range(3) for form in _base64_forms(raw, offset)]

    def is_in(self, data: bytes) -> bool:
        """Whether the secret stands anywhere in bytes."""
        for form in _readings(data):
            if self._plain in form or any(encoded in form for encoded in self._base64):
                return True
            if self._hex in form.lower():
                return True
        return False


def _readings(data: bytes) -> set[bytes]:
    """The bytes as they are, and without the escapes that they may be written with."""
    found = {data}
    if b"%" in data or b"+" in data:
        found |= {unquote_to_bytes(data), unquote_to_bytes(data.replace(b"+", b" "))}
    if b"\\" in data:
        found |= {_without_escapes(form) for form in list(found)}
    return found


def _without_escapes(data: bytes) -> bytes:
    """What the escapes of JSON strings stand for (RFC 8259 §7); what is none stays."""

    def plain(match: re.Match[bytes]) -> bytes:
        try:
            text = json.loads(b'"' + match[0] + b'"')
            return str(text).encode("utf-8", "surrogatepass")
        except ValueError:
            return match[0]

    return re.sub(rb'(?:\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\["\\/bfnrt])', plain, data)


def _base64_forms(secret: bytes, offset: int) -> set[bytes]:
    """The characters that the secret alone decides where it begins so many bytes into a group of three (RFC 4648 §4, §5)."""
    padded = b"\0" * offset + secret
    first = 0 if offset == 0 else offset + 1
    core = base64.b64encode(padded + b"\0\0")[first:len(padded) * 8 // 6]
    return {core, core.replace(b"+", b"-").replace(b"/", b"_")} if len(core) >= SHORTEST else set()
