import ChildProcess
import Platform
import TLSIdentity
import TestFolders

/// A real nginx with a plain listener, a TLS listener that speaks HTTP/2 and one that does not; it inherits its sockets.
final class NginxServer: Sendable {
    private let folder: TemporaryFolder
    private let process: ChildProcess
    /// What never answers, behind `/silent`.
    private let silent: ListeningSocket
    let url: String
    let secureURL: String
    let securePort: Int
    /// TLS without HTTP/2.
    let classicURL: String
    /// Bytes of what `/large` gives.
    static let largeBody = 1 << 20

    /// With a client authority it asks for certificates of that one, and goes on without any.
    init(pki: TestPKI? = nil, recipe: String = "good", clientAuthority: String? = nil) throws {
        let pki = try pki ?? TestPKI()
        let folder = try TemporaryFolder()
        let plain = try ListeningSocket()
        let secure = try ListeningSocket()
        let classic = try ListeningSocket()
        let silent = try ListeningSocket()
        let issued = try pki.issue(recipe, names: ["localhost"], addresses: ["127.0.0.1"])
        let certificate = try folder.write(issued.chainPEM, as: "certificate.pem")
        let key = try folder.write(issued.keyPEM.expanded, as: "key.pem")
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map { "\($0)_temp_path \(folder.path)/\($0);" }.joined(separator: " ")
        // Else nginx gives up root's rights, and with them its own temporary folder.
        let owner = geteuid() == 0 ? "user root;" : ""
        let asking = try clientAuthority.map { name in
            let authorities = try folder.write(pki.authorityPEM(named: name), as: "authorities.pem")
            return "ssl_verify_client optional; ssl_client_certificate \(authorities);"
        }
        let large = try folder.write(String(repeating: "0123456789abcdef", count: Self.largeBody / 16), as: "large")
        let configuration = try folder.write(
            """
            daemon off; worker_processes 1; \(owner) pid \(folder.path)/pid; error_log \(folder.path)/error.log;
            events { worker_connections 1024; }
            http {
                access_log off; client_max_body_size 8m; \(temporary)
                keepalive_requests 100000; default_type text/plain; gzip_min_length 1; gzip_types text/plain;
                ssl_certificate \(certificate); ssl_certificate_key \(key);
                ssl_session_cache shared:tests:1m; \(asking ?? "")
                server {
                    listen 127.0.0.1:\(plain.port);
                    listen 127.0.0.1:\(secure.port) ssl http2;
                    listen 127.0.0.1:\(classic.port) ssl;
                    location / {
                        return 200 "$connection $connection_requests $server_protocol $ssl_client_s_dn $ssl_session_reused";
                    }
                    location /gzip { gzip on; add_header X-Asked "$http_accept_encoding"; return 200 "\(String(repeating: "a", count: 4000))"; }
                    location /moved { return 302 /elsewhere; }
                    location /missing { return 404 "nothing here"; }
                    location /empty { return 204; }
                    location /fields {
                        add_header X-One "1";
                        add_header X-Two "$http_x_two|$http_referer|$request_method";
                        return 200 "ok";
                    }
                    location /large { alias \(large); }
                    location /read/ { proxy_pass http://127.0.0.1:\(plain.port)/; }
                    location /busy { add_header Retry-After 1 always; return 503 "later"; }
                    location /gone { return 444; }
                    location /silent { proxy_pass http://127.0.0.1:\(silent.port); }
                }
            }
            """, as: "nginx.conf")
        process = try ChildProcess(
            "/usr/sbin/nginx", ["-c", configuration, "-p", folder.path, "-e", "\(folder.path)/error.log"],
            // nginx takes over sockets that are named in this variable, as in an upgrade of its binary.
            environment: ["NGINX=3;4;5;"],
            inheriting: [plain.descriptor, secure.descriptor, classic.descriptor],
            // nginx ends its worker with itself only when it is asked.
            streams: .pipesBesideErrors, lastSignal: SIGTERM)
        self.folder = folder
        self.silent = silent
        url = "http://localhost:\(plain.port)"
        secureURL = "https://localhost:\(secure.port)"
        classicURL = "https://localhost:\(classic.port)"
        securePort = secure.port
    }
}

/// What nginx says about the connection that a request came on.
struct ConnectionTestimony: Equatable {
    let connection: Int
    let requests: Int
    let version: String
    /// Whether the TLS session was resumed.
    let isResumed: Bool
    /// The subject of the client's certificate.
    let identity: String?

    init?(_ body: [UInt8]) {
        let words = String(decoding: body, as: UTF8.self).split(separator: " ")
        guard words.count >= 3, let connection = Int(words[0]), let requests = Int(words[1]) else { return nil }
        self.connection = connection
        self.requests = requests
        version = String(words[2])
        isResumed = words.last == "r"
        identity = words.count > 4 ? String(words[3]) : nil
    }
}
