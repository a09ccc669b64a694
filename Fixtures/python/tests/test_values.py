"""What needs no portal: searching, matching, durations, and how journals are read."""
import base64
import json
import subprocess
import sys
import urllib.parse

import pytest

from mockportal.clock import duration_text
from mockportal.journal import Journal, matches, visible
from mockportal.pytest_plugin import _merged
from mockportal.secrets_search import SecretSearch

SECRET = 'pa"ss wörd/+%21'


def hexadecimal(text):
    return text.encode().hex()


ENCODINGS = {
    "as it is": lambda text: text,
    "percent": urllib.parse.quote,
    "percent twice": lambda text: urllib.parse.quote(urllib.parse.quote(text)),
    "a form": urllib.parse.quote_plus,
    "every byte escaped": lambda text: "".join(f"%{byte:02x}" for byte in text.encode()),
    "JSON": json.dumps,
    "JSON with escapes of everything": lambda text: "".join(f"\\u{ord(char):04X}" for char in text),
    "hex": hexadecimal,
    "hex in capitals": lambda text: hexadecimal(text).upper(),
    **{
        f"base64 after {offset} bytes": lambda text, offset=offset: base64.b64encode(b"x" * offset + text.encode() + b"yz").decode()
        for offset in range(4)
    },
    "base64 for URLs": lambda text: base64.urlsafe_b64encode(b"alice:" + text.encode()).decode(),
    "base64 in a URL": lambda text: urllib.parse.quote(base64.b64encode(text.encode()).decode()),
}


@pytest.mark.parametrize("encoding", ENCODINGS.values(), ids=ENCODINGS)
def test_a_secret_is_found_however_it_is_written(encoding):
    search = SecretSearch(SECRET)
    assert search.is_in(b"before=1&x=" + encoding(SECRET).encode() + b"&after")
    assert not search.is_in(b"before=1&x=" + encoding(SECRET[:-3] + "...").encode() + b"&after")


def test_a_short_text_is_refused():
    with pytest.raises(ValueError, match="fewer than 6 bytes"):
        SecretSearch("short")


@pytest.mark.parametrize(
    "text, pattern, expected",
    [
        ("info", "info", True), ("server/info", "info", False), ("content/items/{id}", "content/items/*", True), ("Traffic", "*", True),
        ("info", "portals/self|info", True), ("a.b", "a?b", False), ("axb", "a.b", False),
    ])
def test_operations_match(text, pattern, expected):
    assert matches(text, pattern) == expected


def test_durations():
    assert [duration_text(one) for one in ("61m", 1, 0.25)] == ["61m", "1000ms", "250ms"]
    with pytest.raises(ValueError):
        duration_text(float("inf"))


def test_what_a_client_wrote_cannot_act_on_a_terminal():
    assert visible("GET\x1b[2J\u202e\n é") == "GET\\u{1b}[2J\\u{202e}\\u{a} é"
    request = {
        "number": 1, "connection": 1, "method": "GE\x1bT", "target": "/\x1b?token=secret", "operation": "unknown", "headers": [], "body": [],
        "origin": "https://localhost:1", "portalTime": 0, "presented": [], "decisions": [{"gate": "token", "passed": False, "reason": "a\nb"}],
    }
    text = Journal.decode({"connections": [], "requests": [request], "dropped": 2}).text()
    assert text.splitlines() == [
        "request 1 on 1: GE\\u{1b}T unknown /\\u{1b} unanswered", "    token: a\\u{a}b", "(2 older entries were dropped)",
    ]


def test_a_journal_with_losses_proves_no_absence():
    from mockportal import claims

    with pytest.raises(AssertionError, match="dropped 1 entries"):
        claims.not_requested(Journal([], [], 1), "*", "*")


def test_differences_are_merged_as_a_blueprint_lies_over_its_preset():
    assert _merged({"tokens": {"lifetime": "1m", "ssl": False}, "secured": ["a"]}, {"tokens": {"lifetime": "2m"}, "secured": ["b"]}) == {
        "tokens": {"lifetime": "2m", "ssl": False}, "secured": ["b"],
    }


@pytest.mark.parametrize("module, own", [("mockportal.__main__", "mockportal.program"), ("mockportal.pytest_plugin", "mockportal.errors")])
def test_command_and_plugin_import_nothing_that_they_do_not_need_yet(module, own):
    program = f"import sys, pytest; before = set(sys.modules); import {module}; print(*set(sys.modules) - before)"
    loaded = set(subprocess.run([sys.executable, "-c", program], check=True, stdout=subprocess.PIPE, text=True).stdout.split())
    assert own in loaded
    assert not {"ssl", "http.client", "mockportal.portal", "mockportal.server"} & loaded


def test_a_program_is_looked_for_past_the_script_that_leads_back_here(tmp_path, monkeypatch):
    from mockportal import MockPortalError, program, program_path

    monkeypatch.delenv("MOCKPORTAL", raising=False)
    monkeypatch.setattr(program, "_PACKAGED", str(tmp_path / "none"))
    script, real = tmp_path / "venv/mockportal", tmp_path / "bin/mockportal"
    for file, text in ((script, "#!/usr/bin/python3\nfrom mockportal.__main__ import main\nmain()\n"), (real, "#!/bin/sh\n")):
        file.parent.mkdir()
        file.write_text(text)
        file.chmod(0o755)
    monkeypatch.setenv("PATH", str(script.parent))
    with pytest.raises(MockPortalError, match="holds no program .*name it in the environment variable MOCKPORTAL or put it in PATH"):
        program_path()
    monkeypatch.setenv("PATH", f"{script.parent}:{real.parent}")
    assert program_path() == str(real)
    monkeypatch.setattr(program, "_PACKAGED", str(script))
    assert program_path() == str(script)


def test_what_the_program_needs_is_in_its_environment_alone(tmp_path, monkeypatch):
    from mockportal import program

    monkeypatch.setattr(program, "_FOLDER", str(tmp_path))
    monkeypatch.delenv("OPENSSL_MODULES", raising=False)
    assert "OPENSSL_MODULES" not in program.environment()
    (tmp_path / "ossl-modules").mkdir()
    assert program.environment()["OPENSSL_MODULES"] == str(tmp_path / "ossl-modules")
    monkeypatch.setenv("OPENSSL_MODULES", "/own")
    assert program.environment()["OPENSSL_MODULES"] == "/own"
