/// The program of `Java's HttpClient at the fake`.
enum JavaProgram {
    /// `Client.java <task> <portal> <services> <authority> [<user> <password> [<PKCS #12 file> <its password>]]`; a line a fact.
    static let source = #"""
        import java.io.ByteArrayOutputStream;
        import java.io.FileInputStream;
        import java.net.Authenticator;
        import java.net.PasswordAuthentication;
        import java.net.URI;
        import java.net.URLEncoder;
        import java.net.http.HttpClient;
        import java.net.http.HttpRequest;
        import java.net.http.HttpRequest.BodyPublishers;
        import java.net.http.HttpResponse;
        import java.net.http.HttpResponse.BodyHandlers;
        import java.nio.charset.StandardCharsets;
        import java.security.KeyStore;
        import java.security.cert.CertificateFactory;
        import java.util.Arrays;
        import java.util.List;
        import java.util.regex.Pattern;
        import javax.net.ssl.KeyManager;
        import javax.net.ssl.KeyManagerFactory;
        import javax.net.ssl.SSLContext;
        import javax.net.ssl.TrustManagerFactory;

        public class Client {
            static HttpClient client;
            static String token = "";

            static void say(String name, Object value) { System.out.println(name + "=" + value); }

            static String find(String pattern, String text) {
                var found = Pattern.compile(pattern).matcher(text);
                return found.find() ? found.group(1) : "";
            }

            static String encode(String text) { return URLEncoder.encode(text, StandardCharsets.UTF_8); }

            static HttpRequest.Builder ask(String address) {
                var request = HttpRequest.newBuilder(URI.create(address));
                return token.isEmpty() ? request : request.header("X-Esri-Authorization", "Bearer " + token);
            }

            static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
                return client.send(request.build(), BodyHandlers.ofString());
            }

            static String post(String address, String form) throws Exception {
                return send(ask(address).header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(BodyPublishers.ofString(form))).body();
            }

            static void connect(String authority, String... identity) throws Exception {
                var trusted = KeyStore.getInstance(KeyStore.getDefaultType());
                trusted.load(null);
                if (!authority.isEmpty()) {
                    try (var file = new FileInputStream(authority)) {
                        trusted.setCertificateEntry("ca", CertificateFactory.getInstance("X.509").generateCertificate(file));
                    }
                }
                var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
                trust.init(authority.isEmpty() ? null : trusted);
                KeyManager[] keys = null;
                if (identity.length == 4) {
                    var kept = KeyStore.getInstance("PKCS12");
                    try (var file = new FileInputStream(identity[2])) { kept.load(file, identity[3].toCharArray()); }
                    var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
                    factory.init(kept, identity[3].toCharArray());
                    keys = factory.getKeyManagers();
                }
                var context = SSLContext.getInstance("TLS");
                context.init(keys, trust.getTrustManagers(), null);
                var builder = HttpClient.newBuilder().sslContext(context);
                if (identity.length == 2) {
                    builder.authenticator(new Authenticator() {
                        @Override protected PasswordAuthentication getPasswordAuthentication() {
                            return new PasswordAuthentication(identity[0], identity[1].toCharArray());
                        }
                    });
                }
                client = builder.build();
            }

            static void self(String portal) throws Exception {
                try {
                    var answer = send(ask(portal + "/sharing/rest/portals/self?f=json"));
                    say("status", answer.statusCode());
                    say("version", answer.version());
                    say("user", find("\"username\":\"(\\w+)\"", answer.body()));
                } catch (java.io.IOException error) {
                    say("error", error.getClass().getSimpleName());
                }
            }

            static void edit(String portal, String services, String username, String password) throws Exception {
                var rest = portal + "/sharing/rest/";
                var layer = services + "Inspections/FeatureServer/0";
                token = find("\"token\":\"([^\"]+)\"", post(rest + "generateToken",
                    "f=json&client=requestip&username=" + encode(username) + "&password=" + encode(password)));
                var self = send(ask(rest + "community/self?f=json"));
                say("version", self.version());
                say("user", find("\"username\":\"(\\w+)\"", self.body()));
                var added = post(layer + "/addFeatures", "f=json&features=" + encode(
                    "[{\"geometry\":{\"x\":-13035000,\"y\":4031000},\"attributes\":{\"STREET\":\"Süd & Ost+ 北\"}}]"));
                say("added", find("\"success\":(\\w+)", added));
                var id = find("\"objectId\":(\\d+)", added);
                say("street", find("\"STREET\":\"([^\"]+)\"",
                    send(ask(layer + "/query?f=json&outFields=STREET&objectIds=" + id)).body()));
                var photo = new byte[70000];
                for (int at = 0; at < photo.length; at++) photo[at] = (byte) (at * 7);
                var body = new ByteArrayOutputStream();
                body.writeBytes(("--=_x\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\njson\r\n--=_x\r\n"
                    + "Content-Disposition: form-data; name=\"attachment\"; filename=\"1.png\"\r\nContent-Type: image/png\r\n\r\n")
                    .getBytes(StandardCharsets.UTF_8));
                body.writeBytes(photo);
                body.writeBytes("\r\n--=_x--\r\n".getBytes(StandardCharsets.UTF_8));
                // A body of an unknown length is sent in chunks.
                var attached = send(ask(layer + "/" + id + "/addAttachment").expectContinue(true)
                    .header("Content-Type", "multipart/form-data; boundary=\"=_x\"")
                    .POST(BodyPublishers.ofByteArrays(List.of(body.toByteArray())))).body();
                say("attached", find("\"success\":(\\w+)", attached));
                var file = client.send(ask(layer + "/" + id + "/attachments/" + find("\"objectId\":(\\d+)", attached)).build(),
                    BodyHandlers.ofByteArray());
                say("file", file.statusCode() + " " + file.headers().firstValue("Content-Type").orElse("") + " "
                    + file.body().length + " " + Arrays.equals(file.body(), photo));
                token = "wrong";
                say("refused", find("\"code\":(\\d+)", send(ask(rest + "community/self?f=json")).body()));
            }

            public static void main(String[] told) throws Exception {
                var identity = Arrays.copyOfRange(told, 4, told.length);
                if (told[0].equals("edit")) {
                    connect(told[3]);
                    edit(told[1], told[2], told[4], told[5]);
                } else {
                    connect(told[3], identity);
                    self(told[1]);
                }
            }
        }
        """#
}
