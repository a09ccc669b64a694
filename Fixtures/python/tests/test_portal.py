"""The fixture `portal` and what can be done with it, against a real program."""
import base64
import contextlib
import datetime
import json
import os
import ssl
import subprocess
import sys
import urllib.error
import urllib.request

import pytest
from client import ask, opener, sign_in

from mockportal import MockPortalError, serve


class TestPresets:
    def test_the_default_is_the_preset_token(self, portal):
        assert portal.scenario == "token"
        assert ask(portal)["name"]
        portal.assert_requested("portals/self", "GET", times=1)

    @pytest.mark.mockportal("expired")
    def test_a_marker_names_a_preset(self, portal, monkeypatch):
        monkeypatch.setattr("mockportal.portal._PATIENCE", 60.0)
        with pytest.raises(urllib.error.URLError) as failure:
            ask(portal)
        assert isinstance(failure.value.reason, ssl.SSLCertVerificationError)
        portal.assert_connected()
        portal.assert_not_requested()
        portal.assert_never_sent("password")
        (connection,) = portal.connections()
        # urllib ends the handshake with an alert: it never sends a request to this certificate.
        assert connection.certificate == "expired" and connection.handshake in ("refusedByClient", "completed")

    @pytest.mark.mockportal("tokens/expired-silent")
    def test_a_marker_names_a_scenario(self, portal):
        assert portal.scenario == "tokens/expired-silent"

    @pytest.mark.mockportal(tokens={"lifetime": "1m"}, secured=["Roads"])
    def test_differences_are_keyword_arguments(self, portal):
        token = sign_in(portal)
        assert ask(portal, "community/self", token)["username"] == "alice"
        portal.clock.advance("61s")
        assert ask(portal, "community/self", token)["error"]["code"] == 498

    @pytest.mark.mockportal("self-signed")
    class TestNesting:
        @pytest.mark.mockportal(access="private")
        def test_the_nearest_scenario_and_all_differences_count(self, portal):
            assert portal.scenario == "self-signed"

        @pytest.mark.mockportal("organization")
        def test_a_function_overrides_its_class(self, portal):
            assert portal.scenario == "organization"
            assert "user" not in ask(portal)

    @pytest.mark.parametrize("portal", ["anonymous", {"scenario": "organization", "anonymousSelf": "refused"}], indirect=True)
    def test_a_parameter_names_a_preset(self, portal):
        answer = ask(portal)
        assert answer.get("error", {}).get("code") == (499 if portal.scenario == "organization" else None)

    def test_a_file_describes_a_portal(self, tmp_path, open_portal):
        file = tmp_path / "portal.json"
        file.write_text(json.dumps({"preset": "token", "accounts": {"alice": {"password": "of-the-file"}}}))
        assert open_portal(str(file)).users["alice"].password == "of-the-file"

    def test_further_portals_are_apart(self, portal, open_portal):
        other = open_portal("anonymous", access="private")
        assert other.url != portal.url
        ask(other)
        assert not portal.requests()
        other.assert_requested("portals/self")


class TestPeople:
    def test_passwords_sign_in_and_stay_out_of_texts(self, portal):
        assert list(portal.users) == ["alice", "bob", "carol", "dana"]
        assert sign_in(portal, "bob")
        assert portal.users["bob"].password not in repr(portal.users["bob"])

    def test_a_name_that_is_not_there_is_answered_with_those_that_are(self, portal):
        with pytest.raises(KeyError) as failure:
            portal.users["alicia"]
        assert str(failure.value) == "this portal has no user 'alicia'; there are: alice, bob, carol, dana. Did you mean alice?"
        with pytest.raises(KeyError, match="serve the preset api-key"):
            portal.api_keys["weather"]

    @pytest.mark.mockportal("pki")
    def test_identities_get_in(self, portal):
        assert ask(portal, identity="alice")["user"]["username"] == "alice"
        for file in portal.identities["alice"].cert + (portal.identities["alice"].p12_file,):
            assert os.stat(file).st_mode & 0o077 == 0
        assert portal.connections()[-1].identity == "alice"
        with pytest.raises(AssertionError, match="client certificate alice"):
            portal.assert_never_sent("certificate")
        with pytest.raises(MockPortalError, match="alice-3des has no .key file; it has: .p12"):
            portal.identities["alice-3des"].key_file

    @pytest.mark.mockportal("oauth-app")
    def test_applications(self, portal):
        client = portal.oauth_clients["mockportal-app"]
        assert client.client_secret and client.client_secret not in repr(client)
        environment = portal.env(oauth_client="mockportal-app", base={})
        assert environment["PORTAL_OAUTH_CLIENT_SECRET"] == client.client_secret
        portal.assert_never_sent("client-secret")

    def test_the_environment_of_a_program(self, portal):
        program = "import os, ssl, urllib.request as r; r.urlopen(os.environ['PORTAL_URL'] + '/sharing/rest/info?f=json')"
        environment = portal.env(user="alice", base={**os.environ, "HTTPS_PROXY": "http://127.0.0.1:1"})
        assert environment["PORTAL_PASSWORD"] == portal.users["alice"].password
        subprocess.run([sys.executable, "-c", program], env=environment, check=True)
        portal.assert_requested("info")


class TestSteering:
    def test_the_clock_moves_forward(self, portal):
        before = portal.clock.now
        portal.clock.advance(datetime.timedelta(hours=1))
        portal.clock.advance(30)
        assert portal.clock.advanced == datetime.timedelta(hours=1, seconds=30)
        assert portal.clock.advance("1d") - before >= datetime.timedelta(days=1, hours=1)
        with pytest.raises(ValueError, match="only moves forward"):
            portal.clock.advance(-1)

    def test_tokens_expire_and_are_revoked(self, portal):
        first, second = sign_in(portal), sign_in(portal)
        portal.expire("token#1")
        assert ask(portal, "community/self", first)["error"]["code"] == 498
        assert ask(portal, "community/self", second)["username"] == "alice"
        portal.revoke()
        assert ask(portal, "community/self", second)["error"]["code"] == 498

    def test_a_password_changes(self, portal):
        old = portal.users["alice"].password
        portal.set_password("alice", "another-one")
        assert portal.users["alice"].password == "another-one"
        assert sign_in(portal)
        portal.reset()
        assert portal.users["alice"].password == old
        assert sign_in(portal)

    def test_a_certificate_is_replaced(self, portal):
        ask(portal)
        portal.show_certificate("wrong-host")
        with pytest.raises(urllib.error.URLError):
            ask(portal)
        portal.show_certificate("good")
        ask(portal)
        assert [connection.certificate for connection in portal.connections()] == ["good", "wrong-host", "good"]

    def test_the_portal_changes(self, portal):
        portal.set_access("private")
        assert ask(portal)["access"] == "private"
        portal.change(anonymousSelf="refused")
        assert ask(portal)["error"]["code"] == 499
        url, password = portal.url, portal.users["alice"].password
        portal.become("anonymous")
        assert (portal.url, portal.scenario, portal.users["alice"].password) == (url, "anonymous", password)
        assert "error" not in ask(portal)

    def test_what_is_wrong_is_told_with_what_is_right(self, portal):
        with pytest.raises(MockPortalError, match="Did you mean advance"):
            portal.act({"advanc": "1m"})
        with pytest.raises(MockPortalError, match="did you mean token"):
            portal.become("tokn")
        with pytest.raises(MockPortalError, match="start it with --judge"):
            portal.verdict()

    def test_the_journal_can_be_waited_for_and_forgotten(self, portal):
        assert not portal.wait(1, "info", timeout=0)
        ask(portal, "info")
        assert portal.wait(1, "info")
        portal.clear_journal()
        assert not portal.requests()


class TestFaults:
    def test_a_busy_server(self, portal):
        portal.faults.play({"status": 503, "retryAfter": 1}, operation="portals/self", times=1)
        with pytest.raises(urllib.error.HTTPError) as failure:
            ask(portal)
        assert (failure.value.code, failure.value.headers["Retry-After"]) == (503, "1")
        assert ask(portal)["name"]
        assert [request.fault for request in portal.requests()] == ["status 503", None]

    def test_faults_end(self, portal):
        portal.faults.set([{"everyRequest": 1, "play": "emptyBody"}])
        with pytest.raises(ValueError):
            ask(portal)
        portal.faults.clear()
        assert ask(portal)["name"]

    def test_a_fault_needs_a_place(self, portal):
        with pytest.raises(MockPortalError, match="operation"):
            portal.faults.play("reset")


class TestTheJournal:
    def test_requests_are_told_as_they_came(self, portal):
        token = sign_in(portal)
        ask(portal, "search", token, q="streets")
        form, search = portal.requests()
        assert (form.method, form.form["username"], form.issued, form.code) == ("POST", "alice", "token#1", 200)
        assert search.query["q"] == "streets" and search.header("HOST") and search.path.endswith("/search")
        assert [(token.carrier, token.alias) for token in search.tokens] == [("esriHeader", "token#1")]
        assert [request.number for request in portal.requests("search|generate*", "GET|POST")] == [1, 2]

    def test_a_password_is_found_wherever_it_stands(self, portal):
        sign_in(portal)
        portal.assert_never_sent("password", where="url")
        portal.assert_never_sent("password", outside="generateToken")
        with pytest.raises(AssertionError, match=r"a password was sent: request 1 \(POST generateToken -> 200 \(token#1\)\) in its body"):
            portal.assert_never_sent("password")
        ask(portal, q=portal.users["alice"].password)
        with pytest.raises(AssertionError, match=r"request 2 \(GET portals/self -> 200\) in its url") as failure:
            portal.assert_never_sent("password", outside=["generateToken"])
        assert portal.users["alice"].password not in str(failure.value)

    def test_a_password_of_before_is_still_one(self, portal):
        old = portal.users["alice"].password
        portal.set_password("alice", "another-one")
        ask(portal, q=old)
        with pytest.raises(AssertionError):
            portal.assert_never_sent("password")

    def test_tokens_and_texts_are_found(self, portal):
        ask(portal, token=sign_in(portal), q="my secret text")
        portal.assert_never_sent("token", where="url")
        with pytest.raises(AssertionError, match="a token was sent: request 2"):
            portal.assert_never_sent("token")
        with pytest.raises(AssertionError, match="the text was sent: request 2"):
            portal.assert_never_sent(text="my secret text", where="url")
        portal.assert_never_sent(text="my secret text", where="body")

    @pytest.mark.parametrize("written, meant", [("pasword", "password"), ("passwort", "password"), ("apikey", "api-key")])
    def test_a_misspelt_kind_of_secret_is_refused(self, portal, written, meant):
        with pytest.raises(ValueError, match=f"no kind of secret. Did you mean {meant}\\? Allowed: password, token"):
            portal.assert_never_sent(written)

    def test_a_claim_names_a_kind_or_a_text(self, portal):
        with pytest.raises(ValueError, match="a text of your own"):
            portal.assert_never_sent()
        with pytest.raises(ValueError, match="a text of your own"):
            portal.assert_never_sent("password", text="my secret text")

    @pytest.mark.parametrize("claim, meant", [
        (lambda portal: portal.assert_not_requested("portal/self"), "portals/self"),
        (lambda portal: portal.assert_requested("portals/slef"), "portals/self"),
        (lambda portal: portal.requests("info|generateTokn"), "generateToken"),
        (lambda portal: portal.requests("Trafic/query"), "Traffic/query"),
        (lambda portal: portal.assert_never_sent("password", outside="generateTokn"), "generateToken"),
        (lambda portal: portal.requests("info", "PSOT"), "POST"),
    ])
    def test_a_misspelt_operation_or_method_is_refused(self, portal, claim, meant):
        with pytest.raises(ValueError, match=f"Did you mean {meant}\\?"):
            claim(portal)
        ask(portal)
        assert portal.requests("portals/self")

    def test_what_is_no_misspelling_is_taken(self, portal):
        ask(portal)
        portal.assert_requested("portals/self", "get")
        for operation in ("portals/0123456789ABCDEF", "content/items/3a90*", "content/*", "*/query", "Traffic|unknown", "Hosted/Trees/query"):
            portal.assert_not_requested(operation)

    def test_a_password_belongs_in_the_body_of_a_post_alone(self, portal):
        password = portal.users["alice"].password
        with contextlib.suppress(urllib.error.HTTPError):
            ask(portal, "generateToken", username="alice", password=password)
        with pytest.raises(AssertionError, match=r"in its url: alice's password, as it is, in the parameter password") as failure:
            portal.assert_never_sent("password", outside="generateToken")
        assert password not in str(failure.value)

    def test_a_found_password_is_told_with_its_encoding_and_header(self, portal):
        pair = base64.b64encode(f"alice:{portal.users['alice'].password}".encode()).decode()
        request = urllib.request.Request(portal.rest_url + "/info?f=json", headers={"Authorization": f"Basic {pair}"})
        opener(portal).open(request).read()
        with pytest.raises(AssertionError, match="in its headers: alice's password, base64, in the header Authorization"):
            portal.assert_never_sent("password")

    def test_a_misspelt_operation_of_a_fault_is_told_in_full(self, portal):
        with pytest.raises(MockPortalError) as failure:
            portal.faults.play("reset", operation="portal/self")
        told = str(failure.value)
        assert 'is no operation. Did you mean portals/self? Allowed: ' in told and told.endswith("<service>/{layer}/{feature}")
        assert "Traffic/query" not in told and "search" in told and "<service>/query" in told

    def test_a_name_that_is_not_there_is_answered_with_the_nearest(self, portal):
        with pytest.raises(KeyError, match="Did you mean alice"):
            portal.users["alise"]

    def test_a_fault_that_was_never_played_is_told(self, portal):
        portal.faults.play("reset", operation="portals/slef")
        ask(portal)
        assert portal.faults.unplayed(portal.journal()) == ["fault reset at portals/slef was never played"]
        portal.faults.play({"status": 503}, operation="info", times=1)
        with pytest.raises(OSError):
            ask(portal, "info")
        assert portal.faults.unplayed(portal.journal()) == []

    def test_claims_say_what_was_there_instead(self, portal):
        with pytest.raises(AssertionError, match="no client connected"):
            portal.assert_connected()
        ask(portal)
        with pytest.raises(AssertionError, match=r"POST info was to be requested exactly 2 times, and was 0 times; the portal saw:(\n|.)*GET portals/self -> 200"):
            portal.assert_requested("info", "POST", times=2)
        with pytest.raises(AssertionError, match="no request was to come, and 1 came: 1. GET portals/self -> 200"):
            portal.assert_not_requested()
        with pytest.raises(ValueError, match="one of url, headers, body"):
            portal.assert_never_sent("password", where="query")


class TestWithoutPytest:
    def test_serve_is_a_block(self):
        with serve("anonymous", tokens={"lifetime": "1m"}) as portal:
            assert ask(portal)["name"]
        with pytest.raises(MockPortalError, match="ended with exit code 0"):
            portal.requests()

    def test_a_judged_session(self):
        with serve("token", arguments=["--judge"]) as portal:
            ask(portal)
            assert portal.verdict()

    def test_what_cannot_start_says_why(self, tmp_path):
        with pytest.raises(MockPortalError, match="(?s)ended with exit code 64: .*--nonsense"), serve(arguments=["--nonsense"]):
            pass
        with pytest.raises(MockPortalError, match="there is no such program"), serve(program=str(tmp_path / "none")):
            pass

    @pytest.mark.parametrize("name, said", [("true", "true serve ended with exit code 0"), ("echo", "echo is not the program mockportal")])
    def test_another_program_is_named(self, name, said):
        with pytest.raises(MockPortalError, match=said), serve(program=name):
            pass
