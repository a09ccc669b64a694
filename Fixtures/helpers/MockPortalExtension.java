package mockportal;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.LifecycleMethodExecutionExceptionHandler;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * A portal of its own for each test of JUnit 5; one file, with the classes of JDK 17 and JUnit's own.
 *
 * <pre>{@code
 * @MockPortal("expired")
 * @Test
 * void anExpiredCertificateIsRefused(Portal portal) {
 *     assertThrows(SSLException.class, () -> new MyClient(portal.url(), portal.sslContext()).connect());
 *     portal.assertConnected();
 *     portal.assertNotRequested();
 * }
 * }</pre>
 *
 * It needs the program {@code mockportal} in PATH, or in the environment variable MOCKPORTAL or the system property
 * {@code mockportal.program}; {@code mockportal.arguments} holds further options of {@code mockportal serve}, between spaces. One
 * process serves all portals of a run, tests may run side by side, and a failed test shows its portal's journal.
 */
public final class MockPortalExtension
        implements ParameterResolver, TestExecutionExceptionHandler, LifecycleMethodExecutionExceptionHandler {

    /** What the parameter {@code Portal} of a test is; the annotation of a method counts before that of its class. */
    @Target({ElementType.METHOD, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
    @Retention(RetentionPolicy.RUNTIME)
    @Inherited
    @ExtendWith(MockPortalExtension.class)
    public @interface MockPortal {
        /** A preset such as {@code token} or {@code expired}, a scenario such as {@code tokens/expired-silent}, or the path of a file. */
        String value() default "token";

        /** What differs, as a JSON object with keys of a blueprint: <code>{"tokens": {"lifetime": "1m"}}</code>. */
        String differences() default "{}";
    }

    /** What goes wrong between a test and its portal; the text says what happened, why, and what to do. */
    public static final class MockPortalException extends RuntimeException {
        private static final long serialVersionUID = 1;

        MockPortalException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    // JUnit's side

    private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace.create(MockPortalExtension.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Portal.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Optional<MockPortal> wanted = context.getElement().flatMap(element -> AnnotationSupport.findAnnotation(element, MockPortal.class));
        for (ExtensionContext above = context; wanted.isEmpty() && above.getParent().isPresent(); above = above.getParent().get()) {
            wanted = above.getTestClass().flatMap(type -> AnnotationSupport.findAnnotation(type, MockPortal.class));
        }
        String scenario = wanted.map(MockPortal::value).orElse("token");
        String differences = wanted.map(MockPortal::differences).orElse("{}");
        String file = scenario.matches("(?s).*\\.(json|ya?ml)|\\.{0,2}/.*") ? scenario : "";
        // JUnit closes what a store holds: the portal with its test, and the processes with the run.
        Server server = context.getRoot().getStore(NAMESPACE)
                .getOrComputeIfAbsent("server " + file, key -> Server.start(file), Server.class);
        return context.getStore(NAMESPACE)
                .getOrComputeIfAbsent("portal", key -> server.open(scenario, differences), Portal.class);
    }

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        throw withJournal(context, failure);
    }

    @Override
    public void handleBeforeEachMethodExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        throw withJournal(context, failure);
    }

    @Override
    public void handleAfterEachMethodExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        throw withJournal(context, failure);
    }

    private static Throwable withJournal(ExtensionContext context, Throwable failure) {
        Portal portal = context.getStore(NAMESPACE).get("portal", Portal.class);
        boolean isThere = Stream.of(failure.getSuppressed()).anyMatch(JournalOfThePortal.class::isInstance);
        if (portal != null && !isThere) {
            String text;
            try {
                text = portal.journal().text();
            } catch (MockPortalException error) {
                text = error.getMessage();
            }
            context.publishReportEntry("mockportal journal", text);
            failure.addSuppressed(new JournalOfThePortal(portal.scenario() + ":\n" + text));
        }
        return failure;
    }

    /** Not an error of its own: what runners print beside a failure. */
    private static final class JournalOfThePortal extends Exception {
        private static final long serialVersionUID = 1;

        JournalOfThePortal(String text) {
            super(text, null, false, false);
        }
    }

    // The program's side

    /** A process that serves portals. */
    public static final class Server implements ExtensionContext.Store.CloseableResource, AutoCloseable {
        private final Process process;
        private final StringBuffer words = new StringBuffer();
        private final Control control;

        /** Starts one; {@code file} describes a portal, and is empty for presets and scenarios. */
        public static Server start(String file) {
            String named = System.getProperty("mockportal.program", System.getenv().getOrDefault("MOCKPORTAL", "mockportal"));
            List<String> command = new ArrayList<>(List.of(named, "serve", "--json", "--port", "0", "--exit-with-parent"));
            if (!file.isEmpty()) {
                command.addAll(List.of("--scenario", file));
            }
            Stream.of(System.getProperty("mockportal.arguments", "").split(" ")).filter(word -> !word.isEmpty()).forEach(command::add);
            try {
                return new Server(new ProcessBuilder(command).start());
            } catch (IOException error) {
                throw new MockPortalException(named + " cannot be started: " + error.getMessage()
                        + "; put mockportal in PATH, or name it in the environment variable MOCKPORTAL", error);
            }
        }

        private Server(Process process) throws IOException {
            this.process = process;
            process.getOutputStream().close();
            Thread reader = new Thread(() -> {
                try (var errors = process.errorReader(StandardCharsets.UTF_8)) {
                    errors.lines().forEach(line -> words.append(line).append('\n'));
                } catch (IOException | java.io.UncheckedIOException error) {
                    words.append(error.getMessage());
                }
            }, "mockportal errors");
            reader.setDaemon(true);
            reader.start();
            // The first line is written once the ports accept connections; none comes where they cannot be opened.
            String line = process.inputReader(StandardCharsets.UTF_8).readLine();
            if (line == null) {
                join(reader);
                throw new MockPortalException(end(), null);
            }
            control = new Control(Json.text(Json.object(Json.parse(line)).get("controlURL")), () -> process.isAlive() ? null : end());
        }

        private static void join(Thread thread) {
            try {
                thread.join();
            } catch (InterruptedException error) {
                Thread.currentThread().interrupt();
            }
        }

        private String end() {
            try {
                return "mockportal serve ended with exit code " + process.waitFor() + (words.isEmpty() ? "" : ": " + words.toString().strip());
            } catch (InterruptedException error) {
                Thread.currentThread().interrupt();
                return "mockportal serve is ending";
            }
        }

        /** Serves a portal of its own until it is closed. */
        public Portal open(String scenario, String differences) {
            String body = "{\"scenario\":" + Json.quoted(scenario) + ",\"blueprint\":" + differences + "}";
            Map<String, Object> ready = Json.object(control.json("POST", "sandboxes", body));
            return new Portal(ready, new Control(Json.text(ready.get("controlURL")), control.whyGone), () -> {
                if (process.isAlive()) {
                    control.json("DELETE", "sandboxes/" + ready.get("id"), null);
                }
            });
        }

        /** Ends the process and all of its portals. */
        @Override
        public void close() {
            process.destroy();
            end();
        }
    }

    /** A control API: JSON over plain HTTP to this machine, never through a proxy. */
    private record Control(String url, Supplier<String> whyGone) {
        private static final HttpClient CLIENT =
                HttpClient.newBuilder().proxy(HttpClient.Builder.NO_PROXY).version(HttpClient.Version.HTTP_1_1).build();

        byte[] bytes(String method, String path, String body) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/" + path))
                    .method(method, body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body)).build();
            HttpResponse<byte[]> answer;
            try {
                answer = CLIENT.send(request, HttpResponse.BodyHandlers.ofByteArray());
            } catch (IOException error) {
                String why = whyGone.get();
                throw new MockPortalException(
                        "the portal does not answer " + method + " " + path + ": " + (why == null ? error.toString() : why), error);
            } catch (InterruptedException error) {
                Thread.currentThread().interrupt();
                throw new MockPortalException("the test was interrupted while it asked the portal to " + method + " " + path, error);
            }
            if (answer.statusCode() < 400) {
                return answer.body();
            }
            String words = "the portal answers " + method + " " + path + " with HTTP " + answer.statusCode();
            try {
                words = Json.text(Json.object(Json.parse(new String(answer.body(), StandardCharsets.UTF_8))).get("error"));
            } catch (IllegalArgumentException notJSON) {
                // Not an answer of the control API.
            }
            throw new MockPortalException(words.startsWith("body: ") ? words.substring(6) : words, null);
        }

        Object json(String method, String path, String body) {
            return Json.parse(new String(bytes(method, path, body), StandardCharsets.UTF_8));
        }
    }

    // The portal

    /** A user who may sign in. */
    public record User(String username, String password) {
        @Override
        public String toString() {
            return "User[" + username + "]";
        }
    }

    /** An application that is registered for OAuth; the secret is null where it has none. */
    public record OAuthClient(String clientID, List<String> redirectURIs, String clientSecret) {
        @Override
        public String toString() {
            return "OAuthClient[" + clientID + "]";
        }
    }

    /** A portal of its own: port, state, clock and journal belong to it alone. */
    public static final class Portal implements ExtensionContext.Store.CloseableResource, AutoCloseable {
        private final Control control;
        private final Runnable close;
        private final Set<String> passwords = ConcurrentHashMap.newKeySet();
        private volatile Map<String, Object> ready;
        /** The portal's clock, by which tokens, codes and nonces expire. */
        public final Clock clock = new Clock();
        /** What goes wrong on the wire. */
        public final Faults faults = new Faults();

        private Portal(Map<String, Object> ready, Control control, Runnable close) {
            this.control = control;
            this.close = close;
            read(ready);
        }

        private void read(Object document) {
            ready = Json.object(document);
            // A password that was changed stays one that must not be sent.
            users().values().forEach(user -> passwords.add(user.password()));
        }

        /** Ends the portal. */
        @Override
        public void close() {
            close.run();
        }

        @Override
        public String toString() {
            return "Portal[" + scenario() + " " + url() + "]";
        }

        /** As {@code https://localhost:49152/portal}. */
        public String url() {
            return Json.text(ready.get("url"));
        }

        /** Its URL on the plain listener; null where there is none. */
        public String httpURL() {
            return (String) ready.get("httpURL");
        }

        /** The root of its sharing API. */
        public String restURL() {
            return url() + "/sharing/rest";
        }

        /** The URL of its ArcGIS Server. */
        public String serverURL() {
            return Json.text(ready.get("serverURL"));
        }

        /** The URL of a further host of the preset or scenario. */
        public String host(String name) {
            return Json.text(named("host", Json.object(ready.get("hosts")), name, ""));
        }

        /** The preset or scenario that is served. */
        public String scenario() {
            return Json.text(ready.get("scenario"));
        }

        /** The PEM file with the authority to trust. */
        public Path caFile() {
            return Path.of(Json.text(ready.get("caFile")));
        }

        /** Root of the control API. Who knows it may do everything: do not log it. */
        public String controlURL() {
            return Json.text(ready.get("controlURL"));
        }

        /** Who may sign in, by user name. */
        public Map<String, User> users() {
            Map<String, User> found = new LinkedHashMap<>();
            for (Object entry : Json.list(ready.get("users"))) {
                User user = new User(Json.text(Json.object(entry).get("username")), Json.text(Json.object(entry).get("password")));
                found.put(user.username(), user);
            }
            return found;
        }

        /** One of them. */
        public User user(String name) {
            return named("user", users(), name, "it does not take passwords");
        }

        /** The applications that are registered for OAuth, by client id. */
        public Map<String, OAuthClient> oauthClients() {
            Map<String, OAuthClient> found = new LinkedHashMap<>();
            for (Object entry : Json.list(ready.get("oauthClients"))) {
                Map<String, Object> client = Json.object(entry);
                List<String> addresses = Json.list(client.get("redirectURIs")).stream().map(Json::text).toList();
                found.put(Json.text(client.get("clientID")),
                        new OAuthClient(Json.text(client.get("clientID")), addresses, (String) client.get("clientSecret")));
            }
            return found;
        }

        /** One of them. */
        public OAuthClient oauthClient(String clientID) {
            return named("OAuth application", oauthClients(), clientID, "serve the preset oauth or oauth-app");
        }

        /** An API key by its name. */
        public String apiKey(String name) {
            return Json.text(named("API key", Json.object(ready.get("apiKeys")), name, "serve the preset api-key"));
        }

        private static <T> T named(String kind, Map<String, T> values, String name, String hint) {
            if (values.containsKey(name)) {
                return values.get(name);
            }
            String there = values.isEmpty() ? "none" : String.join(", ", values.keySet());
            throw new MockPortalException("this portal has no " + kind + " " + name + "; there are: " + there
                    + (values.isEmpty() && !hint.isEmpty() ? "; " + hint : ""), null);
        }

        /** A context that trusts the portal's authority and nothing else. */
        public SSLContext sslContext() {
            return sslContext(null);
        }

        /** The same with a client certificate, as {@code alice} or {@code alice-expired}. */
        public SSLContext sslContext(String identity) {
            try {
                KeyStore trusted = KeyStore.getInstance("PKCS12");
                trusted.load(null, null);
                var authority = CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(Files.readAllBytes(caFile())));
                trusted.setCertificateEntry("mockportal", authority);
                TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
                trust.init(trusted);
                KeyManagerFactory keys = null;
                if (identity != null) {
                    char[] password = identityPassword().toCharArray();
                    KeyStore own = KeyStore.getInstance("PKCS12");
                    own.load(new ByteArrayInputStream(identityFile(identity + ".p12")), password);
                    keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
                    keys.init(own, password);
                }
                SSLContext context = SSLContext.getInstance("TLS");
                context.init(keys == null ? null : keys.getKeyManagers(), trust.getTrustManagers(), null);
                return context;
            } catch (GeneralSecurityException | IOException error) {
                throw new MockPortalException("the files of the portal cannot be read: " + error.getMessage(), error);
            }
        }

        /** A file of a client certificate, as {@code alice.p12}, {@code alice.pem} or {@code alice.key}. */
        public byte[] identityFile(String file) {
            return control.bytes("GET", "identities/" + file, null);
        }

        /** The password of the .p12 files. */
        public String identityPassword() {
            return Json.text(Json.object(control.json("GET", "identities", null)).get("password"));
        }

        /** The environment for a program under test: the variables of {@code mockportal run --client}, and those of trust. */
        public Map<String, String> environment(String username) {
            Map<String, String> found = new HashMap<>(System.getenv());
            found.putAll(Map.of("PORTAL_URL", url(), "PORTAL_SERVER_URL", serverURL()));
            Stream.of("PORTAL_CA_FILE", "CURL_CA_BUNDLE", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "NODE_EXTRA_CA_CERTS")
                    .forEach(name -> found.put(name, caFile().toString()));
            for (String name : List.of("NO_PROXY", "no_proxy")) {
                found.merge(name, "localhost,127.0.0.1,::1", (own, more) -> own + "," + more);
            }
            if (username != null) {
                found.putAll(Map.of("PORTAL_USERNAME", username, "PORTAL_PASSWORD", user(username).password()));
            }
            return found;
        }

        // What can be done to it

        /** The portal's clock; it moves forward when it is told to. */
        public final class Clock {
            private Clock() {}

            /** Moves it forward by a text such as {@code 61m} (also ms, s, h, d), and returns what it shows then. */
            public Instant advance(String duration) {
                return moment(control.json("POST", "clock", "{\"advance\":" + Json.quoted(duration) + "}"));
            }

            /** The same. */
            public Instant advance(Duration duration) {
                return advance(duration.toMillis() + "ms");
            }

            /** What it shows. */
            public Instant now() {
                return moment(control.json("GET", "clock", null));
            }

            private static Instant moment(Object answer) {
                return Instant.ofEpochMilli(((Number) Json.object(answer).get("portalTime")).longValue());
            }
        }

        /** The faults of the portal. What is set replaces all that were there, those of its scenario too. */
        public final class Faults {
            private Faults() {}

            /** Plays a fault such as {@code reset} at each request for an operation. */
            public void play(String play, String operation) {
                set("[{\"operation\":" + Json.quoted(operation) + ",\"play\":" + Json.quoted(play) + "}]");
            }

            /** The same, so many times. */
            public void play(String play, String operation, int times) {
                set("[{\"operation\":" + Json.quoted(operation) + ",\"times\":" + times + ",\"play\":" + Json.quoted(play) + "}]");
            }

            /** Plays faults: a JSON array as that of the blueprint's key {@code faults}. */
            public void set(String faults) {
                act("{\"set\":{\"faults\":" + faults + "}}");
            }

            /** Plays none. */
            public void clear() {
                set("[]");
            }
        }

        /** Does something to the portal: a JSON object with the one key of an action, as <code>{"expire": "token#1"}</code>. */
        public void act(String action) {
            control.json("POST", "actions", action);
        }

        private void act(String key, String value) {
            act("{" + Json.quoted(key) + ":" + Json.quoted(value) + "}");
        }

        /** Lets a token expire: {@code token#1} in the order of issue, {@code refresh#1}, {@code key:<name>}, or {@code all}. */
        public void expire(String token) {
            act("expire", token);
        }

        /** Revokes a token, named as in {@link #expire}. */
        public void revoke(String token) {
            act("revoke", token);
        }

        /** Gives an account another password. */
        public void setPassword(String username, String password) {
            act("{\"password\":{" + Json.quoted(username) + ":" + Json.quoted(password) + "}}");
            read(control.json("GET", "ready", null));
            passwords.add(password);
        }

        /** Shows another certificate to new connections: {@code good}, {@code expired}, {@code self-signed} … */
        public void showCertificate(String recipe) {
            act("certificate", recipe);
        }

        /** Opens ({@code public}) or closes ({@code private}) the organization to strangers. */
        public void setAccess(String access) {
            act("access", access);
        }

        /** Opens ({@code open}) or closes ({@code refused}, {@code dropped}) the portal's port. */
        public void setReach(String reach) {
            act("reach", reach);
        }

        /** Makes every nonce stale that HTTP Digest has handed out. */
        public void expireNonces() {
            act("nonces", "expire");
        }

        /** Lets the answers go that the blueprint's {@code hold} keeps back. */
        public void release(String operation) {
            act("release", operation);
        }

        /** Changes what the portal is: a JSON object with keys of a blueprint. */
        public void change(String differences) {
            act("{\"set\":" + differences + "}");
        }

        /** Serves another preset or scenario at the same URL; clock, state and journal begin anew. */
        public void become(String scenario) {
            read(control.json("POST", "scenario", "{\"scenario\":" + Json.quoted(scenario) + "}"));
        }

        /** Starts state, clock and journal anew; accounts have the passwords that they began with. */
        public void reset() {
            control.json("POST", "reset", null);
            read(control.json("GET", "ready", null));
        }

        // What it saw

        /** Everything that it saw since it was started, or its journal was cleared. */
        public Journal journal() {
            return Journal.read(Json.object(control.json("GET", "journal", null)));
        }

        /** All requests, in their order. */
        public List<Request> requests() {
            return journal().requests();
        }

        /** The requests for an operation; {@code *} stands for anything, {@code |} separates alternatives. */
        public List<Request> requests(String operation) {
            return journal().requests().stream().filter(request -> request.isFor(operation)).toList();
        }

        /** The connections, refused handshakes included. */
        public List<Connection> connections() {
            return settled().connections();
        }

        /** Forgets what was seen so far; requests are numbered from 1 again. */
        public void clearJournal() {
            control.json("DELETE", "journal", null);
        }

        /** Waits until so many requests for an operation were seen; false where the time was too short. */
        public boolean await(String operation, int count, Duration timeout) {
            String body = "{\"operation\":" + Json.quoted(operation) + ",\"count\":" + count + ",\"timeout\":\"" + timeout.toMillis() + "ms\"}";
            return Boolean.TRUE.equals(Json.object(control.json("POST", "wait", body)).get("seen"));
        }

        /** What the judge says of the traffic so far, as JSON; {@code -Dmockportal.arguments=--judge} first. */
        public String verdict() {
            return new String(control.bytes("GET", "verdict", null), StandardCharsets.UTF_8);
        }

        /** The journal once no handshake is under way, or after a second: a client hears of its end before the portal does. */
        private Journal settled() {
            for (int tries = 0;; tries++) {
                Journal journal = journal();
                boolean isSettled = journal.connections().stream().noneMatch(one -> "pending".equals(one.handshake()) && !one.isOver());
                if (isSettled || tries == 100) {
                    return journal;
                }
                try {
                    Thread.sleep(10);
                } catch (InterruptedException error) {
                    Thread.currentThread().interrupt();
                    return journal;
                }
            }
        }

        // What must be true of that

        /** Fails unless an operation was requested at least once. */
        public void assertRequested(String operation) {
            Journal journal = settled().whole();
            if (journal.requests().stream().noneMatch(request -> request.isFor(operation))) {
                throw new AssertionError(operation + " was to be requested at least once, and was 0 times; the portal saw:\n" + journal.text());
            }
        }

        /** Fails unless an operation was requested so many times. */
        public void assertRequested(String operation, int times) {
            Journal journal = settled().whole();
            long count = journal.requests().stream().filter(request -> request.isFor(operation)).count();
            if (count != times) {
                throw new AssertionError(operation + " was to be requested exactly " + times + " times, and was " + count
                        + " times; the portal saw:\n" + journal.text());
            }
        }

        /** Fails where there was any request. */
        public void assertNotRequested() {
            assertNotRequested("*");
        }

        /** Fails where an operation was requested. */
        public void assertNotRequested(String operation) {
            List<Request> found = settled().whole().requests().stream().filter(request -> request.isFor(operation)).toList();
            if (!found.isEmpty()) {
                throw new AssertionError((operation.equals("*") ? "anything" : operation) + " was not to be requested, and was " + found.size()
                        + " times: " + found.stream().limit(10).map(Request::line).collect(Collectors.joining("; ")));
            }
        }

        /** Fails unless a client came at all: a test that a client refuses something proves nothing without. */
        public void assertConnected() {
            if (settled().connections().isEmpty() && journal().dropped() == 0) {
                throw new AssertionError("no client connected to the portal; was it given portal.url()?");
            }
        }

        /**
         * Fails where a secret was sent, other than in requests for the operations of {@code outside}, where it belongs.
         *
         * {@code what} is {@code password} (of any account, the earlier ones too), {@code token}, {@code certificate}, {@code api-key} or
         * {@code client-secret}; any other text is searched for as it is, and must have six bytes. Passwords, keys and texts are found in
         * percent-encoding, JSON, hex and base64 too. Ask once the client is done.
         */
        public void assertNeverSent(String what, String... outside) {
            neverSent(what, Place.values(), outside);
        }

        /** The same in one place of requests only. */
        public void assertNeverSentIn(Place place, String what, String... outside) {
            neverSent(what, new Place[] {place}, outside);
        }

        private void neverSent(String what, Place[] where, String... outside) {
            Journal journal = settled().whole();
            List<Request> requests =
                    journal.requests().stream().filter(request -> Stream.of(outside).noneMatch(request::isFor)).toList();
            Map<String, Set<String>> secrets = new HashMap<>();
            secrets.put("password", passwords);
            secrets.put("api-key", Json.object(ready.get("apiKeys")).values().stream().map(Json::text).collect(Collectors.toSet()));
            secrets.put("client-secret", oauthClients().values().stream().map(OAuthClient::clientSecret)
                    .filter(secret -> secret != null).collect(Collectors.toSet()));
            List<String> sent = new ArrayList<>();
            if (what.equals("certificate")) {
                Set<Integer> judged = requests.stream().map(Request::connection).collect(Collectors.toSet());
                Set<Integer> carried = journal.requests().stream().map(Request::connection).collect(Collectors.toSet());
                for (Connection one : journal.connections()) {
                    if (one.identity() != null && (judged.contains(one.number()) || !carried.contains(one.number()))) {
                        sent.add(one.line());
                    }
                }
            } else {
                List<SecretSearch> searches = what.equals("token") ? List.of()
                        : secrets.getOrDefault(what, Set.of(what)).stream().map(SecretSearch::new).toList();
                for (Request request : requests) {
                    for (Place place : where) {
                        boolean isSent = what.equals("token")
                                ? request.tokens().stream().anyMatch(token -> token.place() == place)
                                : searches.stream().anyMatch(search -> search.isIn(request.bytes(place)));
                        if (isSent) {
                            sent.add("request " + request.line() + " in its " + place.name().toLowerCase());
                        }
                    }
                }
            }
            if (!sent.isEmpty()) {
                String noun = what.equals("certificate") ? "a client certificate"
                        : what.equals("token") || secrets.containsKey(what) ? (what.startsWith("a") ? "an " : "a ") + what : "the text";
                throw new AssertionError(noun + " was sent: " + String.join("; ", sent));
            }
        }
    }

    /** A place of a request. */
    public enum Place { URL, HEADERS, BODY }

    // The journal

    /** A token that a request carried: how, and {@code token#1} in the order of issue, or {@code unknown}. */
    public record PresentedToken(String carrier, String alias) {
        Place place() {
            return switch (carrier) {
                case "query" -> Place.URL;
                case "form" -> Place.BODY;
                default -> Place.HEADERS;
            };
        }
    }

    /** What one gate of the portal decided about a request, and why. */
    public record Decision(String gate, boolean passed, String reason) {}

    /** A header field as it was sent. */
    public record Header(String name, String value) {}

    /** One request as received; status, code, issued and fault are null where there is none. */
    public record Request(
            int number, int connection, String method, String target, String operation, String origin, List<Header> headers, byte[] body,
            List<PresentedToken> tokens, List<Decision> decisions, Integer status, Integer code, String issued, String fault) {

        static Request read(Map<String, Object> entry) {
            Map<String, Object> answer = entry.get("answer") == null ? Map.of() : Json.object(entry.get("answer"));
            List<Object> bytes = Json.list(entry.get("body"));
            byte[] body = new byte[bytes.size()];
            for (int index = 0; index < body.length; index++) {
                body[index] = ((Number) bytes.get(index)).byteValue();
            }
            return new Request(
                    Json.number(entry.get("number")), Json.number(entry.get("connection")), Json.text(entry.get("method")),
                    Json.text(entry.get("target")), Json.text(entry.get("operation")), Json.text(entry.get("origin")),
                    Json.objects(entry.get("headers")).map(one -> new Header(Json.text(one.get("name")), Json.text(one.get("value")))).toList(),
                    body,
                    Json.objects(entry.get("presented"))
                            .map(one -> new PresentedToken(Json.text(one.get("carrier")), Json.text(one.get("alias")))).toList(),
                    Json.objects(entry.get("decisions"))
                            .map(one -> new Decision(Json.text(one.get("gate")), (Boolean) one.get("passed"), Json.text(one.get("reason")))).toList(),
                    Json.number(answer.get("status")), Json.number(answer.get("code")), (String) answer.get("issued"),
                    (String) entry.get("fault"));
        }

        /** The first value of a header field, its name in any case; null where it is absent. */
        public String header(String name) {
            return headers.stream().filter(field -> field.name().equalsIgnoreCase(name)).map(Header::value).findFirst().orElse(null);
        }

        /** The target without its query. */
        public String path() {
            return target.split("\\?", 2)[0];
        }

        /** Whether it is one of these operations; {@code *} stands for anything, {@code |} separates alternatives. */
        public boolean isFor(String pattern) {
            return Stream.of(pattern.split("\\|")).anyMatch(choice -> Pattern.compile(
                    Stream.of(choice.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")), Pattern.DOTALL)
                    .matcher(operation).matches());
        }

        byte[] bytes(Place place) {
            return switch (place) {
                case URL -> target.getBytes(StandardCharsets.UTF_8);
                case BODY -> body;
                case HEADERS -> headers.stream().map(field -> field.name() + ": " + field.value()).collect(Collectors.joining("\n"))
                        .getBytes(StandardCharsets.UTF_8);
            };
        }

        /** The request on one line, without secrets. */
        public String line() {
            // What the portal has no name for is told by its path; a query may hold secrets.
            String what = operation.equals("unknown") ? "unknown " + path() : operation;
            String carried = tokens.stream().map(token -> " +" + token.alias()).collect(Collectors.joining());
            return visible(number + ": " + method + " " + what + carried + (code == null ? " unanswered" : " -> " + code)
                    + (issued == null ? "" : " (" + issued + ")"));
        }

        @Override
        public String toString() {
            return line();
        }
    }

    /** One accepted connection; handshake, certificate, identity, alert and fault are null where there is none. */
    public record Connection(
            int number, String origin, String handshake, String certificate, String identity, String alert, String alertSentBy, String fault,
            boolean isOver) {

        static Connection read(Map<String, Object> entry) {
            Map<String, Object> tls = entry.get("tls") == null ? Map.of() : Json.object(entry.get("tls"));
            Map<String, Object> alert = tls.get("alert") == null ? Map.of() : Json.object(tls.get("alert"));
            return new Connection(
                    Json.number(entry.get("number")), Json.text(entry.get("origin")), (String) tls.get("outcome"), (String) tls.get("certificate"),
                    (String) tls.get("identity"), (String) alert.get("name"), (String) alert.get("sentBy"), (String) entry.get("fault"),
                    entry.get("end") != null);
        }

        /** The connection on one line. */
        public String line() {
            return visible("connection " + number + " to " + origin
                    + (handshake == null ? "" : ": " + handshake + ", certificate " + (certificate == null ? "none" : certificate))
                    + (identity == null ? "" : ", client certificate " + identity)
                    + (alert == null ? "" : ", alert " + alert + " by " + alertSentBy) + (fault == null ? "" : ", fault " + fault));
        }
    }

    /** Every connection and request that a portal saw, in their order; how many older entries were dropped. */
    public record Journal(List<Connection> connections, List<Request> requests, int dropped) {
        static Journal read(Map<String, Object> document) {
            return new Journal(
                    Json.objects(document.get("connections")).map(Connection::read).toList(),
                    Json.objects(document.get("requests")).map(Request::read).toList(), Json.number(document.get("dropped")));
        }

        Journal whole() {
            if (dropped > 0) {
                throw new AssertionError("the journal has dropped " + dropped + " entries, so nothing can be said of all requests: clear it in "
                        + "between (portal.clearJournal()), or start with -Dmockportal.arguments=\"--journal-size 256\"");
            }
            return this;
        }

        /** The journal as a person reads it beside a failed test, without secrets. */
        public String text() {
            List<String> lines = new ArrayList<>(connections.stream().map(Connection::line).toList());
            for (Request request : requests) {
                lines.add("request " + request.line() + ", on connection " + request.connection()
                        + (request.fault() == null ? "" : visible(", fault " + request.fault())));
                request.decisions().stream().filter(Predicate.not(Decision::passed))
                        .forEach(decision -> lines.add("    " + visible(decision.gate() + ": " + decision.reason())));
            }
            if (dropped > 0) {
                lines.add("(" + dropped + " older entries were dropped)");
            }
            return lines.isEmpty() ? "no connection" : String.join("\n", lines);
        }
    }

    /** A text on one line in which nothing can act on a terminal or hide. */
    static String visible(String text) {
        return Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]").matcher(text)
                .replaceAll(match -> "\\\\u{" + Integer.toHexString(match.group().codePointAt(0)) + "}");
    }

    /** Finds one secret as it is, percent-encoded, escaped as in JSON, in hex, or in base64 at any alignment. */
    static final class SecretSearch {
        private static final Pattern PERCENT = Pattern.compile("%([0-9a-fA-F]{2})");
        private static final Pattern ESCAPE = Pattern.compile(
                "\\\\u[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\\\u[0-9a-fA-F]{4}|\\\\[\"\\\\/bfnrt]");
        private final Set<String> forms = new HashSet<>();
        private final String hex;

        SecretSearch(String secret) {
            byte[] raw = secret.getBytes(StandardCharsets.UTF_8);
            if (raw.length < 6) {
                throw new IllegalArgumentException("a text of fewer than 6 bytes is too short to be told from chance");
            }
            hex = java.util.HexFormat.of().formatHex(raw);
            forms.add(latin(raw));
            for (int offset = 0; offset < 3; offset++) {
                // The characters that the secret alone decides where it begins so many bytes into a group of three (RFC 4648 §4, §5).
                byte[] padded = new byte[offset + raw.length + 2];
                System.arraycopy(raw, 0, padded, offset, raw.length);
                String core = Base64.getEncoder().encodeToString(padded)
                        .substring(offset == 0 ? 0 : offset + 1, (offset + raw.length) * 8 / 6);
                if (core.length() >= 6) {
                    forms.addAll(List.of(core, core.replace('+', '-').replace('/', '_')));
                }
            }
        }

        boolean isIn(byte[] data) {
            String text = latin(data);
            Set<String> readings = new LinkedHashSet<>(List.of(text));
            readings.add(percent(text));
            readings.add(percent(text.replace('+', ' ')));
            for (String reading : List.copyOf(readings)) {
                readings.add(replace(ESCAPE, reading, match -> latin(Json.text(Json.parse('"' + match.group() + '"')).getBytes(StandardCharsets.UTF_8))));
            }
            return readings.stream().anyMatch(
                    reading -> forms.stream().anyMatch(reading::contains) || reading.toLowerCase(java.util.Locale.ROOT).contains(hex));
        }

        private static String percent(String text) {
            return replace(PERCENT, text, match -> String.valueOf((char) Integer.parseInt(match.group(1), 16)));
        }

        private static String replace(Pattern pattern, String text, java.util.function.Function<MatchResult, String> by) {
            return pattern.matcher(text).replaceAll(match -> java.util.regex.Matcher.quoteReplacement(by.apply(match)));
        }

        private static String latin(byte[] bytes) {
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }
    }

    /** JSON texts (RFC 8259) as maps, lists, texts, numbers, booleans and null. */
    static final class Json {
        private final String text;
        private int place;

        private Json(String text) {
            this.text = text;
        }

        static Object parse(String text) {
            Json reader = new Json(text);
            Object value = reader.value();
            reader.skip();
            if (reader.place != text.length()) {
                throw reader.unreadable();
            }
            return value;
        }

        @SuppressWarnings("unchecked")
        static Map<String, Object> object(Object value) {
            return (Map<String, Object>) value;
        }

        @SuppressWarnings("unchecked")
        static List<Object> list(Object value) {
            return (List<Object>) value;
        }

        static Stream<Map<String, Object>> objects(Object value) {
            return list(value).stream().map(Json::object);
        }

        static String text(Object value) {
            return (String) value;
        }

        static Integer number(Object value) {
            return value == null ? null : ((Number) value).intValue();
        }

        static String quoted(String text) {
            StringBuilder quoted = new StringBuilder("\"");
            for (char character : text.toCharArray()) {
                if (character == '"' || character == '\\') {
                    quoted.append('\\').append(character);
                } else if (character < 0x20 || Character.isSurrogate(character)) {
                    quoted.append(String.format("\\u%04x", (int) character));
                } else {
                    quoted.append(character);
                }
            }
            return quoted.append('"').toString();
        }

        private IllegalArgumentException unreadable() {
            return new IllegalArgumentException("no JSON text: character " + place + " cannot be read");
        }

        private void skip() {
            while (place < text.length() && " \t\r\n".indexOf(text.charAt(place)) >= 0) {
                place++;
            }
        }

        private boolean take(char wanted) {
            skip();
            if (place < text.length() && text.charAt(place) == wanted) {
                place++;
                return true;
            }
            return false;
        }

        private void require(char wanted) {
            if (!take(wanted)) {
                throw unreadable();
            }
        }

        private Object value() {
            if (take('{')) {
                Map<String, Object> members = new LinkedHashMap<>();
                while (!take('}')) {
                    if (!members.isEmpty()) {
                        require(',');
                    }
                    require('"');
                    String name = string();
                    require(':');
                    members.put(name, value());
                }
                return members;
            }
            if (take('[')) {
                List<Object> elements = new ArrayList<>();
                while (!take(']')) {
                    if (!elements.isEmpty()) {
                        require(',');
                    }
                    elements.add(value());
                }
                return elements;
            }
            if (take('"')) {
                return string();
            }
            int start = place;
            while (place < text.length() && "+-.".indexOf(text.charAt(place)) >= 0
                    || place < text.length() && Character.isLetterOrDigit(text.charAt(place))) {
                place++;
            }
            String word = text.substring(start, place);
            return switch (word) {
                case "true" -> true;
                case "false" -> false;
                case "null" -> null;
                default -> {
                    try {
                        yield word.matches("-?\\d+") ? (Number) Long.valueOf(word) : (Number) Double.valueOf(word);
                    } catch (NumberFormatException error) {
                        throw unreadable();
                    }
                }
            };
        }

        private String string() {
            StringBuilder read = new StringBuilder();
            while (place < text.length()) {
                char character = text.charAt(place++);
                if (character == '"') {
                    return read.toString();
                }
                if (character != '\\') {
                    read.append(character);
                    continue;
                }
                if (place == text.length()) {
                    break;
                }
                char escape = text.charAt(place++);
                switch (escape) {
                    case 'b' -> read.append('\b');
                    case 'f' -> read.append('\f');
                    case 'n' -> read.append('\n');
                    case 'r' -> read.append('\r');
                    case 't' -> read.append('\t');
                    case 'u' -> {
                        if (place + 4 > text.length()) {
                            throw unreadable();
                        }
                        read.append((char) Integer.parseInt(text.substring(place, place + 4), 16));
                        place += 4;
                    }
                    default -> read.append(escape);
                }
            }
            throw unreadable();
        }
    }
}
