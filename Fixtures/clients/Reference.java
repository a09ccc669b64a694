import java.io.*;
import java.net.*;
import java.net.http.*;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.*;
import java.nio.file.*;
import java.security.*;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.time.*;
import java.time.format.DateTimeFormatter;
import java.util.*;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.*;
import java.util.zip.GZIPInputStream;
import javax.net.ssl.*;

/**
 * A portal client in one file, with nothing but the classes of JDK 17. It reads its task from the environment and ends with 0 (it got
 * in), 1 (it did not) or 89 (it cannot do that), as the README beside it says. {@code --bug NAME} makes one mistake on purpose.
 */
public final class Reference {
    static final Map<String, String> ENV = System.getenv();
    static String bug = "";

    /** Whether a mistake is to be made; each stands at the one place where the right code is. */
    static boolean bug(String name) {
        if (!BUGS.contains(name)) throw new IllegalStateException("no such bug: " + name);
        return name.equals(bug);
    }

    /** The end of a task, with a reason of the contract's vocabulary. */
    static final class Refused extends Exception {
        final String reason;

        Refused(String reason) {
            super(reason);
            this.reason = reason;
        }
    }

    // MARK: The task

    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 1 && arguments[0].equals("--list-bugs")) {
            BUGS.forEach(System.out::println);
            return;
        }
        if (arguments.length == 2 && arguments[0].equals("--bug") && BUGS.contains(arguments[1])) {
            bug = arguments[1];
        } else if (arguments.length > 0) {
            System.err.println("usage: java Reference.java [--list-bugs | --bug NAME]");
            System.exit(64);
        }
        // The JDK's HTTP client reads these when it is first used; retries are this client's own business.
        System.setProperty("jdk.httpclient.disableRetryConnect", "true");
        if (!bug("redirects-by-jdk") && !bug("default-authenticator")) System.setProperty("jdk.httpclient.redirects.retrylimit", "1");
        if (bug("no-host-check")) System.setProperty("jdk.internal.httpclient.disableHostnameVerification", "true");
        String reason = "";
        Reference client = null;
        try {
            client = new Reference();
            client.run(ENV.getOrDefault("PORTAL_TASK", ""));
        } catch (Refused refused) {
            reason = refused.reason;
        } catch (IllegalArgumentException unreadable) {
            // An address that is none, in what was answered.
            reason = "malformed-answer";
        }
        String layers = client == null || client.layers.isEmpty() ? "" : ",\"layers\":[" + String.join(",", client.layers) + "]";
        String outcome = reason.isEmpty() ? "accepted" : "refused";
        System.out.println("{\"outcome\":\"" + outcome + "\",\"reason\":\"" + reason + "\"" + layers + "}");
        System.exit(reason.isEmpty() ? 0 : 1);
    }

    /** The portal's own address, however it was written, without a slash at the end. */
    String portal = portalOf(ENV.getOrDefault("PORTAL_URL", ""));
    final String referer = ENV.getOrDefault("PORTAL_REFERER", "");
    final WebTier web = new WebTier();
    final HttpClient http;
    final Identity identity = new Identity();
    final List<String> layers = new ArrayList<>();
    final Map<String, String> cookies = new TreeMap<>();

    void run(String task) throws Refused {
        if (!List.of("connect", "user", "item", "query", "webmap").contains(task)) System.exit(89);
        // It knows no Kerberos.
        if (ENV.containsKey("PORTAL_NEGOTIATE_HOSTS")) System.exit(89);
        boolean signsIn = ENV.containsKey("PORTAL_USERNAME") || ENV.containsKey("PORTAL_OAUTH_CLIENT_ID");
        // A connection signs in only where that is asked for.
        boolean waits = task.equals("connect") && !ENV.containsKey("PORTAL_OAUTH_CLIENT_ID");
        if (portal.regionMatches(true, 0, "http:", 0, 5) && !waits && (signsIn || ENV.containsKey("PORTAL_TOKEN"))) upgrade();
        String target = rest() + "/portals/self?f=json";
        if (task.equals("item")) target = rest() + "/content/items/" + ENV.get("PORTAL_ITEM_ID") + "?f=json";
        if (task.equals("webmap")) target = rest() + "/content/items/" + ENV.get("PORTAL_ITEM_ID") + "/data?f=json";
        if (task.equals("query")) target = ENV.get("PORTAL_SERVICE_URL") + "/0/query?where=1%3D1&outFields=*&f=json";

        Token token = new Token(() -> null, null);
        if (ENV.containsKey("PORTAL_TOKEN")) token = new Token(null, ENV.get("PORTAL_TOKEN"));
        else if (signsIn && !waits) token = task.equals("query") ? serviceToken(serverOf(ENV.get("PORTAL_SERVICE_URL"))) : portalToken();
        Map<?, ?> document;
        try {
            document = ask(target, token);
        } catch (Refused refused) {
            if (!refused.reason.equals("token-required") || !waits || !signsIn) throw refused;
            document = ask(target, portalToken());
        }
        if (task.equals("user") && !(document.get("user") instanceof Map)) throw new Refused("authentication-required");
        if (task.equals("webmap")) openMap(document, token);
    }

    String rest() { return portal + "/sharing/rest"; }

    static String portalOf(String url) {
        return url.strip().replaceFirst("(/home|/sharing|/index\\.html)(/.*)?$", "").replaceFirst("/+$", "");
    }

    /** Goes to the portal's address over TLS, as it was told or where the plain one leads: no secret travels over plain HTTP. */
    void upgrade() throws Refused {
        URI told = URI.create(portalOf(ENV.getOrDefault("PORTAL_SECURE_URL", "")));
        if (told.getHost() != null && told.getHost().equalsIgnoreCase(URI.create(portal).getHost())) {
            portal = told.toString();
            return;
        }
        Answer answer = exchange("GET", URI.create(rest() + "/info?f=json"), null, null);
        String location = answer.header("Location");
        if (location.startsWith("https://")) portal = location.replaceFirst("/sharing/rest/info.*$", "");
        else throw new Refused(answer.status == 401 ? "insecure-basic" : "insecure-token-service");
    }

    // MARK: Tokens

    /** How a token is had: by a request that may be made again once the token is refused. */
    interface Source {
        String token() throws Refused;
    }

    /** A token that is asked for when it is needed first, and renewed from its source. */
    static final class Token {
        final Source source;
        String text;

        Token(Source source, String text) {
            this.source = source;
            this.text = text;
        }

        String text() throws Refused {
            if (text == null) text = source.token();
            return text;
        }
    }

    /** Asks for a document, and once more with a new token where the first is refused. */
    Map<?, ?> ask(String target, Token token) throws Refused {
        for (int renewals = 0;; renewals++) {
            try {
                return document(get(URI.create(target), token.text()), token.text() != null);
            } catch (Refused refused) {
                boolean isRenewable = refused.reason.equals("token-invalid") && token.source != null && !bug("never-renews");
                if (!isRenewable || renewals == (bug("renews-for-ever") ? 20 : 1)) throw refused;
                token.text = token.source.token();
            }
        }
    }

    /** The way to a token of the portal. */
    Token portalToken() throws Refused {
        if (ENV.containsKey("PORTAL_OAUTH_REDIRECT_URI")) return new Token(this::refresh, authorizationCode());
        if (ENV.containsKey("PORTAL_OAUTH_CLIENT_ID")) return new Token(this::clientCredentials, null);
        return passwordToken(rest() + "/info", document(exchange("GET", URI.create(rest() + "/info?f=json"), null, null), false));
    }

    /** The way to a token for a service: of its own server, or the portal's in exchange where the portal owns the server. */
    Token serviceToken(String server) throws Refused {
        String place = server + "/rest/info";
        Map<?, ?> info = document(exchange("GET", URI.create(place + "?f=json"), null, null), false);
        boolean isApplication = ENV.containsKey("PORTAL_OAUTH_CLIENT_ID");
        boolean isOurs = isOurs(text(info, "owningSystemUrl"));
        if (!isOurs && isApplication) return new Token(() -> null, null);
        // Beside the portal its own tokens are good; a password's may be asked for at the server itself.
        if (!isApplication && (!isOurs || isOrigin(server, portal))) return passwordToken(place, info);
        Token own = portalToken();
        return bug("portal-token-everywhere") ? own : new Token(() -> exchanged(own, server), null);
    }

    /** The way to a token for user name and password, where {@code info} says that tokens are had. */
    Token passwordToken(String place, Map<?, ?> info) throws Refused {
        // Who was let in at the web tier is signed in (and a server without tokens knows no other way).
        if (web.isUsed || text(info, "authInfo", "isTokenBasedSecurity").equals("false")) return new Token(() -> null, null);
        String owner = text(info, "owningSystemUrl");
        // What another portal owns learns nothing of this one.
        if (!owner.isEmpty() && !isOurs(owner)) return bug("owner-unchecked") ? portalToken() : new Token(() -> null, null);
        String service = text(info, "authInfo", "tokenServicesUrl").isEmpty() ? rest() + "/generateToken" : text(info, "authInfo", "tokenServicesUrl");
        boolean isSecure = service.startsWith("https://");
        if (!isSecure && !bug("plain-token-service")) throw new Refused("insecure-token-service");
        // What a server names is not the portal's word: the password goes to the portal or to that server only.
        boolean isKnown = isOrigin(service, portal) || isOrigin(service, place);
        if (isSecure && !isKnown && !bug("any-token-service")) throw new Refused("consent-refused");
        return new Token(() -> generateToken(service), null);
    }

    String generateToken(String service) throws Refused {
        Map<String, String> form = fields(
            "username", ENV.get("PORTAL_USERNAME"), "password", ENV.get("PORTAL_PASSWORD"),
            "client", bug("requestip") ? "requestip" : "referer", "referer", referer, "expiration", "60", "f", "json");
        Answer answer = exchange("POST", URI.create(service), form, null);
        if (bug("password-tried-twice") && text(json(answer), "error", "code").equals("400")) answer = exchange("POST", URI.create(service), form, null);
        // A password is not sent to where a redirect leads.
        if (answer.status / 100 == 3 && bug("password-follows")) answer = exchange("POST", URI.create(service).resolve(answer.header("Location")), form, null);
        if (answer.status / 100 == 3) throw new Refused("redirect-refused");
        String token = text(document(answer, false), "token");
        if (token.isEmpty()) throw new Refused("unexpected-content");
        if (bug("token-kept-in-home")) keep(Path.of(ENV.get("HOME"), ".portal-token"), token);
        return token;
    }

    /** A token for a federated server, in exchange for the portal's. */
    String exchanged(Token own, String server) throws Refused {
        Map<String, String> form = fields("request", "getToken", "serverUrl", server, "token", own.text(), "referer", referer, "f", "json");
        Answer answer = exchange("POST", URI.create(rest() + "/generateToken"), form, null);
        String token = text(json(answer), "token");
        if (token.isEmpty()) throw new Refused("server-token-refused");
        return token;
    }

    // MARK: OAuth (RFC 6749, RFC 7636)

    String refreshToken = "";

    /** Signs the user in on the portal's page and trades the code that comes back, with its proof. */
    String authorizationCode() throws Refused {
        Random random = bug("seeded-random") ? new Random(42) : new SecureRandom();
        String verifier = random43(random);
        String state = bug("constant-state") ? "mobile-app-sign-in-state" : random43(random);
        String redirect = ENV.get("PORTAL_OAUTH_REDIRECT_URI");
        Map<String, String> query = fields(
            "client_id", ENV.get("PORTAL_OAUTH_CLIENT_ID"), "response_type", "code", "redirect_uri", redirect, "state", state,
            "code_challenge", bug("plain-proof") ? verifier : Base64.getUrlEncoder().withoutPadding().encodeToString(hash("SHA-256", verifier)),
            "code_challenge_method", bug("plain-proof") ? "plain" : "S256");
        URI page = URI.create(rest() + "/oauth2/authorize?" + encoded(query));
        Answer answer = exchange("GET", page, null, null);
        if (answer.status == 200) answer = fillIn(page, answer.text());
        String location = answer.header("Location");
        Map<String, String> given = queryOf(location);
        boolean isShown = redirect.equals("urn:ietf:wg:oauth:2.0:oob") && location.startsWith(rest() + "/oauth2/approval?");
        boolean isBack = location.startsWith(redirect + "?") || location.startsWith(redirect + "/?");
        // The page that shows a code brings no state back.
        if (!isShown && !(isBack && (bug("state-unchecked") || state.equals(given.get("state"))))) throw new Refused("oauth-state-mismatch");
        if (given.containsKey("error")) throw new Refused(given.get("error").equals("access_denied") ? "authorization-denied" : "oauth-error");
        if (isShown) exchange("GET", URI.create(location), null, null);
        Map<String, String> form = fields(
            "grant_type", "authorization_code", "client_id", ENV.get("PORTAL_OAUTH_CLIENT_ID"), "redirect_uri", redirect,
            "code", given.getOrDefault("code", ""), "code_verifier", verifier, "f", "json");
        if (bug("code-traded-twice")) accessToken(form);
        return accessToken(form);
    }

    /** Sends the sign-in page's form as a browser does. */
    Answer fillIn(URI page, String html) throws Refused {
        Matcher action = Pattern.compile("<form[^>]* action=\"([^\"]*)\"").matcher(html);
        Matcher waiting = Pattern.compile("name=\"oauth_state\" value=\"([^\"]*)\"").matcher(html);
        if (!action.find() || !waiting.find()) throw new Refused("oauth-error");
        URI target = page.resolve(action.group(1).replace("&amp;", "&"));
        if (!isOrigin(target.toString(), portal)) throw new Refused("redirect-refused");
        Map<String, String> form = fields(
            "oauth_state", waiting.group(1).replace("&amp;", "&"), "username", ENV.get("PORTAL_USERNAME"),
            "password", ENV.get("PORTAL_PASSWORD"), "authorize", "true");
        Answer answer = exchange("POST", target, form, null);
        if (answer.status / 100 != 3) throw new Refused("invalid-credentials");
        return answer;
    }

    String clientCredentials() throws Refused {
        Map<String, String> form = fields(
            "grant_type", "client_credentials", "client_id", ENV.get("PORTAL_OAUTH_CLIENT_ID"),
            "client_secret", ENV.get("PORTAL_OAUTH_CLIENT_SECRET"), "f", "json");
        return accessToken(form);
    }

    String refresh() throws Refused {
        if (refreshToken.isEmpty()) throw new Refused("token-invalid");
        Map<String, String> form = fields(
            "grant_type", "refresh_token", "client_id", ENV.get("PORTAL_OAUTH_CLIENT_ID"), "refresh_token", refreshToken,
            "f", "json");
        return accessToken(form);
    }

    String accessToken(Map<String, String> form) throws Refused {
        Map<?, ?> answer = json(exchange("POST", URI.create(rest() + "/oauth2/token"), form, null));
        if (text(answer, "access_token").isEmpty()) throw new Refused("oauth-error");
        if (!text(answer, "refresh_token").isEmpty()) refreshToken = text(answer, "refresh_token");
        return text(answer, "access_token");
    }

    // MARK: Web maps

    /** Asks for each layer of a map, the basemap's first; one that fails is skipped. */
    void openMap(Map<?, ?> map, Token token) throws Refused {
        if (!map.containsKey("operationalLayers") && !map.containsKey("baseMap")) throw new Refused("unexpected-content");
        List<Object> all = new ArrayList<>();
        if (map.get("baseMap") instanceof Map<?, ?> base && base.get("baseMapLayers") instanceof List<?> list) all.addAll(list);
        if (map.get("operationalLayers") instanceof List<?> list) all.addAll(list);
        List<String> known = List.of("ArcGISFeatureLayer", "ArcGISMapServiceLayer", "ArcGISTiledMapServiceLayer", "ArcGISImageServiceLayer");
        Map<String, Token> servers = new HashMap<>();
        for (Object each : all) {
            if (!(each instanceof Map<?, ?> layer) || text(layer, "url").isEmpty()) continue;
            if (!known.contains(text(layer, "layerType")) && !bug("any-layer-type")) continue;
            // A token that stands in an address belongs to its author.
            String url = bug("layer-query-kept") ? text(layer, "url") : text(layer, "url").replaceFirst("[?#].*$", "");
            String title = text(layer, "title").isEmpty() ? text(layer, "id") : text(layer, "title");
            String state = "\"state\":\"loaded\"";
            try {
                if (!url.startsWith("https://")) throw new Refused("insecure-redirect");
                ask(url + (url.contains("?") ? "&" : "?") + "f=json", layerToken(url, token, servers));
            } catch (Refused refused) {
                state = "\"state\":\"failed\",\"reason\":\"" + refused.reason + "\"";
            }
            layers.add("{\"title\":" + quoted(title) + "," + state + "}");
        }
    }

    /** The token for a layer: exchanged once for each server that belongs to the portal, none for others. */
    Token layerToken(String url, Token token, Map<String, Token> servers) throws Refused {
        String server = serverOf(url);
        if (token.text() == null || bug("map-token-everywhere")) return token;
        if (!servers.containsKey(server)) {
            String owner = "";
            try {
                owner = text(document(get(URI.create(server + "/rest/info?f=json"), null), false), "owningSystemUrl");
            } catch (Refused unknown) {
                // Without a word of its owner a server is a stranger.
            }
            servers.put(server, isOurs(owner) ? new Token(() -> exchanged(token, server), null) : new Token(() -> null, null));
        }
        return servers.get(server);
    }

    // MARK: The wire

    /** An answer with its whole body. */
    record Answer(int status, java.net.http.HttpHeaders headers, byte[] body) {
        String header(String name) { return headers.firstValue(name).orElse(""); }

        String text() {
            Matcher charset = Pattern.compile("charset=\"?([\\w-]+)").matcher(header("Content-Type"));
            String text = new String(body, charset.find() ? Charset.forName(charset.group(1)) : StandardCharsets.UTF_8);
            // A byte order mark before a document may be ignored (RFC 8259 section 8.1).
            return text.startsWith("\uFEFF") ? text.substring(1) : text;
        }
    }

    /** Gets a document by GET, through redirects; another portal or server learns no token, another origin no referer. */
    Answer get(URI start, String token) throws Refused {
        URI at = start;
        for (int hops = 0; hops <= 10; hops++) {
            Answer answer = exchange("GET", at, null, isPlace(at.toString(), start.toString()) || bug("token-follows") ? token : null);
            if (!List.of(301, 302, 303, 307, 308).contains(answer.status) || answer.header("Location").isEmpty()) return answer;
            URI next = at.resolve(answer.header("Location"));
            if (next.getUserInfo() != null) throw new Refused("redirect-refused");
            if (at.getScheme().equals("https") && next.getScheme().equals("http") && !bug("downgrade")) throw new Refused("insecure-redirect");
            if (!List.of("http", "https").contains(next.getScheme())) throw new Refused("redirect-refused");
            at = next;
        }
        throw new Refused("too-many-redirects");
    }

    /** One request with what the web tier asks for: a 401 is answered, an answer that was refused is not given again. */
    Answer exchange(String method, URI uri, Map<String, String> form, String token) throws Refused {
        while (true) {
            Answer answer = retried(method, uri, form, token);
            if (answer.status != 401 || !web.canAnswer(uri, answer)) return answer;
        }
    }

    /** The milliseconds that Retry-After asks for, in seconds or as a date, which counts from the answer's own (RFC 9110 section 10.2.3). */
    static long askedPause(Answer answer) {
        String asked = answer.header("Retry-After");
        if (asked.matches("\\d{1,9}")) return Long.parseLong(asked) * 1000;
        try {
            DateTimeFormatter form = DateTimeFormatter.RFC_1123_DATE_TIME;
            return Duration.between(ZonedDateTime.parse(answer.header("Date"), form), ZonedDateTime.parse(asked, form)).toMillis();
        } catch (DateTimeException none) {
            return 0;
        }
    }

    /** A GET is sent three times where nothing was learned; what may have been carried out is not sent again (RFC 9110 section 9.2.2). */
    Answer retried(String method, URI uri, Map<String, String> form, String token) throws Refused {
        boolean isSafe = method.equals("GET") || bug("post-retried");
        long pause = 500;
        for (int sent = 1;; sent++) {
            try {
                Answer answer = sent(method, uri, form, token);
                if (!isSafe || sent >= (bug("busy-for-ever") ? 5 : 3) || !List.of(429, 502, 503, 504).contains(answer.status)) return answer;
                if (!bug("retry-after-ignored")) pause = Math.max(pause, askedPause(answer));
                if (pause > 30_000) return answer;
            } catch (IOException failed) {
                String reason = reason(failed);
                boolean isLost = reason.equals("cannot-connect") || reason.equals("connection-lost") && !hasBegun(failed);
                if (!isSafe || !(isLost && sent < 3 || reason.equals("partial-body") && sent < 2)) throw new Refused(reason);
            }
            await(bug("no-pause") ? 0 : pause + ThreadLocalRandom.current().nextLong(pause / 5 + 1));
            pause *= 2;
        }
    }

    Answer sent(String method, URI uri, Map<String, String> form, String token) throws IOException, Refused {
        String target = uri.toString();
        if (token != null && bug("token-in-url")) target += (target.contains("?") ? "&" : "?") + "token=" + URLEncoder.encode(token, StandardCharsets.UTF_8);
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(target)).timeout(Duration.ofSeconds(20)).header("Accept-Encoding", "gzip");
        if (token != null && !bug("token-in-url")) request.header("X-Esri-Authorization", "Bearer " + token);
        // The referer names the app to the portal, and to servers whose tokens are bound to it.
        boolean isNamed = token != null || form != null || isOrigin(target, portal);
        if (isNamed && !bug("no-referer")) request.header("Referer", referer);
        String authorization = web.authorization(method, uri);
        if (!authorization.isEmpty()) request.header("Authorization", authorization);
        if (!cookies.isEmpty()) request.header("Cookie", String.join("; ", cookies.values()));
        if (form != null) request.header("Content-Type", "application/x-www-form-urlencoded");
        String body = form == null ? "" : bug("form-not-encoded") ? URLDecoder.decode(encoded(form), StandardCharsets.UTF_8) : encoded(form);
        request.method(method, form == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        if (bug("log-of-requests")) System.err.println(request.build().method() + " " + target + " " + request.build().headers().map() + " " + body);
        try {
            HttpResponse<byte[]> answer = http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            if (bug("cookies-for-all")) answer.headers().allValues("Set-Cookie").forEach(each -> cookies.put(each.replaceFirst("=.*", ""), each.replaceFirst(";.*", "")));
            boolean isPacked = answer.headers().firstValue("Content-Encoding").orElse("").equals("gzip");
            return new Answer(answer.statusCode(), answer.headers(), isPacked ? new GZIPInputStream(new ByteArrayInputStream(answer.body())).readAllBytes() : answer.body());
        } catch (InterruptedException interrupted) {
            throw new IOException(interrupted);
        }
    }

    /** Whether an answer had begun when its connection was lost. */
    static boolean hasBegun(Throwable failed) {
        for (Throwable each = failed; each != null; each = each.getCause()) {
            if (String.valueOf(each.getMessage()).contains("received no bytes")) return false;
        }
        return true;
    }

    /** Why no answer came, in the contract's words; the innermost error knows most. */
    String reason(Throwable failed) {
        List<Throwable> chain = new ArrayList<>();
        for (Throwable each = failed; each != null && chain.size() < 12; each = each.getCause()) chain.add(0, each);
        for (Throwable each : chain) {
            String words = String.valueOf(each.getMessage());
            if (each instanceof Untrusted untrusted) return untrusted.reason;
            if (each instanceof UnresolvedAddressException) return "cannot-find-host";
            if (each instanceof HttpTimeoutException) return "timed-out";
            if (each instanceof ConnectException) return "cannot-connect";
            if (words.endsWith("alert: certificate_required")) return "client-certificate-required";
            if (words.endsWith("alert: unknown_ca")) return "client-certificate-unknown-ca";
            if (words.endsWith("alert: certificate_expired")) return "client-certificate-expired";
            if (words.matches(".*alert: (bad_certificate|unsupported_certificate|certificate_revoked|certificate_unknown|access_denied)")) return "client-certificate-rejected";
            // TLS 1.2 has no alert of its own for a missing certificate (RFC 5246 section 7.4.6).
            if (words.endsWith("alert: handshake_failure") && identity.isAsked && identity.key == null) return "client-certificate-required";
            if (each instanceof SSLException) return "secure-connection-failed";
            if (words.contains("content-length:") || words.contains("chunked transfer encoding")) return "partial-body";
        }
        return "connection-lost";
    }

    // MARK: Trust, and the client's own certificate

    /** A certificate that is refused, with the reason. */
    static final class Untrusted extends CertificateException {
        final String reason;

        Untrusted(String reason) {
            super(reason);
            this.reason = reason;
        }
    }

    /** The JDK's own verification, against PORTAL_CA_FILE where there is one; it keeps the reason of a refusal. */
    final class Trust extends X509ExtendedTrustManager {
        final X509ExtendedTrustManager checks;

        Trust() throws GeneralSecurityException, IOException {
            KeyStore authorities = null;
            if (ENV.containsKey("PORTAL_CA_FILE")) {
                authorities = KeyStore.getInstance(KeyStore.getDefaultType());
                authorities.load(null, null);
                try (var file = new FileInputStream(ENV.get("PORTAL_CA_FILE"))) {
                    for (var each : CertificateFactory.getInstance("X.509").generateCertificates(file)) authorities.setCertificateEntry("ca" + authorities.size(), each);
                }
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(authorities);
            checks = (X509ExtendedTrustManager) factory.getTrustManagers()[0];
        }

        @Override public void checkServerTrusted(X509Certificate[] chain, String kind, SSLEngine engine) throws CertificateException {
            if (bug("trust-all")) return;
            if (bug("portal-only") && !portal.contains(engine.getPeerHost() + ":" + engine.getPeerPort())) return;
            try {
                checks.checkServerTrusted(chain, kind, engine);
            } catch (CertificateException refused) {
                String reason = reason(refused, chain);
                if (bug("expired-tolerated") && reason.equals("certificate-expired")) return;
                if (bug("self-signed-tolerated") && reason.equals("certificate-self-signed")) return;
                throw new Untrusted(reason);
            }
            // The JDK takes the common name where subjectAltName has no name; RFC 9525 section 6.3 does not.
            boolean isAddress = engine.getPeerHost().matches("[0-9.]+|.*:.*");
            var names = Objects.requireNonNullElse(chain[0].getSubjectAlternativeNames(), List.<List<?>>of());
            boolean isNamed = names.stream().anyMatch(each -> each.get(0).equals(isAddress ? 7 : 2));
            if (!isNamed && !bug("common-name")) throw new Untrusted("host-mismatch");
        }

        static String reason(Throwable refused, X509Certificate[] chain) {
            for (Throwable each = refused; each != null; each = each.getCause()) {
                if (each instanceof CertificateExpiredException) return "certificate-expired";
                if (each instanceof CertificateNotYetValidException) return "certificate-not-yet-valid";
                String words = String.valueOf(each.getMessage());
                if (words.contains("subject alternative") || words.contains("No name matching")) return "host-mismatch";
                if (words.contains("Extended key usage")) return "certificate-wrong-purpose";
            }
            boolean isOwnIssuer = chain[0].getIssuerX500Principal().equals(chain[0].getSubjectX500Principal());
            return chain.length == 1 && isOwnIssuer ? "certificate-self-signed" : "certificate-unknown-root";
        }

        @Override public void checkServerTrusted(X509Certificate[] chain, String kind) throws CertificateException { throw new CertificateException("no host to check"); }
        @Override public void checkServerTrusted(X509Certificate[] chain, String kind, Socket socket) throws CertificateException { throw new CertificateException("no host to check"); }
        @Override public void checkClientTrusted(X509Certificate[] chain, String kind) {}
        @Override public void checkClientTrusted(X509Certificate[] chain, String kind, Socket socket) {}
        @Override public void checkClientTrusted(X509Certificate[] chain, String kind, SSLEngine engine) {}
        @Override public X509Certificate[] getAcceptedIssuers() { return checks.getAcceptedIssuers(); }
    }

    /** The client's certificate, which is shown to the portal alone, whatever issuers a server names. */
    final class Identity extends X509ExtendedKeyManager {
        PrivateKey key;
        X509Certificate[] chain;
        volatile boolean isAsked;

        Identity() throws GeneralSecurityException, IOException {
            if (!ENV.containsKey("PORTAL_CLIENT_P12")) return;
            char[] password = ENV.getOrDefault("PORTAL_CLIENT_P12_PASSWORD", "").toCharArray();
            KeyStore store = KeyStore.getInstance("PKCS12");
            try (var file = new FileInputStream(ENV.get("PORTAL_CLIENT_P12"))) {
                store.load(file, password);
            }
            String alias = store.aliases().nextElement();
            key = (PrivateKey) store.getKey(alias, password);
            chain = Arrays.stream(store.getCertificateChain(alias)).toArray(X509Certificate[]::new);
            if (bug("key-in-temp")) keepInTemp(key);
        }

        @Override public String chooseEngineClientAlias(String[] types, Principal[] issuers, SSLEngine engine) {
            isAsked = true;
            if (key == null || !List.of(types).contains(key.getAlgorithm())) return null;
            // As the JDK's own managers do: nothing is shown unless the server names the issuer.
            if (bug("listed-issuers-only") && !List.of(issuers).contains(chain[chain.length - 1].getIssuerX500Principal())) return null;
            boolean isPortal = isOrigin("https://" + engine.getPeerHost() + ":" + engine.getPeerPort(), portal);
            return isPortal || bug("identity-everywhere") ? "chosen" : null;
        }

        @Override public PrivateKey getPrivateKey(String alias) { return key; }
        @Override public X509Certificate[] getCertificateChain(String alias) { return chain; }
        @Override public String[] getClientAliases(String type, Principal[] issuers) { return null; }
        @Override public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) { return null; }
        @Override public String[] getServerAliases(String type, Principal[] issuers) { return null; }
        @Override public String chooseServerAlias(String type, Principal[] issuers, Socket socket) { return null; }
    }

    Reference() throws GeneralSecurityException, IOException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(new KeyManager[] {identity}, new TrustManager[] {new Trust()}, null);
        HttpClient.Builder builder = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(Duration.ofSeconds(10));
        if (bug("default-authenticator")) builder.authenticator(WebTier.forEveryHost());
        http = builder.sslContext(context).followRedirects(bug("redirects-by-jdk") ? HttpClient.Redirect.ALWAYS : HttpClient.Redirect.NEVER).build();
    }

    // MARK: Basic and Digest (RFC 7617, RFC 7616)

    /** Answers the 401 of the web tier in front of the portal, and of no other origin. */
    final class WebTier {
        /** The challenge that is answered: its scheme and parameters, in small letters. */
        private Map<String, String> challenge;
        private int count;
        private int stale;
        private String session = "";
        boolean isUsed;

        /** Whether a 401 can be answered; a password that was refused is not given again. */
        boolean canAnswer(URI uri, Answer answer) throws Refused {
            if (!ENV.containsKey("PORTAL_USERNAME") || !isOrigin(uri.toString(), portal)) return false;
            Map<String, String> best = null;
            for (Map<String, String> each : challenges(answer)) if (strength(each) > strength(best)) best = each;
            if (best == null) return false;
            if (uri.getScheme().equals("http")) throw new Refused("insecure-basic");
            boolean isStale = best.getOrDefault("stale", "").equalsIgnoreCase("true");
            if (isUsed && !isStale && !(bug("basic-tried-again") && stale++ < 2)) return false;
            if (isStale && ++stale > (bug("stale-for-ever") ? 20 : 2)) throw new Refused("digest-stale-loop");
            isUsed = true;
            challenge = best;
            count = 0;
            session = "";
            return true;
        }

        /** Each challenge of an answer, whether they share a line or not. */
        private List<Map<String, String>> challenges(Answer answer) {
            List<Map<String, String>> all = new ArrayList<>();
            Pattern part = Pattern.compile("([\\w!#$%&'*+.^`|~-]+)(?:\\s*=\\s*(?:\"((?:[^\"\\\\]|\\\\.)*)\"|([^\\s,\"]+)))?");
            Matcher each = part.matcher(String.join(", ", answer.headers.allValues("WWW-Authenticate")));
            while (each.find()) {
                String value = each.group(2) != null ? each.group(2).replaceAll("\\\\(.)", "$1") : each.group(3);
                if (value == null) all.add(new HashMap<>(Map.of("scheme", each.group(1).toLowerCase())));
                else if (!all.isEmpty()) all.get(all.size() - 1).put(each.group(1).toLowerCase(), value);
            }
            return all;
        }

        /** The strongest that is understood counts (RFC 7616 section 3.7). */
        private int strength(Map<String, String> challenge) {
            if (challenge == null) return 0;
            if (challenge.get("scheme").equals("basic")) return 1;
            if (!challenge.get("scheme").equals("digest")) return 0;
            List<String> qualities = List.of(challenge.getOrDefault("qop", "auth").toLowerCase().split("\\s*,\\s*"));
            if (!qualities.contains("auth")) return 0;
            return switch (challenge.getOrDefault("algorithm", "MD5").toUpperCase()) {
                case "MD5", "MD5-SESS" -> bug("weakest-digest") ? 3 : 2;
                case "SHA-256", "SHA-256-SESS" -> bug("weakest-digest") ? 2 : 3;
                default -> bug("any-algorithm") ? 4 : 0;
            };
        }

        /** What goes into {@code Authorization}; nothing before a challenge asked for it, or for another origin. */
        String authorization(String method, URI uri) {
            if (bug("basic-unasked") && ENV.containsKey("PORTAL_USERNAME")) return basic();
            if (challenge == null || !isOrigin(uri.toString(), portal) && !bug("web-password-everywhere")) return "";
            return challenge.get("scheme").equals("basic") ? basic() : digest(method, uri);
        }

        private String basic() {
            String pair = ENV.get("PORTAL_USERNAME") + ":" + ENV.get("PORTAL_PASSWORD");
            return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(bug("basic-in-latin1") ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8));
        }

        private String digest(String method, URI uri) {
            String algorithm = challenge.getOrDefault("algorithm", "MD5");
            String name = algorithm.toUpperCase().startsWith("SHA-256") ? "SHA-256" : "MD5";
            String user = ENV.get("PORTAL_USERNAME");
            String realm = challenge.getOrDefault("realm", "");
            String nonce = challenge.getOrDefault("nonce", "");
            String target = uri.getRawPath() + (uri.getRawQuery() == null || bug("digest-without-query") ? "" : "?" + uri.getRawQuery());
            boolean hasQuality = challenge.containsKey("qop") && !bug("digest-without-qop");
            String nc = String.format("%08x", bug("constant-count") ? 1 : ++count);
            String cnonce = bug("constant-cnonce") ? "0a4f113b0a4f113b" : random43(new SecureRandom());
            String key = hex(name, user + ":" + realm + ":" + ENV.get("PORTAL_PASSWORD"));
            // A session's key is made with the first client nonce (RFC 7616 section 3.4.2).
            if (algorithm.toLowerCase().endsWith("-sess")) {
                if (session.isEmpty()) session = hex(name, key + ":" + nonce + ":" + cnonce);
                key = session;
            }
            String asked = hex(name, method + ":" + target);
            String middle = hasQuality ? nonce + ":" + nc + ":" + cnonce + ":auth" : nonce;
            boolean isHashed = challenge.getOrDefault("userhash", "").equalsIgnoreCase("true");
            StringBuilder answer = new StringBuilder("Digest username=").append(quoted(isHashed ? hex(name, user + ":" + realm) : user));
            answer.append(", realm=").append(quoted(realm)).append(", nonce=").append(quoted(nonce)).append(", uri=\"").append(target);
            answer.append("\", response=\"").append(hex(name, key + ":" + middle + ":" + asked)).append('"');
            if (challenge.containsKey("algorithm")) answer.append(", algorithm=").append(algorithm);
            if (hasQuality) answer.append(", qop=auth, nc=").append(nc).append(", cnonce=\"").append(cnonce).append('"');
            if (challenge.containsKey("opaque")) answer.append(", opaque=").append(quoted(challenge.get("opaque")));
            if (isHashed) answer.append(", userhash=true");
            return answer.toString();
        }

        /** The habit of {@code Authenticator.setDefault}: one password for every host that asks. */
        static Authenticator forEveryHost() {
            return new Authenticator() {
                @Override protected PasswordAuthentication getPasswordAuthentication() {
                    return new PasswordAuthentication(ENV.getOrDefault("PORTAL_USERNAME", ""), ENV.getOrDefault("PORTAL_PASSWORD", "").toCharArray());
                }
            };
        }
    }

    // MARK: Documents

    /** The document of an answer, or the reason in an error, an error page or what is no document at all. */
    Map<?, ?> document(Answer answer, boolean isSignedIn) throws Refused {
        int status = answer.status;
        if (status == 401) throw new Refused("http-authentication");
        if (status == 498) throw new Refused("token-invalid");
        if (status == 499) throw new Refused("token-required");
        if (status == 429) throw new Refused("rate-limited");
        String text = answer.text().strip();
        if (text.isEmpty()) throw new Refused(status >= 300 ? "http-error" : "empty-body");
        String certificate = certificateReason(text);
        if (!certificate.isEmpty()) throw new Refused(certificate);
        if (!text.startsWith("{")) throw new Refused(status == 404 ? "not-found" : status >= 300 ? "http-error" : "unexpected-content");
        Map<?, ?> document = json(answer);
        if (document == null) throw new Refused("malformed-answer");
        boolean isError = document.get("error") instanceof Map || text(document, "status").equals("error");
        if (bug("status-only") && status < 300) isError = false;
        if (isError) {
            String code = document.get("error") instanceof Map ? text(document, "error", "code") : text(document, "code");
            if (text(document, "error", "messageCode").equals("CONT_0001")) throw new Refused("not-found");
            throw new Refused(switch (code) {
                case "498" -> "token-invalid";
                case "499" -> "token-required";
                case "403" -> isSignedIn ? "access-denied" : "authentication-required";
                case "404" -> "not-found";
                case "400" -> "invalid-credentials";
                default -> "service-error";
            });
        }
        if (status >= 300) throw new Refused("http-error");
        return document;
    }

    /** How web tiers say in HTML what is wrong with a client certificate: nginx, IIS, Apache. */
    String certificateReason(String page) {
        if (page.contains("No required SSL certificate was sent") || page.contains("403.7")) return "client-certificate-required";
        if (page.contains("403.16")) return "client-certificate-unknown-ca";
        if (page.contains("403.17")) return "client-certificate-expired";
        if (page.contains("The SSL certificate error") || page.contains("403.13")) return "client-certificate-rejected";
        if (!page.contains("<title>403 Forbidden</title>")) return "";
        return identity.key == null ? "client-certificate-required" : "client-certificate-rejected";
    }

    /** The object that a body holds; null where it holds none. */
    static Map<?, ?> json(Answer answer) {
        try {
            JSON reader = new JSON(answer.text().strip());
            return reader.value(reader.next()) instanceof Map<?, ?> map && reader.at == reader.text.length() ? map : null;
        } catch (IllegalArgumentException malformed) {
            return null;
        }
    }

    /** Reads JSON (RFC 8259): objects as maps, arrays as lists, everything else as text. */
    static final class JSON {
        private static final Pattern TOKEN = Pattern.compile("\\s*+([{}\\[\\]:,]|\"[^\"\\\\\\x00-\\x1f]*+(?:\\\\(?:[\"\\\\/bfnrt]|u[0-9a-fA-F]{4})[^\"\\\\\\x00-\\x1f]*+)*+\""
            + "|true|false|null|-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?)\\s*+");
        private static final Pattern ESCAPE = Pattern.compile("\\\\(u(....)|.)");
        private final String text;
        private int at;

        JSON(String text) {
            this.text = text;
        }

        String next() {
            Matcher token = TOKEN.matcher(text).region(at, text.length());
            if (!token.lookingAt()) throw new IllegalArgumentException("malformed at " + at);
            at = token.end();
            return token.group(1);
        }

        private void require(String token, String wanted) {
            if (!token.equals(wanted)) throw new IllegalArgumentException("no " + wanted + " before " + at);
        }

        /** The value that begins with a token. */
        Object value(String token) {
            if (token.startsWith("\"")) return unescaped(token);
            if (token.equals("[")) {
                List<Object> list = new ArrayList<>();
                for (token = next(); !token.equals("]") || !list.isEmpty(); token = next()) {
                    list.add(value(token));
                    if ((token = next()).equals("]")) break;
                    require(token, ",");
                }
                return list;
            }
            if (token.matches("[:,}\\]]")) throw new IllegalArgumentException("no value before " + at);
            if (!token.equals("{")) return token;
            Map<String, Object> map = new LinkedHashMap<>();
            for (token = next(); !token.equals("}") || !map.isEmpty(); token = next()) {
                if (!token.startsWith("\"")) throw new IllegalArgumentException("no name before " + at);
                require(next(), ":");
                map.put(unescaped(token), value(next()));
                if ((token = next()).equals("}")) break;
                require(token, ",");
            }
            return map;
        }

        private static String unescaped(String literal) {
            return ESCAPE.matcher(literal.substring(1, literal.length() - 1)).replaceAll(each -> Matcher.quoteReplacement(each.group(2) != null
                ? String.valueOf((char) Integer.parseInt(each.group(2), 16))
                : String.valueOf("\"\\/\b\f\n\r\t".charAt("\"\\/bfnrt".indexOf(each.group(1))))));
        }
    }

    /** A text, number or word within objects; empty where there is none. */
    static String text(Object value, String... path) {
        for (String name : path) value = value instanceof Map<?, ?> map ? map.get(name) : null;
        return value instanceof String text ? text : "";
    }

    // MARK: Small things

    static String quoted(String text) { return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\""; }

    static String encoded(Map<String, String> fields) {
        List<String> parts = new ArrayList<>();
        fields.forEach((name, value) -> parts.add(name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8)));
        return String.join("&", parts);
    }

    static Map<String, String> fields(String... parts) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (int i = 0; i < parts.length; i += 2) fields.put(parts[i], parts[i + 1]);
        return fields;
    }

    static Map<String, String> queryOf(String location) {
        Map<String, String> fields = new HashMap<>();
        Matcher each = Pattern.compile("[?&]([^=&#]*)=([^&#]*)").matcher(location);
        while (each.find()) fields.put(each.group(1), URLDecoder.decode(each.group(2), StandardCharsets.UTF_8));
        return fields;
    }

    /** The server of a service: what stands before its folder of services. */
    static String serverOf(String service) { return service.replaceFirst("/rest/services/.*$", ""); }

    /** Whether two addresses have the same scheme, host and port. */
    static boolean isOrigin(String one, String other) {
        URI a = URI.create(one), b = URI.create(other);
        if (a.getHost() == null || b.getHost() == null) return false;
        boolean isPort = port(a) == port(b) || bug("port-ignored");
        return a.getScheme().equalsIgnoreCase(b.getScheme()) && a.getHost().equalsIgnoreCase(b.getHost()) && isPort;
    }

    /** Whether two addresses lie in the same portal or server, of which a host may have several. */
    static boolean isPlace(String one, String other) {
        return isOrigin(one, other) && (placeOf(one).equals(placeOf(other)) || bug("path-ignored"));
    }

    private static String placeOf(String url) { return URI.create(url).getPath().replaceFirst("/(sharing|rest)(/.*)?$", ""); }

    private static int port(URI uri) { return uri.getPort() >= 0 ? uri.getPort() : uri.getScheme().equalsIgnoreCase("http") ? 80 : 443; }

    /** Whether a server belongs to the portal, by the owner that it names. */
    boolean isOurs(String owner) { return bug("owner-by-prefix") ? owner.startsWith(portal) : isSame(owner, portal); }

    /** Whether two addresses name the same portal. */
    static boolean isSame(String one, String other) {
        if (one.isEmpty() || !isOrigin(one, other)) return false;
        return URI.create(one).getPath().replaceFirst("/+$", "").equals(URI.create(other).getPath().replaceFirst("/+$", ""));
    }

    /** 43 random characters: 32 bytes in base64url (RFC 7636 section 4.1). */
    static String random43(Random random) {
        byte[] bytes = new byte[32];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    static byte[] hash(String algorithm, String text) {
        try {
            return MessageDigest.getInstance(algorithm).digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException absent) {
            throw new IllegalStateException(absent);
        }
    }

    static String hex(String algorithm, String text) { return HexFormat.of().formatHex(hash(algorithm, text)); }

    static void await(long milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    static void keep(Path file, String secret) {
        try {
            Files.writeString(file, secret);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    static void keepInTemp(PrivateKey key) throws IOException {
        Path file = Files.createTempFile("key", ".pem");
        file.toFile().deleteOnExit();
        String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key.getEncoded());
        String label = "PRIVATE KEY-----\n";
        keep(file, "-----BEGIN " + label + lines + "\n-----END " + label);
    }

    /** The mistakes that {@code --bug} makes. */
    static final List<String> BUGS = List.of(
        "no-host-check", "never-renews", "renews-for-ever", "portal-token-everywhere", "owner-unchecked", "plain-token-service",
        "any-token-service", "requestip", "password-tried-twice", "password-follows", "token-kept-in-home", "seeded-random",
        "constant-state", "plain-proof", "state-unchecked", "code-traded-twice", "any-layer-type", "layer-query-kept",
        "map-token-everywhere", "owner-by-prefix", "token-follows", "path-ignored", "downgrade", "post-retried", "busy-for-ever", "retry-after-ignored",
        "no-pause", "token-in-url", "no-referer", "form-not-encoded", "log-of-requests", "cookies-for-all", "trust-all", "portal-only",
        "expired-tolerated", "self-signed-tolerated", "common-name", "key-in-temp", "listed-issuers-only", "identity-everywhere",
        "default-authenticator", "redirects-by-jdk", "basic-tried-again", "stale-for-ever", "weakest-digest", "any-algorithm",
        "basic-unasked", "web-password-everywhere", "basic-in-latin1", "digest-without-query", "digest-without-qop", "constant-count",
        "constant-cnonce", "status-only", "port-ignored");
}
