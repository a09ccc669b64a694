import FixtureFiles
import JSONValues
import MockPortalServer
import Platform
import TLSIdentity
import TestFolders
import Testing

/// A fake portal that believes the web server in front of it, which is not ours, what it tells of its clients.
struct TrustedFront: Sendable {
    enum Software: String, Sendable, CaseIterable {
        /// nginx, which connects to the portal over TLS and sets `X-Forwarded-*`.
        case nginx
        /// nginx, which writes `Forwarded` and removes the other fields.
        case nginxForwarded
        /// Apache httpd, which connects over plain HTTP and adds to what clients send.
        case apache
    }

    /// The portal's URL as clients see it.
    let url: String
    let portal: MockPortal
    /// The file of the authority that clients are told to trust.
    let authority: String

    /// Asks the front as curl does, with header fields of one's own.
    func curl(_ path: String, _ fields: [String] = [], _ more: [String] = []) async throws -> ForeignClient {
        try await ForeignClient.curl(fields.flatMap { ["-H", $0] } + more, authority: authority, url + path)
    }

    /// Runs a body while a web server stands before a portal, which takes HTTPS only.
    static func run(
        _ software: Software, preset: String = "token",
        body: @escaping @Sendable (TrustedFront) async throws -> Void
    ) async throws {
        let port = try ReservedPort()
        let pki = try TestAuthority.pki
        let folder = try TemporaryFolder(isShared: true)
        var options = ServeOptions.unhurried
        options.httpPort = 0
        options.trustedFronts = try TrustedFronts(["127.0.0.1/32", "::1"])
        let portal = try MockPortal.start(
            Blueprint(
                decoding: ["preset": .string(preset), "http": "redirect"], fixtures: .embedded, source: "test"),
            options: options, pki: pki)
        defer { portal.stop() }
        let issued = try pki.issue("good", names: ["localhost"], addresses: ["127.0.0.1"])
        let chain = try folder.write(issued.chainPEM, as: "server.pem")
        let key = try folder.write(issued.keyPEM.expanded, as: "server.key", mode: 0o600)
        let backend = software == .apache ? try #require(portal.httpURL) : portal.url
        let place = backend.replacing("/portal", with: "").replacing("localhost", with: "127.0.0.1")
        let (program, arguments, sign): (String, [String], String)
        switch software {
        case .nginx, .nginxForwarded:
            let text = nginx(port.number, folder.path, chain, key, place, isStandard: software == .nginxForwarded)
            let file = try folder.write(text, as: "nginx.conf")
            (program, arguments, sign) = (
                try #require(Peers.nginx), ["-c", file, "-p", folder.path, "-e", "stderr"], NginxFront.sign
            )
        case .apache:
            let apache = try #require(Peers.Apache.installed)
            let file = try folder.write(
                httpd(port.number, folder.path, chain, key, place, apache), as: "httpd.conf")
            (program, arguments, sign) = (apache.program, ["-DFOREGROUND", "-f", file], ApacheFront.sign)
        }
        let authority = try folder.write(pki.authorityPEM, as: "ca.pem")
        try await ForegroundServer.run(program, arguments, named: software.rawValue, readyAt: sign) { _ in
            try await body(
                TrustedFront(
                    url: "https://localhost:\(port.number)/portal", portal: portal, authority: authority))
        }
        // Its port and its folder were kept for it until here.
        withExtendedLifetime((port, folder)) {}
    }

    private static func nginx(
        _ port: Int, _ folder: String, _ chain: String, _ key: String, _ backend: String, isStandard: Bool
    ) -> String {
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map { "\($0)_temp_path \(folder)/\($0);" }.joined(separator: " ")
        let fields =
            isStandard
            ? #"""
            proxy_set_header Forwarded "for=$remote_addr;host=\"$http_host\";proto=$scheme";
                        proxy_set_header X-Forwarded-For ""; proxy_set_header X-Forwarded-Host "";
                        proxy_set_header X-Forwarded-Proto ""; proxy_set_header X-Forwarded-Port "";
            """#
            : """
            proxy_set_header X-Forwarded-Host $http_host; proxy_set_header X-Forwarded-Proto $scheme;
                        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; proxy_set_header Forwarded "";
            """
        return """
            daemon off; worker_processes 1; pid \(folder)/pid; error_log stderr notice;
            \(geteuid() == 0 ? "user root;" : "")
            events { worker_connections 256; }
            http {
                access_log off; \(temporary)
                large_client_header_buffers 8 32k; proxy_headers_hash_max_size 1024;
                server {
                    listen 127.0.0.1:\(port) ssl;
                    ssl_certificate \(chain); ssl_certificate_key \(key);
                    location / {
                        proxy_pass \(backend);
                        \(fields)
                    }
                }
            }
            """
    }

    private static let modules = [
        "mpm_event", "unixd", "authz_core", "socache_shmcb", "ssl", "proxy", "proxy_http", "headers",
    ]

    private static func httpd(
        _ port: Int, _ folder: String, _ chain: String, _ key: String, _ backend: String, _ apache: Peers.Apache
    ) -> String {
        let loaded = modules.map {
            "<IfModule !\($0)_module>\nLoadModule \($0)_module \"\(apache.modules)/mod_\($0).so\"\n</IfModule>"
        }
        var owner = ""
        if geteuid() == 0, let unprivileged = getpwnam("nobody") {
            owner = "User #\(unprivileged.pointee.pw_uid)\nGroup #\(unprivileged.pointee.pw_gid)"
        }
        return """
            ServerRoot "\(folder)"
            DefaultRuntimeDir "\(folder)"
            PidFile "\(folder)/pid"
            ServerName localhost
            Listen 127.0.0.1:\(port)
            ErrorLog /dev/stderr
            LogLevel notice
            LimitRequestFieldSize 16380
            \(loaded.joined(separator: "\n"))
            \(owner)
            StartServers 1
            ThreadsPerChild 25
            SSLEngine on
            SSLCertificateFile "\(chain)"
            SSLCertificateKeyFile "\(key)"
            ProxyPass / \(backend)/
            RequestHeader set X-Forwarded-Proto https
            """
    }
}
