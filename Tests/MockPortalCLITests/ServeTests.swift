import ChildProcess
import Foundation
import JSONValues
import Platform
import TestFolders
import Testing

@Suite struct ServeCommand {
    @Test func `The ready line says everything that a client needs, and the port answers`() async throws {
        let status = try await Serving.run { serving in
            #expect(serving.url.hasPrefix("https://localhost:"))
            #expect(serving.ready["pid"]?.integer == Int64(serving.processIdentifier))
            #expect(serving.ready["scenario"]?.string == "token")
            #expect(
                serving.ready["users"]?.array?.compactMap { $0["username"]?.string }.sorted() == [
                    "alice", "bob", "carol", "dana",
                ])
            #expect(serving.ready["identities"] == .array([]))
            #expect(serving.ready["oauthClients"] == .array([]))
            let answer = try await Curl.get(
                serving.url + "/sharing/rest/portals/self?f=json", authority: serving.caFile)
            #expect(answer.contains("\"name\""))
            let health = try await Curl.get((serving.ready["controlURL"]?.string ?? "") + "/health")
            #expect(serving.ready["nonce"]?.string?.isEmpty == false)
            #expect(health.contains(serving.ready["nonce"]?.string ?? "no nonce"))
        }
        #expect(status == 0)
    }

    #if os(Linux)
        @Test func `Portals that come and go leave no descriptor behind`() async throws {
            _ = try await Serving.run { serving in
                let control = serving.ready["controlURL"]?.string ?? ""
                let process = serving.ready["pid"]?.integer ?? 0
                func descriptors() throws -> Int {
                    try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
                }
                func sandbox() async throws {
                    let made = try await Curl.get("\(control)/sandboxes", "-X", "POST", "-d", #"{"scenario":"token"}"#)
                    let id = try #require(try JSONValue(parsing: made)["id"]?.string)
                    _ = try await Curl.get("\(control)/sandboxes/\(id)", "-X", "DELETE")
                }
                try await sandbox()
                let before = try descriptors()
                for _ in 0..<20 { try await sandbox() }
                // The control connection of the last curl may still be open.
                #expect(try descriptors() - before < 10)
            }
        }
    #endif

    @Test func `An interrupt ends it cleanly and its authority file goes with it`() async throws {
        let file = Captured()
        let status = try await Serving.run(signal: SIGINT) { serving in
            await file.keep(serving.caFile)
            #expect(FileManager.default.fileExists(atPath: serving.caFile))
        }
        #expect(status == 0)
        let path = await file.text
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `The ready file holds the same object as the ready line`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/ready.json"
        try await Serving.run("--ready-file", path) { serving in
            let kept = try JSONValue(parsing: try String(contentsOfFile: path, encoding: .utf8))
            #expect(kept == serving.ready)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy { $0 == "ready.json" })
    }

    @Test func `A taken port is one clear line`() async throws {
        try await Serving.run { serving in
            let port = serving.url.split(separator: ":").last?.split(separator: "/").first.map(String.init) ?? ""
            let second = try await Mockportal.run("serve", "--port", port)
            #expect(second.code == 2)
            #expect(second.errors.contains(port))
            #expect(second.errors.split(separator: "\n").count == 1)
        }
    }

    @Test func `Certificates that are kept serve the same authority again`() async throws {
        let folder = try TemporaryFolder()
        let first = Captured()
        try await Serving.run("--certs", folder.path) { serving in
            await first.keep(try String(contentsOfFile: serving.caFile, encoding: .utf8))
        }
        try await Serving.run("--certs", folder.path) { serving in
            let again = try String(contentsOfFile: serving.caFile, encoding: .utf8)
            let before = await first.text
            #expect(again == before)
        }
    }

    @Test func `Off loopback a page over plain HTTP offers the authority`() async throws {
        try await Serving.run("--host", "0.0.0.0", "--name", "localhost") { serving in
            let page = serving.ready["setupURL"]?.string ?? ""
            let shown = try await Curl.get(page)
            #expect(shown.contains("ca.pem"))
            let read = try await ChildProcess.run(
                "openssl", ["x509", "-noout", "-fingerprint", "-sha256", "-in", serving.caFile])
            let fingerprint = try #require(read.output.split(separator: "=").last).filter { !$0.isWhitespace }
            #expect(shown.contains("<code>\(fingerprint)</code>"))
            let told = serving.ready["caSHA256"]?.string
            #expect(told == fingerprint.filter { $0 != ":" }.lowercased())
            let offered = try await Curl.get(page + "ca.pem")
            let kept = try String(contentsOfFile: serving.caFile, encoding: .utf8)
            #expect(offered == kept)
        }
    }

    @Test func `It ends with its parent`() async throws {
        let folder = try TemporaryFolder()
        // A shell that is killed leaves its child behind; the pipe closes when the child has ended too.
        let script = """
            "$0" serve --json --port 0 --exit-with-parent --ready-file "$1/ready.json" &
            while [ ! -s "$1/ready.json" ]; do sleep 0.02; done
            kill -9 $$
            """
        let done = try await ChildProcess.run(
            "sh", ["-c", script, Mockportal.path, folder.path], streams: .pipesForEach)
        #expect(done.status == -1, "the shell has killed itself")
        #expect(done.output.contains("\"pid\""))
    }

    @Test(arguments: [
        ("token", []), ("oauth", ["mockportal-app", "oauth2/authorize?client_id="]),
        ("oauth-app", ["client secret ", "access_token"]), ("api-key", ["weather", "AAPK", "appInfo"]),
        ("iap", ["mockportal-iap", "/mockportal/oauth2/v2.0/authorize?client_id=mockportal-iap"]),
    ])
    func `The words for a person name the portal, the accounts, the authority and curl lines that work`(
        scenario: String, words: [String]
    ) async throws {
        let portal = try ChildProcess(
            Mockportal.path, ["serve", "--port", "0", "--scenario", scenario], streams: .pipesBesideErrors)
        var lines: [String] = []
        while let line = await portal.nextLine() {
            lines.append(line)
            if line.contains("Control-C") { break }
        }
        let text = lines.joined(separator: "\n")
        for word in ["https://localhost:", "alice", "bob", "carol", "dana", "ca.pem", "only this machine"] {
            #expect(text.contains(word))
        }
        var answers = ""
        for curl in lines where curl.contains("curl ") {
            let answer = try await ChildProcess.run("sh", ["-c", curl], streams: .pipesForEach)
            #expect(answer.status == 0, "\(curl): \(answer.errors)")
            answers += answer.output
        }
        #expect(answers.contains("\"name\"") || scenario == "iap")
        for word in words { #expect((text + answers).contains(word), "\(word) in \(text + answers)") }
        portal.send(SIGTERM)
        #expect(await portal.wait() == 0)
    }

    @Test func `a control API for other machines says what that means`() async throws {
        let ended = try await Serving.run("--control-host", "0.0.0.0") { serving in
            let control = serving.ready["controlURL"]?.string ?? ""
            #expect(control.hasPrefix("http://127.0.0.1:"))
            #expect(try await Curl.get("\(control)/health", "-H", "Host: 192.0.2.7:8500").contains("ok"))
            let port = control.split(separator: ":").last?.prefix { $0.isNumber } ?? ""
            let other = try await Mockportal.run(
                "serve", "--port", "0", "--control-host", "0.0.0.0", "--control-port", String(port))
            #expect(other.code == 2)
            #expect(other.errors.contains("port \(port) of 0.0.0.0 is taken"))
            #expect(!other.errors.contains(control))
        }
        #expect(ended == 0)
    }

    @Test func `only the command line names files`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        for name in ["served", "other"] {
            try Data(#"{"preset": "token"}"#.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name).json"))
        }
        try await Serving.run("--scenario", path + "/served.json") { serving in
            let control = serving.ready["controlURL"]?.string ?? ""
            func post(_ route: String, _ body: String) async throws -> (status: String, text: String) {
                let answer = try await Curl.get(
                    "\(control)/\(route)", "-X", "POST", "-d", body, "-w", "\n%{http_code}")
                return (String(answer.suffix(3)), answer)
            }
            for route in ["scenario", "sandboxes"] {
                for file in ["\(path)/other.json", "/etc/none.json"] {
                    let refused = try await post(route, #"{"scenario": "\#(file)"}"#)
                    #expect(refused.status == "400", "\(refused.text)")
                    for word in ["only the command line names files", "scenario"] {
                        #expect(refused.text.contains(word), "\(refused.text)")
                    }
                }
                // What the command line named can be had again, with differences of one's own.
                for body in [#"{"blueprint": {"access": "private"}}"#, #"{"scenario": "token"}"#] {
                    let made = try await post(route, body)
                    #expect(["200", "201"].contains(made.status), "\(made.text)")
                }
                let back = try await post(route, #"{"scenario": "\#(path)/served.json"}"#)
                #expect(["200", "201"].contains(back.status), "\(back.text)")
            }
        }
    }
}

/// One text that a body hands out.
actor Captured {
    private(set) var text = ""
    func keep(_ text: String) { self.text = text }
}
