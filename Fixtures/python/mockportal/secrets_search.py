"""Finds a secret in what a client sent, however it was written."""

from __future__ import annotations

import base64
import json
import re
from typing import Optional
from urllib.parse import unquote_to_bytes

# Shorter texts cannot be told from chance.
SHORTEST = 6


class SecretSearch:
    """Finds one secret as it is, percent-encoded (once or twice), escaped as in JSON, in hex, or in base64 at any alignment."""

    def __init__(self, secret: str) -> None:
        if len(secret.encode()) < SHORTEST:
            raise ValueError(f"a text of fewer than {SHORTEST} bytes is too short to be told from chance")
        raw = secret.encode()
        self._plain = raw
        self._hex = raw.hex().encode()
        self._base64 = [form for offset in range(3) for form in _base64_forms(raw, offset)]

    def is_in(self, data: bytes) -> bool:
        """Whether the secret stands anywhere in bytes."""
        return self.encoding_in(data) is not None

    def encoding_in(self, data: bytes) -> Optional[str]:
        """How the secret is written in bytes: `as it is`, `escaped`, `base64` or `hex`; None where it does not stand there."""
        readings = _readings(data)
        if self._plain in data:
            return "as it is"
        if any(self._plain in form for form in readings):
            return "escaped"
        if any(encoded in form for form in readings for encoded in self._base64):
            return "base64"
        return "hex" if any(self._hex in form.lower() for form in readings) else None


def _readings(data: bytes) -> set[bytes]:
    """The bytes as they are, and without the escapes that they may be written with."""
    found = {data}
    if b"%" in data or b"+" in data:
        once = {unquote_to_bytes(data), unquote_to_bytes(data.replace(b"+", b" "))}
        # A URL within a URL is encoded twice.
        found |= once | {unquote_to_bytes(form) for form in once} | {unquote_to_bytes(form.replace(b"+", b" ")) for form in once}
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
