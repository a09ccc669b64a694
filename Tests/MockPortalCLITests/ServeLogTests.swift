import ChildProcess
import Foundation
import JSONValues
import Platform
import TestFolders
import Testing

/// What `serve -v` and `serve --log` print while they serve.
struct `Log of a served portal` {
    /// Serves while a body runs, then ends it, and gives all lines behind the first one with what the body returned.
    private func log(
        _ arguments: [String], body: @Sendable (JSONValue) async throws -> Void
    ) async throws -> [String] {
        let child = try ChildProcess(
            Mockportal.path, ["serve", "--json", "--port", "0"] + arguments, streams: .pipesForEach)
        child.closeInput()
        async let errors = child.readErrors()
        do {
            guard let line = await child.nextLine() else { throw Serving.NotReady(description: await errors) }
            try await body(try JSONValue(parsing: line))
        } catch {
            child.stop()
            throw error
        }
        child.send(SIGTERM)
        let rest = await child.readToEnd()
        #expect(await child.wait() == 0)
        return rest.split(separator: "\n").map(String.init)
    }

    /// Signs alice in with her password in the query, asks with her token, and comes with a flawed trust.
    @Sendable private static func ask(_ ready: JSONValue) async throws {
        let url = ready["url"]?.string ?? "", authority = ready["caFile"]?.string ?? ""
        let password = ready["users"]?.array?.first { $0["username"] == "alice" }?["password"]?.string ?? ""
        let answer = try await Curl.get(
            "\(url)/sharing/rest/generateToken", authority: authority, "-d", "username=alice", "--data-urlencode",
            "password=\(password)", "-d", "client=requestip", "-d", "f=json")
        let token = try JSONValue(parsing: answer)["token"]?.string ?? ""
        _ = try await Curl.get("\(url)/sharing/rest/portals/self?f=json&token=\(token)", authority: authority, "-g")
        _ = try await ChildProcess.run("curl", ["-q", "-sS", url], streams: .pipesForEach)
        // The portal may serve others before it reads the alert.
        let journal = (ready["controlURL"]?.string ?? "") + "/journal"
        var told = ""
        repeat { told = try await Curl.get(journal) } while !told.isEmpty && !told.contains("refusedByClient")
        _ = try await Curl.get(
            "\(url)/sharing/rest/%1b[31m\u{202e}?f=json&password=\(password)", authority: authority, "-g")
        // A password where none belongs: as a name of a server, as a method, and as a scheme.
        _ = try? await Curl.get(
            "https://\(password)/portal", "-k", "--connect-to", "::\(url.split(separator: "/")[1])", "-X", password,
            "-H",
            "Authorization: \(password) x")
    }

    @Test func `is an object per event for programs, behind the ready object`() async throws {
        let lines = try await log(["--log", "json"], body: Self.ask)
        let events = try lines.map { try JSONValue(parsing: $0) }
        #expect(events.allSatisfy { $0["version"] == 1 && $0["time"]?.string?.hasSuffix("Z") == true })
        let requests = events.filter { $0["event"] == "request" }
        #expect(requests.map { $0["request"]?.integer } == [1, 2, 3, 4], "\(lines)")
        #expect(requests[0]["user"] == "alice" && requests[0]["issued"] == ["token#1"] && requests[0]["status"] == 200)
        #expect(requests[1]["tokens"] == [["alias": "token#1", "carrier": "query"]] && requests[1]["user"] == "alice")
        #expect(requests[1]["target"]?.string?.contains("token=redacted-token-1") == true, "\(requests[1])")
        #expect(requests[2]["decision"]?["passed"] == false && requests[2]["code"] != nil)
        let refused = events.first { $0["tls"]?["outcome"] == "refusedByClient" }
        #expect(
            refused?["tls"]?["alert"]?["name"] == "unknown_ca" && refused?["tls"]?["certificate"] == "good", "\(lines)")
    }

    @Test func `is a line per event for people, in which nothing acts on a terminal and no secret stands`() async throws
    {
        let secrets = Captured()
        let lines = try await log(["-v"]) { ready in
            try await Self.ask(ready)
            await secrets.keep(ready["users"]?.array?.first { $0["username"] == "alice" }?["password"]?.string ?? "")
        }
        let text = lines.joined(separator: "\n")
        #expect(lines.first?.hasSuffix("by the portal's clock, UTC") == true)
        for word in [
            "POST  /portal/sharing/rest/generateToken  alice", "-> token#1", "alice token#1", "token=redacted-token-1",
            "handshake refused by the client: unknown_ca (48)", "cert=good", "password=redacted-password-alice",
        ] { #expect(text.contains(word), "\(word) in \(text)") }
        let secret = await secrets.text
        #expect(!secret.isEmpty && !text.lowercased().contains(secret.lowercased()), "\(text)")
        #expect(text.contains("redacted-password-alice  /portal"))
        #expect(
            text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0.value != 0x7F && $0 != "\u{202E}" })
    }

    @Test func `holds a secret in small letters where these make another word, and not in the name of a server`()
        async throws
    {
        let folder = try TemporaryFolder()
        let blueprint = try folder.write(
            #"{"preset": "token", "accounts": {"alice": {"password": "Rosalind"}}}"#, as: "portal.json")
        let text = try await log(["-v", "--scenario", blueprint]) { ready in
            let url = ready["url"]?.string ?? ""
            _ = try await Curl.get(
                "\(url)/sharing/rest/info?f=json&user=rosalind&title=Rosalind",
                authority: ready["caFile"]?.string ?? "")
            _ = try? await Curl.get(
                "https://Rosalind/portal", "-k", "--connect-to", "::\(url.split(separator: "/")[1])")
            // In hexadecimal, which is found in small letters too.
            _ = try? await Curl.get(
                "https://526f73616c696e64.test/portal", "-k", "--connect-to", "::\(url.split(separator: "/")[1])")
            _ = try await Curl.get(
                url, authority: ready["caFile"]?.string ?? "", "--request-target", "https://rosalind/portal")
        }.joined(separator: "\n")
        #expect(text.contains("user=rosalind&title=redacted-password-alice"), "\(text)")
        #expect(text.contains("sni=redacted-password-alice"), "\(text)")
        #expect(text.contains("redacted-password-alice.test") && !text.contains("526f73616c696e64"), "\(text)")
        #expect(text.contains("https://redacted-password-alice/portal"), "\(text)")
    }

    @Test func `goes on with what the control API puts in the portal's place`() async throws {
        let lines = try await log(["--log", "json"]) { ready in
            let control = ready["controlURL"]?.string ?? "", url = ready["url"]?.string ?? ""
            _ = try await Curl.get("\(control)/scenario", "-X", "POST", "-d", #"{"scenario":"anonymous"}"#)
            _ = try await Curl.get("\(url)/sharing/rest/info?f=json", authority: ready["caFile"]?.string ?? "")
            _ = try await Curl.get("\(control)/clock", "-X", "POST", "-d", #"{"advance":"24h"}"#)
            _ = try await Curl.get("\(control)/journal", "-X", "DELETE")
        }
        let events = try lines.map { try JSONValue(parsing: $0)["event"]?.string ?? "" }
        #expect(
            events == ["scenario", "connection", "request", "cleared"]
                || events == ["connection", "scenario", "request", "cleared"], "\(lines)")
    }

    /// Signs in a hundred times, each token being used at once where nothing but the redaction hides it.
    private static let signIns = #"""
        import http.client, json, ssl, sys, urllib.parse
        address, authority, password = urllib.parse.urlsplit(sys.argv[1]), sys.argv[2], sys.argv[3]
        connection = http.client.HTTPSConnection(address.netloc, context=ssl.create_default_context(cafile=authority))
        form = urllib.parse.urlencode(dict(username="alice", password=password, client="requestip", f="json"))
        for _ in range(100):
            connection.request("POST", address.path + "/sharing/rest/generateToken", form,
                {"Content-Type": "application/x-www-form-urlencoded"})
            token = json.load(connection.getresponse())["token"]
            print(token)
            connection.request("GET", address.path + "/sharing/rest/zz" + token)
            connection.getresponse().read()
        """#

    @Test func `holds no token that was used as soon as it was made`() async throws {
        let tokens = Captured()
        let lines = try await log(["-v"]) { ready in
            let password = ready["users"]?.array?.first { $0["username"] == "alice" }?["password"]?.string ?? ""
            await tokens.keep(
                try await ChildProcess.run(
                    "python3",
                    ["-c", Self.signIns, ready["url"]?.string ?? "", ready["caFile"]?.string ?? "", password]
                ).output)
        }
        let text = lines.joined(separator: "\n")
        let issued = await tokens.text.split(separator: "\n")
        #expect(issued.count == 100 && !lines.isEmpty)
        let shown = issued.filter { text.contains($0) }
        #expect(shown.isEmpty, "\(shown.count) tokens are shown, such as \(shown.first ?? "")")
    }

    @Test func `is not there unless it is asked for`() async throws {
        #expect(try await log([], body: Self.ask).isEmpty)
    }

    #if os(Linux)
        @Test func `is coloured and fits where it is shown on a terminal`() async throws {
            let terminal = try PseudoTerminal(
                ["-c", "stty cols 70; export TERM=xterm NO_COLOR=; exec \"$0\" serve --port 0 -v", Mockportal.path],
                program: "sh")
            try await terminal.expect("Control-C ends it.")
            let url = terminal.shown.split(whereSeparator: \.isWhitespace).first { $0.hasPrefix("https://") } ?? ""
            let curl = ["-q", "-sSk", "\(url)/sharing/rest/info?f=json&" + String(repeating: "x", count: 200)]
            _ = try await ChildProcess.run("curl", curl, streams: .pipesForEach)
            try await terminal.expect("GET")
            try terminal.type("\u{3}")
            _ = await terminal.end()
            let line = terminal.shown.split(whereSeparator: \.isNewline).last { $0.contains("GET") } ?? ""
            #expect(line.contains("\u{1B}[32m200"), "\(line)")
            let plain = line.replacing(/\u{1B}\[[0-9]+m/, with: "")
            #expect(plain.count <= 70 && plain.contains("…"), "\(plain)")
        }
    #endif
}
