import ChildProcess
import Platform
import TLSIdentity
import TestFolders
import Testing

/// A server whose NTLM is pyspnego's (github.com/jborean93/pyspnego), before a portal of a few lines; it knows `EXAMPLE\alice`.
struct NTLMServer {
    let url: String
    let process: ForegroundServer

    /// Neither pyspnego's file nor Basic could hold a colon in it.
    static let password = "pä ss\\\"7"

    /// Runs a body while it listens; `habits` are words of its program.
    static func run<Outcome: Sendable>(
        _ habits: String..., body: @escaping @Sendable (NTLMServer) async throws -> Outcome
    ) async throws -> Outcome {
        let folder = try TemporaryFolder(isShared: true)
        let issued = try TestAuthority.pki.issue("good", names: ["localhost"], addresses: ["127.0.0.1"])
        let certificate = try folder.write(issued.chainPEM + issued.keyPEM.expanded, as: "server.pem")
        let users = try folder.write("EXAMPLE:alice:\(password)\n", as: "users")
        let program = try folder.write(Self.program, as: "server.py")
        let packages = try #require(Peers.folder(fromPyPI: "pyspnego", module: "spnego"))
        let port = try ReservedPort()
        let outcome = try await ForegroundServer.run(
            "env",
            [
                "PYTHONPATH=\(packages)", "NTLM_USER_FILE=\(users)", "PYTHONUNBUFFERED=1", "python3", program,
                "\(port.number)", certificate,
            ] + habits, named: "pyspnego", readyAt: "listening"
        ) { process in
            let scheme = habits.contains("plain") ? "http" : "https"
            return try await body(NTLMServer(url: "\(scheme)://localhost:\(port.number)/portal", process: process))
        }
        return withExtendedLifetime((port, folder)) { outcome }
    }

    /// What came, one line a request: the connection's number, the path and the message's type.
    var lines: [String] { process.log.split(separator: "\n").map(String.init).filter { $0.hasPrefix("saw ") } }

    private static let program = #"""
        import base64, hashlib, http.server, json, ssl, socketserver, sys
        import spnego
        from spnego.channel_bindings import GssChannelBindings
        port, certificate, habits = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
        bindings = None
        if "plain" not in habits:
            leaf = ssl.PEM_cert_to_DER_cert(open(certificate).read().split("-----END CERTIFICATE-----")[0] + "-----END CERTIFICATE-----\n")
            digest = hashlib.sha256(b"other" if "other-channel" in habits else leaf).digest()
            bindings = GssChannelBindings(application_data=b"tls-server-end-point:" + digest)
        count = 0
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            user = context = None
            def setup(self):
                global count
                super().setup()
                count += 1
                self.number = count
            def log_message(self, *words): pass
            def refuse(self, token=None, close=False):
                self.send_response(401)
                for scheme in ("Negotiate", "NTLM"):
                    if scheme == "NTLM" or ("negotiate" in habits and token is None):
                        self.send_header("WWW-Authenticate", scheme if token is None else scheme + " " + base64.b64encode(token).decode())
                self.send_header("Content-Length", "0")
                if close:
                    self.send_header("Connection", "close")
                    self.close_connection = True
                self.end_headers()
            def do_GET(self):
                length = int(self.headers.get("Content-Length") or 0)
                body = self.rfile.read(length)
                field = self.headers.get("Authorization") or ""
                token = base64.b64decode(field[5:]) if field.startswith("NTLM ") else b""
                kind = "type%d" % token[8] if token[:7] == b"NTLMSSP" else "bare"
                print("saw", self.number, self.path.split("?")[0].rsplit("/", 1)[-1], kind, length, flush=True)
                if token:
                    if token[8] == 1:
                        self.user = None
                        self.context = spnego.server(protocol="ntlm", channel_bindings=bindings)
                    elif self.context is None:
                        return self.refuse()
                    try:
                        reply = self.context.step(token)
                    except Exception as error:
                        print("refused", error, flush=True)
                        self.context = None
                        return self.refuse()
                    if not self.context.complete:
                        return self.refuse(reply, close="closes" in habits)
                    self.user = self.context.client_principal
                    print("let in", self.user, flush=True)
                if self.user is None:
                    return self.refuse()
                name = self.user.split("\\")[-1]
                text = json.dumps({"id": "org", "name": "Portal", "portalName": "Portal", "access": "private", "currentVersion": "11.3", "isPortal": True,
                    "echo": body.decode(), "user": {"username": name, "fullName": name, "role": "org_user"}, "username": name, "authInfo": {}, "owningSystemUrl": "", "fullVersion": "11.3"}).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)
            do_POST = do_GET
        class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
            daemon_threads = True
        server = Server(("127.0.0.1", port), Handler)
        if "plain" not in habits:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            server.socket = context.wrap_socket(server.socket, server_side=True)
        print("listening", flush=True)
        server.serve_forever()
        """#
}
