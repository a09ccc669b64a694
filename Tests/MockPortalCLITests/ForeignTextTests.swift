import ChildProcess
import Foundation
import TestFolders
import Testing

@Suite struct `Text of strangers` {
    /// Issues a certificate whose names hold controls, serves it, and prints the port and the true fingerprint.
    private static let server = #"""
        import hashlib, socket, ssl, subprocess, sys
        folder, escape = sys.argv[1], "\x1b"
        with open(folder + "/c.cnf", "w") as file:
            file.write(f"[req]\ndistinguished_name=dn\nx509_extensions=ext\nprompt=no\nutf8=yes\nstring_mask=utf8only\n"
                f"[dn]\nCN=e\u202ev{escape}[31m  SHA-256  00000000\n[ext]\nsubjectAltName=@san\n"
                f"[san]\nDNS.1=a{escape}[1A{escape}[2K  SHA-256  {'aa' * 32}\nDNS.2={'x' * 200}\n")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
            folder + "/k.pem", "-out", folder + "/c.pem", "-days", "2", "-config", folder + "/c.cnf"], check=True, capture_output=True)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(folder + "/c.pem", folder + "/k.pem")
        listener = socket.create_server(("127.0.0.1", 0))
        print(listener.getsockname()[1])
        print(hashlib.sha256(ssl.PEM_cert_to_DER_cert(open(folder + "/c.pem").read())).hexdigest(), flush=True)
        while True:
            connection, _ = listener.accept()
            try: context.wrap_socket(connection, server_side=True).close()
            except OSError: connection.close()
        """#

    @Test func `in a certificate hides no fingerprint and shows no false one`() async throws {
        let folder = try TemporaryFolder()
        let server = try ChildProcess("python3", ["-c", Self.server, folder.path])
        defer { server.stop() }
        let port = try await server.readLine()
        let fingerprint = try await server.readLine()
        let terminal = try PseudoTerminal(["connect", "https://127.0.0.1:\(port)/portal"])
        try await terminal.expect("Trust it")
        try terminal.type("no")
        #expect(await terminal.end() == 1)
        let lines = terminal.shown.split(whereSeparator: \.isNewline)
        #expect(lines.filter { $0.hasPrefix("  SHA-256") } == ["  SHA-256  \(fingerprint)"], "\(terminal.shown)")
        #expect(lines.allSatisfy { $0.count <= 80 || !$0.hasPrefix("  ") }, "\(terminal.shown)")
        #expect(terminal.shown.contains(#"a\u{1b}[1A\u{1b}[2K\u{20}\u{20}SHA-256"#), "\(terminal.shown)")
        Self.expectHarmless(terminal.shown)
    }

    /// A client that is let in and writes whatever it likes; its report comes with the line ends of another system.
    private static let client = #"""
        curl -s --cacert "$PORTAL_CA_FILE" "$PORTAL_URL/sharing/rest/portals/self?f=json" >/dev/null && exit 0
        printf 'no\033[2J\r\n::error::forged\r\n{"outcome":"refused","reason":"certificate-expired"}\r\n'
        exit 1
        """#

    @Test func `in the output of a client acts on nothing, and its last line counts with CR LF`() async throws {
        let folder = try TemporaryFolder()
        let script = folder.path + "/client"
        try Self.client.write(toFile: script, atomically: true, encoding: .utf8)
        let done = try await Mockportal.run(
            ["run", "trust/expired", "--client", "sh \(script)", "--explain"], environment: ["GITHUB_ACTIONS": "true"])
        #expect(!done.output.contains("≈"), "\(done.output)")
        #expect(done.code == 0, "\(done.output)\(done.errors)")
        Self.expectHarmless(done.output + done.errors)
    }

    @Test(arguments: [
        ["list", "a\u{1B}[2J\n::error::b"], ["explain", "\u{202E}x"], ["run", "--jobs", "\u{9B}1m\nError: none"],
        ["judge", "/no/such\u{1B}]0;x\u{7}"], ["frob\u{2028}"], ["serve", "--scenario", "a\u{1B}[31m.json"],
    ]) func `on the command line is quoted harmlessly`(_ arguments: [String]) async throws {
        let done = try await Mockportal.run(arguments)
        #expect(done.code == 64 || done.code == 2)
        Self.expectHarmless(done.output + done.errors)
        #expect(!done.errors.contains("\n::") && !done.errors.contains("\nError: none"))
    }

    @Test func `in a path breaks out of no shell`() async throws {
        let folder = try TemporaryFolder()
        let certs = folder.path + "/it's \"a\" $(touch pwned) \u{301}'\u{301}"
        #expect(try await Mockportal.run("certs", "--out", certs).code == 0)
        let lines = try await Mockportal.run("env", "--certs", certs).output
        let shell = try ChildProcess("sh", ["-c", lines + "\nprintf %s \"$CURL_CA_BUNDLE\""], folder: folder.path)
        let seen = await shell.readToEnd()
        #expect(seen.utf8.elementsEqual((certs + "/ca.pem").utf8), "\(seen)")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/pwned"))
    }

    @Test func `in a path ends no word of the options of Java`() async throws {
        let folder = try TemporaryFolder()
        let certs = folder.path + "/a b\"\u{301}c"
        #expect(try await Mockportal.run("certs", "--out", certs).code == 0)
        let lines = try await Mockportal.run("env", "--certs", certs).output
        let shell = try ChildProcess(
            "sh", ["-c", "keytool() { :; }\n" + lines + "\nprintf %s \"$JAVA_TOOL_OPTIONS\""], folder: folder.path)
        let seen = await shell.readToEnd()
        #expect(seen.unicodeScalars.contains("'"), "\(seen)")
    }

    private static func expectHarmless(_ text: String) {
        let acting = text.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control: scalar != "\n" && scalar != "\r"
            case .format, .lineSeparator, .paragraphSeparator: true
            default: false
            }
        }
        #expect(acting.isEmpty, "\(String(reflecting: text))")
    }
}
