import Foundation
import JSONValues
import TestFolders
import Testing

/// `mockportal record` of portals behind a gate: what comes of it is served without one, and shows no secret.
@Suite struct `Recording behind a gate` {
    struct Gate: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let preset: String
        /// The line of the profile that gets through the gate.
        let key: String
        /// A fragment of the message where the profile lacks it.
        let obstacle: String
    }

    static let gates = [
        Gate(
            testDescription: "Basic", preset: "basic",
            key: "accounts: {webTier: {username: alice, password: {file: password}}}", obstacle: "refuses"),
        Gate(
            testDescription: "a client certificate", preset: "pki-nginx",
            key: "identity: {p12: {file: alice.p12}, password: {file: p12.password}}", obstacle: "refuses"),
        Gate(
            testDescription: "a client certificate in the handshake", preset: "pki",
            key: "identity: {p12: {file: alice.p12}, password: {file: p12.password}}", obstacle: "client certificate"),
    ]

    @Test(arguments: gates) func `records a user who gets through`(_ gate: Gate) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        try await Serving.run("--scenario", gate.preset) { serving in
            let place = try ProfileFolder(path, serving)
            var secrets = [serving.password()]
            if let alice = serving.ready["identities"]?.array?.first(where: { $0["name"]?.string == "alice" }) {
                let password = alice["password"]?.string ?? ""
                secrets.append(password)
                try place.write(password + "\n", as: "p12.password")
                try FileManager.default.copyItem(atPath: alice["p12File"]?.string ?? "", toPath: path + "/alice.p12")
            }
            let known = try place.profile("items: {public: 3a900000000000000000000000000001}")
            let record = ["record", serving.url, "--profile", known, "--ca-file", serving.caFile, "--out"]
            let refused = try await Mockportal.run(record + [path + "/refused"])
            #expect(refused.code == 2 && refused.errors.contains(gate.obstacle), "\(refused.errors)")
            #expect(!FileManager.default.fileExists(atPath: path + "/refused"))
            _ = try place.profile("\(gate.key)\nitems: {public: 3a900000000000000000000000000001}")
            let done = try await Mockportal.run(record + [path + "/recorded"])
            #expect(done.code == 0, "\(done.output)\(done.errors)")
            let files = try FileManager.default.subpathsOfDirectory(atPath: path + "/recorded")
            let text = try files.filter { $0.hasSuffix(".json") }.map {
                try String(contentsOfFile: "\(path)/recorded/\($0)", encoding: .utf8)
            }.joined()
            for secret in secrets { #expect(!text.contains(secret) && !done.output.contains(secret)) }
            for name in ["Alice", "Archer", "alice@"] { #expect(!text.contains(name), "\(name)") }
        }
        // The gate is there again, and the recorded user gets through it.
        try await Serving.run("--scenario", path + "/recorded/portal.json") { serving in
            let own = serving.url + "/sharing/rest/portals/self?f=json"
            let trust = ["-sS", "--max-time", "120", "--cacert", serving.caFile, own]
            let stranger = try await Mockportal.run(trust, program: "curl")
            #expect(!stranger.output.contains("portalName"), "\(stranger.output)")
            let identity = serving.ready["identities"]?.array?.first
            let credential =
                identity.map { ["--cert", $0["pemFile"]?.string ?? "", "--key", $0["keyFile"]?.string ?? ""] }
                ?? ["--user", "member:\(serving.password(of: "member"))"]
            let member = try await Mockportal.run(trust + credential, program: "curl")
            let document = try JSONValue(parsing: member.output)
            #expect(document["user"]?["username"] == "member", "\(member.output)\(member.errors)")
        }
    }
}

@Suite struct `A place for a recording` {
    @Test(arguments: ["portal.json", "world"])
    func `that is taken, if only by a link to nothing, is refused before the portal is asked`(name: String) async throws
    {
        let folder = try TemporaryFolder()
        let out = folder.path + "/recorded"
        let profile = try folder.write("items: {public: 3a900000000000000000000000000001}\n", as: "profile.yaml")
        try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: "\(out)/\(name)", withDestinationPath: folder.path + "/elsewhere")
        let done = try await Mockportal.run(
            "record", "https://127.0.0.1:1/portal", "--profile", profile, "--out", out)
        #expect(done.code == 64, "\(done.errors)")
        #expect(
            done.errors
                == "mockportal: \(out)/\(name) is there already, and record replaces nothing. Name a new folder.\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: out) == [name])
    }
}
