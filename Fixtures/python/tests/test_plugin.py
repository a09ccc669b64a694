"""What the plugin does around tests: reports, markers, options, workers. Each test runs a pytest of its own."""
import importlib.util
import os

import pytest

from mockportal import program_path

FAILING = """
    import pytest
    from client import ask, sign_in

    def test_fails(portal):
        sign_in(portal)
        ask(portal, q=portal.users["alice"].password)
        assert not portal.requests("generateToken")

    def test_passes(portal):
        ask(portal, "info")
"""


@pytest.fixture
def noted(tmp_path, monkeypatch):
    """A program that notes each process that it becomes; returns those that run still, and all."""
    notes = tmp_path / "started"
    script = tmp_path / "mockportal"
    script.write_text(f"#!/bin/sh\necho $$ >>'{notes}'\nexec '{program_path()}' \"$@\"\n")
    script.chmod(0o755)
    monkeypatch.setenv("MOCKPORTAL", str(script))

    def processes():
        started = notes.read_text().split() if notes.exists() else []
        return [pid for pid in started if os.path.exists(f"/proc/{pid}")], started

    return processes


def test_a_failed_test_shows_the_journal_of_its_portal(pytester, noted):
    pytester.makepyfile(FAILING)
    done = pytester.runpytest_subprocess()
    done.assert_outcomes(failed=1, passed=1)
    done.stdout.fnmatch_lines([
        "*mockportal journal*", "<Portal token https://localhost:*>", "connection 1 to https://localhost:*: completed, certificate good",
        "request 1 on 1: POST generateToken -> 200 (token#1)", "request 2 on 2: GET portals/self -> 200",
    ])
    done.stdout.no_fnmatch_line("*info -> 200*")
    assert "controlURL" not in done.stdout.str() and "/__mock" not in done.stdout.str()
    assert noted() == ([], noted()[1]) and len(noted()[1]) == 1


def test_a_fixture_that_fails_on_its_way_down_shows_it_too(pytester):
    pytester.makepyfile("""
        import pytest
        from client import ask

        @pytest.fixture
        def client(portal):
            yield lambda: ask(portal, "info")
            portal.assert_not_requested("info")

        def test_it(client):
            client()
    """)
    done = pytester.runpytest_subprocess()
    done.assert_outcomes(passed=1, errors=1)
    done.stdout.fnmatch_lines(["*mockportal journal*", "request 1 on 1: GET info -> 200"])
    assert done.stdout.str().count("mockportal journal") == 1


def test_workers_have_a_process_each_and_leave_none(pytester, noted):
    if importlib.util.find_spec("xdist") is None:
        pytest.skip("NO PYTEST-XDIST: python3 -m pip install pytest-xdist")
    pytester.makepyfile("""
        import pytest
        from client import ask

        @pytest.mark.parametrize("number", range(24))
        def test_each_has_a_portal_of_its_own(portal, number):
            for _ in range(number % 3 + 1):
                ask(portal)
            assert len(portal.requests()) == number % 3 + 1
    """)
    done = pytester.runpytest_subprocess("-n", "3")
    done.assert_outcomes(passed=24)
    running, started = noted()
    assert len(started) == 3 and running == []


def test_no_test_that_needs_none_starts_a_process(pytester, noted):
    pytester.makepyfile("def test_it(): pass")
    pytester.runpytest_subprocess().assert_outcomes(passed=1)
    assert noted() == ([], [])


def test_what_is_wrong_with_a_marker_is_told_in_a_line(pytester):
    pytester.makepyfile("""
        import pytest

        @pytest.mark.mockportal("tokn")
        def test_name(portal): pass

        @pytest.mark.mockportal(token={"lifetime": "1m"})
        def test_key(portal): pass

        @pytest.mark.mockportal("token", "expired")
        def test_two(portal): pass
    """)
    done = pytester.runpytest_subprocess()
    done.assert_outcomes(errors=3)
    done.stdout.fnmatch_lines([
        "mockportal('tokn'): scenario: there is neither a preset nor a scenario tokn; did you mean token?",
        "mockportal('token'): token: \"token\" is not a known key. Did you mean tokens? Allowed: *",
        "mockportal('token', 'expired'): one scenario is served*",
    ])
    done.stdout.no_fnmatch_line("*Traceback*")
    done.stdout.no_fnmatch_line("*During handling*")


def test_a_marker_without_effect_is_warned_of(pytester):
    pytester.makepyfile("""
        import pytest

        @pytest.mark.mockportal("expired")
        def test_it(): pass
    """)
    done = pytester.runpytest_subprocess()
    done.assert_outcomes(passed=1, warnings=1)
    done.stdout.fnmatch_lines(["*the marker mockportal has no effect: no fixture `portal` is asked for*"])


def test_the_program_and_its_options_are_chosen(pytester, monkeypatch):
    path = program_path()
    monkeypatch.setenv("MOCKPORTAL", "no-such-program")
    pytester.makeini("[pytest]\nmockportal_arguments = --judge\n")
    pytester.makepyfile("def test_it(portal): assert portal.verdict()")
    pytester.runpytest_subprocess(f"--mockportal={path}").assert_outcomes(passed=1)
    done = pytester.runpytest_subprocess()
    done.assert_outcomes(errors=1)
    done.stdout.fnmatch_lines(["*MOCKPORTAL is 'no-such-program', and there is no such program*"])


def test_a_program_that_ends_is_told_of(pytester, tmp_path):
    script = tmp_path / "ends"
    script.write_text("#!/bin/sh\necho 'no port is left' >&2\nexit 2\n")
    script.chmod(0o755)
    pytester.makepyfile("def test_it(portal): pass")
    done = pytester.runpytest_subprocess(f"--mockportal={script}")
    done.assert_outcomes(errors=1)
    done.stdout.fnmatch_lines(["mockportal('token'): */ends serve ended with exit code 2: no port is left"])


def test_the_marker_is_known(pytester):
    done = pytester.runpytest_subprocess("--markers")
    done.stdout.fnmatch_lines(["@pytest.mark.mockportal(scenario, [*][*]differences): *"])
