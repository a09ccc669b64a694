import ChildProcess
import HTTPSemantics
import Platform
import PortalTransport
import TLSIdentity
import TestFolders

/// A proxy that is not ours, on a free loopback port for the length of a body.
enum ProxyServer {
    /// Who may use a proxy that asks.
    static let user = "proxy-user"
    static let password = "pr0xy pa:ss@word/ß"
    /// The password where one of these signs is none of a password's.
    static let plainPassword = "secret-of-the-proxy"

    /// tinyproxy (tinyproxy.github.io), which logs whom it is asked for.
    static func tinyproxy<Outcome: Sendable>(
        asks: Bool = false, _ body: @escaping @Sendable (Proxy, ForegroundServer) async throws -> Outcome
    ) async throws -> Outcome {
        let (folder, port) = (try TemporaryFolder(isShared: true), try ReservedPort())
        defer { withExtendedLifetime(folder) {} }
        var lines = ["Port \(port.number)", "Listen 127.0.0.1", "Timeout 60", "MaxClients 50", "LogLevel Info"]
        // It takes no blank and no colon in a password.
        if asks { lines.append("BasicAuth \(user) \(plainPassword)") }
        let file = try folder.write(lines.joined(separator: "\n") + "\n", as: "tinyproxy.conf")
        return try await ForegroundServer.run(
            "tinyproxy", ["-d", "-c", file], named: "tinyproxy", readyAt: "Accepting connections"
        ) { try await body(try proxy("http", port, asks ? plainPassword : nil), $0) }
    }

    /// What squid (squid-cache.org) asks of those who use it, or does to what goes through.
    enum Habit: String {
        case nothing, basic, digest, ntlm, speaksTLS, intercepts
    }

    /// squid; its authority is that of a folder's `authority.pem`, where it needs one.
    static func squid<Outcome: Sendable>(
        _ habit: Habit, _ body: @escaping @Sendable (Proxy, TemporaryFolder) async throws -> Outcome
    ) async throws -> Outcome {
        let (folder, port) = (try TemporaryFolder(isShared: true), try ReservedPort())
        let file = try folder.write(try await configuration(habit, port.number, folder), as: "squid.conf")
        return try await ForegroundServer.run(
            "/usr/sbin/squid", ["-N", "-d", "1", "-f", file], named: "squid", readyAt: "Socket connections at"
        ) { _ in
            let passwords: [Habit: String] = [.basic: password, .digest: plainPassword]
            return try await body(
                try proxy(habit == .speaksTLS ? "https" : "http", port, passwords[habit]), folder)
        }
    }

    private static func configuration(
        _ habit: Habit, _ port: Int, _ folder: TemporaryFolder
    ) async throws -> String {
        let path = folder.path
        var lines = [
            "cache deny all", "access_log none", "cache_store_log none", "cache_log /dev/null", "pid_filename none",
            "coredump_dir \(path)", "shutdown_lifetime 0 seconds", "netdb_filename none", "pinger_enable off",
            "visible_hostname proxy.test",
        ]
        let listens = "127.0.0.1:\(port)"
        switch habit {
        case .nothing: lines += ["http_port \(listens)", "http_access allow all"]
        case .basic, .digest, .ntlm:
            lines += ["http_port \(listens)", try ask(by: habit, folder), "acl known proxy_auth REQUIRED"]
            lines += ["http_access allow known", "http_access deny all"]
        case .speaksTLS:
            let leaf = try TestAuthority.pki.issue("good", names: ["localhost"], addresses: ["127.0.0.1"])
            let chain = try folder.write(leaf.chainPEM, as: "proxy.pem")
            let key = try folder.write(leaf.keyPEM.expanded, as: "proxy.key", mode: 0o644)
            lines += ["https_port \(listens) tls-cert=\(chain) tls-key=\(key)", "http_access allow all"]
        case .intercepts:
            try await makeAuthority(in: path)
            let authority = try folder.write(try TestAuthority.pki.authorityPEM, as: "portal.pem")
            lines += [
                "http_port \(listens) ssl-bump tls-cert=\(path)/authority.pem tls-key=\(path)/authority.key "
                    + "generate-host-certificates=on dynamic_cert_mem_cache_size=4MB",
                "sslcrtd_program /usr/lib/squid/security_file_certgen -s \(path)/made -M 4MB",
                "tls_outgoing_options cafile=\(authority)", "ssl_bump bump all", "http_access allow all",
            ]
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// How squid finds out who asks.
    private static func ask(by habit: Habit, _ folder: TemporaryFolder) throws -> String {
        switch habit {
        case .digest:
            let file = try folder.write("\(user):\(plainPassword)\n", as: "users")
            return """
                auth_param digest program /usr/lib/squid/digest_file_auth \(file)
                auth_param digest children 1
                auth_param digest realm the proxy
                """
        case .ntlm:
            return """
                auth_param ntlm program /usr/lib/squid/ntlm_fake_auth
                auth_param ntlm children 1
                """
        default:
            // It answers with whether the two words of a line, percent-encoded, are the right ones.
            let program = try folder.write(
                """
                #!/usr/bin/python3
                import sys, urllib.parse
                for line in sys.stdin:
                    words = [urllib.parse.unquote(word) for word in line.split()]
                    print("OK" if words == ["\(user)", "\(password)"] else "ERR", flush=True)
                """, as: "check.py", mode: 0o755)
            return """
                auth_param basic program \(program)
                auth_param basic children 1
                auth_param basic realm the proxy
                auth_param basic utf8 on
                """
        }
    }

    /// An authority of the proxy's own, and the store of what it makes.
    private static func makeAuthority(in path: String) async throws {
        try await run(
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
            "1",
            "-subj", "/CN=Authority of the proxy", "-addext", "keyUsage=critical,keyCertSign,cRLSign", "-keyout",
            "\(path)/authority.key", "-out", "\(path)/authority.pem")
        try await run("chmod", "a+r", "\(path)/authority.key")
        try await run("/usr/lib/squid/security_file_certgen", "-c", "-s", "\(path)/made", "-M", "4MB")
        try await run("chmod", "-R", "a+rwX", "\(path)/made")
    }

    private struct Failure: Error {
        let words: String
    }

    private static func run(_ program: String, _ arguments: String...) async throws {
        let done = try await ForeignClient.run(program, arguments)
        guard done.code == 0 else { throw Failure(words: "\(program): \(done.errors)") }
    }

    /// microsocks (github.com/rofl0r/microsocks), which says nothing when it listens: a child of it tries until it is let in.
    static func microsocks<Outcome: Sendable>(
        _ scheme: String, asks: Bool = false, _ body: @escaping @Sendable (Proxy) async throws -> Outcome
    ) async throws -> Outcome {
        let port = try ReservedPort()
        let program = #"""
            import os, socket, sys
            if os.fork():
                os.execvp("microsocks", ["microsocks"] + sys.argv[1:])
            while True:
                try:
                    socket.create_connection(("127.0.0.1", int(sys.argv[4]))).close()
                    print("it listens", flush=True)
                    break
                except ConnectionRefusedError:
                    os.sched_yield()
            """#
        let words = ["-i", "127.0.0.1", "-p", "\(port.number)"] + (asks ? ["-u", user, "-P", password] : [])
        return try await ForegroundServer.run(
            "python3", ["-c", program] + words, named: "microsocks", readyAt: "it listens"
        ) { _ in try await body(try proxy(scheme, port, asks ? password : nil)) }
    }

    private static func proxy(_ scheme: String, _ port: ReservedPort, _ password: String?) throws -> Proxy {
        try Proxy(
            "\(scheme)://localhost:\(port.number)", username: password == nil ? nil : user,
            password: password.map { Secret($0) })
    }
}
