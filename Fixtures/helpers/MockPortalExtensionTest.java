package mockportal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLException;
import mockportal.MockPortalExtension.Json;
import mockportal.MockPortalExtension.MockPortal;
import mockportal.MockPortalExtension.MockPortalException;
import mockportal.MockPortalExtension.Place;
import mockportal.MockPortalExtension.Portal;
import mockportal.MockPortalExtension.SecretSearch;
import mockportal.MockPortalExtension.Server;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** What {@link MockPortalExtension} does, and how it is used. */
@MockPortal
class MockPortalExtensionTest {
    /** The client under test: an answer of the sharing API, as its status and its text. */
    static HttpResponse<String> ask(Portal portal, String path, String token, String identity) throws IOException, InterruptedException {
        HttpClient client = HttpClient.newBuilder().proxy(HttpClient.Builder.NO_PROXY).sslContext(portal.sslContext(identity)).build();
        String url = portal.restURL() + "/" + path + (path.contains("?") ? "&" : "?") + "f=json";
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofMinutes(1));
        if (token != null) {
            request.header("X-Esri-Authorization", "Bearer " + token);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    static Map<String, Object> ask(Portal portal, String path) throws IOException, InterruptedException {
        return Json.object(Json.parse(ask(portal, path, null, null).body()));
    }

    static String signIn(Portal portal, String username) throws IOException, InterruptedException {
        String form = "f=json&client=requestip&username=" + username + "&password="
                + URLEncoder.encode(portal.user(username).password(), StandardCharsets.UTF_8);
        HttpClient client = HttpClient.newBuilder().proxy(HttpClient.Builder.NO_PROXY).sslContext(portal.sslContext()).build();
        HttpRequest request = HttpRequest.newBuilder(URI.create(portal.restURL() + "/generateToken"))
                .header("Content-Type", "application/x-www-form-urlencoded").POST(HttpRequest.BodyPublishers.ofString(form)).build();
        return Json.text(Json.object(Json.parse(client.send(request, HttpResponse.BodyHandlers.ofString()).body())).get("token"));
    }

    static int code(Map<String, Object> answer) {
        return Json.number(Json.object(answer.get("error")).get("code"));
    }

    @Test
    void theDefaultIsThePresetToken(Portal portal) throws Exception {
        assertEquals("token", portal.scenario());
        assertTrue(ask(portal, "portals/self").containsKey("name"));
        portal.assertRequested("portals/self", 1);
    }

    @Test
    @MockPortal("expired")
    void aMethodNamesAPreset(Portal portal) {
        assertThrows(SSLException.class, () -> ask(portal, "portals/self"));
        portal.assertConnected();
        portal.assertNotRequested();
        portal.assertNeverSent("password");
        assertEquals("expired", portal.connections().get(0).certificate());
    }

    @Test
    @MockPortal(differences = """
            {"tokens": {"lifetime": "1m"}}""")
    void differencesAreJSON(Portal portal) throws Exception {
        String token = signIn(portal, "alice");
        assertTrue(ask(portal, "community/self", token, null).body().contains("\"username\":\"alice\""));
        portal.clock.advance("61s");
        assertTrue(ask(portal, "community/self", token, null).body().contains("498"));
        assertTrue(portal.clock.advance(Duration.ofHours(1)).isAfter(java.time.Instant.now().plusSeconds(3600)));
    }

    @Nested
    @MockPortal("organization")
    class WithAClassOfItsOwn {
        private Portal own;

        @BeforeEach
        void keep(Portal portal) {
            own = portal;
        }

        @Test
        void thePortalIsThatOfTheTest(Portal portal) {
            assertEquals("organization", portal.scenario());
            assertEquals(portal, own);
        }
    }

    @Nested
    class WithoutOne {
        @Test
        void theOuterClassCounts(Portal portal) {
            assertEquals("token", portal.scenario());
        }
    }

    @Test
    @MockPortal("pki")
    void aClientCertificateGetsIn(Portal portal) throws Exception {
        assertTrue(ask(portal, "portals/self", null, "alice").body().contains("\"username\":\"alice\""));
        AssertionError error = assertThrows(AssertionError.class, () -> portal.assertNeverSent("certificate"));
        assertTrue(error.getMessage().contains("client certificate alice"), error.getMessage());
        assertThrows(MockPortalException.class, () -> portal.identityFile("nobody.pem"));
    }

    @Test
    void tokensExpireAndPasswordsChange(Portal portal) throws Exception {
        String first = signIn(portal, "alice");
        String second = signIn(portal, "alice");
        portal.expire("token#1");
        assertTrue(ask(portal, "community/self", first, null).body().contains("498"));
        portal.revoke("all");
        assertTrue(ask(portal, "community/self", second, null).body().contains("498"));
        String old = portal.user("alice").password();
        portal.setPassword("alice", "an\"other\\one é");
        assertEquals("an\"other\\one é", portal.user("alice").password());
        assertFalse(signIn(portal, "alice").isEmpty());
        ask(portal, "info?q=" + old);
        AssertionError error = assertThrows(AssertionError.class, () -> portal.assertNeverSent("password", "generateToken"));
        assertEquals("a password was sent: request 6: GET info -> 200 in its url", error.getMessage());
        portal.reset();
        assertEquals(old, portal.user("alice").password());
        assertTrue(portal.requests().isEmpty());
    }

    @Test
    void thePortalChanges(Portal portal) throws Exception {
        portal.showCertificate("self-signed");
        assertThrows(SSLException.class, () -> ask(portal, "portals/self"));
        portal.showCertificate("good");
        portal.setAccess("private");
        assertEquals("private", ask(portal, "portals/self").get("access"));
        portal.change("{\"anonymousSelf\": \"refused\"}");
        assertEquals(499, code(ask(portal, "portals/self")));
        portal.become("anonymous");
        assertEquals("public", ask(portal, "portals/self").get("access"));
        assertTrue(assertThrows(MockPortalException.class, () -> portal.act("{\"advanc\": \"1m\"}")).getMessage().contains("Did you mean advance?"));
        assertTrue(assertThrows(MockPortalException.class, portal::verdict).getMessage().contains("start it with --judge"));
    }

    @Test
    void faultsArePlayedAndEnd(Portal portal) throws Exception {
        portal.faults.set("[{\"operation\": \"portals/self\", \"times\": 1, \"play\": {\"status\": 503, \"retryAfter\": 1}}]");
        HttpResponse<String> busy = ask(portal, "portals/self", null, null);
        assertEquals(503, busy.statusCode());
        assertEquals("1", busy.headers().firstValue("Retry-After").orElse(""));
        assertTrue(ask(portal, "portals/self").containsKey("name"));
        portal.faults.play("emptyBody", "portals/self", 1);
        assertEquals("", ask(portal, "portals/self", null, null).body());
        portal.faults.play("loginPage", "portals/self");
        portal.faults.clear();
        assertTrue(ask(portal, "portals/self").containsKey("name"));
        assertEquals("status 503", portal.requests("portals/self").get(0).fault());
        assertNull(portal.requests("portals/self").get(1).fault());
    }

    @Test
    void requestsAreWaitedForAndForgotten(Portal portal) throws Exception {
        assertFalse(portal.await("info", 1, Duration.ZERO));
        ask(portal, "info");
        assertTrue(portal.await("info", 1, Duration.ofMinutes(1)));
        portal.clearJournal();
        portal.assertNotRequested();
    }

    @Test
    void claimsSayWhatWasThereInstead(Portal portal) throws Exception {
        assertTrue(assertThrows(AssertionError.class, portal::assertConnected).getMessage().contains("no client connected"));
        signIn(portal, "alice");
        portal.assertNeverSentIn(Place.URL, "password");
        portal.assertNeverSent("token");
        assertEquals("a password was sent: request 1: POST generateToken -> 200 (token#1) in its body",
                assertThrows(AssertionError.class, () -> portal.assertNeverSent("password")).getMessage());
        assertEquals("anything was not to be requested, and was 1 times: 1: POST generateToken -> 200 (token#1)",
                assertThrows(AssertionError.class, portal::assertNotRequested).getMessage());
        String missing = assertThrows(AssertionError.class, () -> portal.assertRequested("info", 2)).getMessage();
        assertTrue(missing.startsWith("info was to be requested exactly 2 times, and was 0 times; the portal saw:\nconnection 1 to "), missing);
        ask(portal, "portals/self", "no-such-token", null);
        assertTrue(assertThrows(AssertionError.class, () -> portal.assertNeverSent("token")).getMessage().contains("in its headers"));
        assertTrue(assertThrows(AssertionError.class, () -> portal.assertNeverSent("no-such-token")).getMessage().startsWith("the text was sent: request 2"));
        assertEquals(List.of(1, 2), portal.requests("generate*|portals/self").stream().map(request -> request.number()).toList());
    }

    @Test
    void aNameThatIsNotThereIsAnsweredWithThoseThatAre(Portal portal) {
        assertEquals("this portal has no user alicia; there are: alice, bob, carol, dana",
                assertThrows(MockPortalException.class, () -> portal.user("alicia")).getMessage());
        assertEquals("this portal has no API key weather; there are: none; serve the preset api-key",
                assertThrows(MockPortalException.class, () -> portal.apiKey("weather")).getMessage());
        assertFalse(portal.user("alice").toString().contains(portal.user("alice").password()));
    }

    @Test
    void aFileDescribesAPortal(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("own.json"), "{\"preset\": \"token\", \"accounts\": {\"alice\": {\"password\": \"of-the-file\"}}}");
        Server server = Server.start(file.toString());
        Portal portal = server.open(file.toString(), "{}");
        assertEquals("of-the-file", portal.user("alice").password());
        server.close();
        portal.close();
        assertTrue(assertThrows(MockPortalException.class, portal::requests).getMessage().endsWith("mockportal serve ended with exit code 0"));
    }

    @Test
    void aProgramIsGivenTheWay(Portal portal) {
        Map<String, String> environment = portal.environment("alice");
        assertEquals(portal.user("alice").password(), environment.get("PORTAL_PASSWORD"));
        assertEquals(portal.caFile().toString(), environment.get("SSL_CERT_FILE"));
    }

    @Test
    void aSecretIsFoundHoweverItIsWritten() {
        String secret = "pa\"ss wörd/+%21";
        byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
        List<String> forms = new ArrayList<>(List.of(
                secret, URLEncoder.encode(secret, StandardCharsets.UTF_8), Json.quoted(secret), HexFormat.of().withUpperCase().formatHex(bytes),
                Base64.getUrlEncoder().encodeToString(("alice:" + secret).getBytes(StandardCharsets.UTF_8)),
                URLEncoder.encode(Base64.getEncoder().encodeToString(bytes), StandardCharsets.UTF_8)));
        StringBuilder escapes = new StringBuilder();
        secret.chars().forEach(character -> escapes.append(String.format("\\u%04X", character)));
        forms.add(escapes.toString());
        for (int offset = 0; offset < 4; offset++) {
            forms.add(Base64.getEncoder().encodeToString(("x".repeat(offset) + secret + "yz").getBytes(StandardCharsets.UTF_8)));
        }
        for (String form : forms) {
            byte[] text = ("before=1&" + form + "&after").getBytes(StandardCharsets.UTF_8);
            assertTrue(new SecretSearch(secret).isIn(text), form);
            assertFalse(new SecretSearch("another secret").isIn(text), form);
        }
        assertThrows(IllegalArgumentException.class, () -> new SecretSearch("short"));
    }

    @Test
    void JSONIsReadAndWritten() {
        assertEquals(Map.of("a", List.of(1L, 2.5, true, "x\n\"é\uD83D\uDE00")),
                Json.parse(" {\"a\" : [1, 2.5,true , \"x\\n\\\"\\u00e9\\uD83D\\uDE00\"]} "));
        assertEquals("\"a\\\"\\\\\\u000a\\ud83d\\ude00é\"", Json.quoted("a\"\\\n\uD83D\uDE00é"));
        for (String text : List.of("", "{", "[1,]", "\"a", "tru", "1 2", "{\"a\"}", "\"\\u12")) {
            assertThrows(IllegalArgumentException.class, () -> Json.parse(text), text);
        }
    }

    @Test
    void whatAClientWroteCannotActOnATerminal() {
        assertEquals("GET\\u{1b}[2J\\u{202e}\\u{a} é", MockPortalExtension.visible("GET\u001b[2J\u202e\n é"));
    }

    // Not selected by their names: the next test runs them.
    @MockPortal
    static class Failing {
        @Test
        void fails(Portal portal) throws Exception {
            ask(portal, "info?q=" + portal.user("alice").password());
            portal.assertNeverSent("password");
        }

        @Test
        @MockPortal("tokn")
        void hasAMisspeltPreset(Portal portal) {}
    }

    @ExtendWith(MockPortalExtension.class)
    static class Passing {
        static String url;

        @Test
        void passes(Portal portal) {
            url = portal.url();
        }
    }

    @Test
    void aFailureBringsTheJournalOfItsPortal() {
        Map<String, String> failures = new java.util.TreeMap<>();
        List<String> entries = new ArrayList<>();
        TestExecutionListener listener = new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                if (test.isTest()) {
                    StringWriter text = new StringWriter();
                    result.getThrowable().ifPresent(error -> error.printStackTrace(new PrintWriter(text)));
                    failures.put(test.getDisplayName(), text.toString());
                }
            }

            @Override
            public void reportingEntryPublished(TestIdentifier test, org.junit.platform.engine.reporting.ReportEntry entry) {
                entries.addAll(entry.getKeyValuePairs().keySet());
            }
        };
        LauncherFactory.create().execute(
                LauncherDiscoveryRequestBuilder.request().selectors(selectClass(Failing.class), selectClass(Passing.class)).build(), listener);
        String failure = failures.get("fails(Portal)");
        assertTrue(failure.contains("the journal") || failure.contains("JournalOfThePortal: token:\n"), failure);
        assertTrue(failure.contains("request 1: GET info -> 200, on connection 1\n"), failure);
        assertFalse(failure.contains("__mock"), failure);
        assertEquals(List.of("mockportal journal"), entries);
        assertTrue(failures.get("hasAMisspeltPreset(Portal)").contains("did you mean token?"), failures.toString());
        assertEquals("", failures.get("passes(Portal)"));
        // Its portal ended with it.
        assertNotEquals(null, Passing.url);
        assertThrows(IOException.class, () -> HttpClient.newBuilder().proxy(HttpClient.Builder.NO_PROXY).build()
                .send(HttpRequest.newBuilder(URI.create(Passing.url)).build(), HttpResponse.BodyHandlers.ofString()));
    }
}
