import Foundation
import JSONValues
import TestFolders
import TestRealms
import Testing

/// `mockportal conformance` and `record` of portals behind Integrated Windows Authentication.
@Suite struct `Conformance behind Windows sign-ins` {
    private static let item = "items: {public: 3a900000000000000000000000000001}"

    /// The documents below a folder as one text.
    private static func text(below folder: String) throws -> String {
        try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }.map {
            try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)
        }.joined()
    }

    private static func document(_ file: String) throws -> JSONValue {
        try JSONValue(parsing: try String(contentsOfFile: file, encoding: .utf8))
    }

    @Test func `a user name with a domain answers NTLM, and what is recorded asks for NTLM again`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        try await Serving.run("--scenario", "iwa-ntlm") { serving in
            let place = try ProfileFolder(path, serving)
            let profile = try place.profile(Self.item)
            let asked = [serving.url, "--profile", profile, "--ca-file", serving.caFile]
            let bare = try await Mockportal.run(["record"] + asked + ["--out", path + "/refused"])
            #expect(
                bare.code == 2 && bare.errors.contains(#"name accounts.webTier in the profile (NTLM: DOMAIN\name)"#),
                "\(bare.errors)")
            #expect(!bare.errors.contains("--negotiate"), "\(bare.errors)")
            _ = try place.profile(
                #"accounts: {webTier: {username: 'MOCK\alice', password: {file: password}}}"# + "\n" + Self.item)
            let done = try await Mockportal.run(
                ["conformance"] + asked + ["--row", "public-item", "--report", "json=\(path)/r.json"])
            #expect(done.code == 0, "\(done.output)\(done.errors)")
            for row in ["survey", "public-item"] { #expect(done.output.contains("✓ conformance/\(row) "), "\(row)") }
            let report = try String(contentsOfFile: path + "/r.json", encoding: .utf8)
            #expect(!report.contains(serving.password()) && !report.contains("TlRMTVNTUAAD"), "no answer of NTLM")
            let recorded = try await Mockportal.run(["record"] + asked + ["--out", path + "/recorded"])
            #expect(recorded.code == 0, "\(recorded.output)\(recorded.errors)")
            #expect(try Self.document(path + "/recorded/portal.json")["preset"] == "iwa-ntlm")
            let text = try Self.text(below: path + "/recorded")
            for word in ["alice", "Archer", serving.password()] { #expect(!text.contains(word), "\(word)") }
        }
        try await Serving.run("--scenario", path + "/recorded/portal.json") { serving in
            let login = ["--ntlm", "-u", #"MOCK\member:"# + serving.password(of: "member")]
            let done = try await Mockportal.run(
                ["-sS", "--max-time", "120", "--cacert", serving.caFile] + login + [
                    serving.url + "/sharing/rest/portals/self?f=json"
                ], program: "curl")
            #expect(
                try JSONValue(parsing: done.output)["user"]?["username"] == "member", "\(done.output)\(done.errors)")
        }
    }

    @Test func `a wrong user name is told once, as the web tier's refusal`() async throws {
        let folder = try TemporaryFolder()
        try await Serving.run("--scenario", "iwa-ntlm") { serving in
            let place = try ProfileFolder(folder.path, serving)
            let profile = try place.profile(
                #"accounts: {webTier: {username: 'ELSEWHERE\alice', password: {file: password}}}"#)
            let done = try await Mockportal.run([
                "record", serving.url, "--profile", profile, "--ca-file", serving.caFile, "--out",
                folder.path + "/none",
            ])
            #expect(done.code == 2 && done.errors.contains("refuses what the profile has: HTTP 401"), "\(done.errors)")
            #expect(!done.errors.contains("name accounts.webTier"), "\(done.errors)")
        }
    }

    @Test(.kerberos) func `a ticket, and a keytab, sign in where a host is named, and only there`() async throws {
        try await Realm.run { realm in
            try await realm.getTicket("alice", cache: "alice")
            let (holder, stranger) = (realm.variables("alice"), realm.variables("none"))
            let folder = try TemporaryFolder()
            let path = folder.path
            try await Serving.run("--scenario", "iwa-kerberos", "--keytab", realm.text("keytab")) { serving in
                let place = try ProfileFolder(path, serving)
                let profile = try place.profile(Self.item)
                let asked = [serving.url, "--profile", profile, "--ca-file", serving.caFile]
                let judged = ["conformance"] + asked + ["--row", "public-item"]
                let named = ["--negotiate", "localhost"]

                let unnamed = try await Mockportal.run(judged, environment: holder)
                #expect(!unnamed.output.contains("✓ conformance/public-item "), "\(unnamed.output)\(unnamed.errors)")
                #expect(unnamed.output.contains("sign in with a Kerberos ticket (--negotiate localhost)"))
                let without = try await Mockportal.run(judged + named, environment: stranger)
                #expect(!without.output.contains("✓ conformance/public-item "), "\(without.output)\(without.errors)")
                #expect(without.output.contains("(kerberosTicketMissing)") && without.output.contains("kinit"))

                let done = try await Mockportal.run(
                    judged + named + ["--report", "json=\(path)/r.json"], environment: holder)
                #expect(done.code == 0, "\(done.output)\(done.errors)")
                #expect(done.output.contains("✓ conformance/public-item "), "\(done.output)")
                let report = try String(contentsOfFile: path + "/r.json", encoding: .utf8)
                // A ticket's token begins with the OID of SPNEGO or of Kerberos in DER.
                #expect(!report.contains("Negotiate YI") && report.contains("--negotiate"), "the token is left out")

                let keys = ["--keytab", realm.text("usersKeytab"), "--principal", "alice@MOCK.TEST"]
                let recorded = try await Mockportal.run(
                    ["record"] + asked + named + keys + ["--out", path + "/recorded"], environment: stranger)
                #expect(recorded.code == 0, "\(recorded.output)\(recorded.errors)")
                #expect(try Self.document(path + "/recorded/portal.json")["preset"] == "iwa-kerberos")
            }
        }
    }

    @Test(.kerberos) func `a portal that does not prove itself is not recorded`() async throws {
        try await Realm.run { realm in
            try await realm.getTicket("alice", cache: "alice")
            let folder = try TemporaryFolder()
            let preset = try folder.write(
                #"{"preset": "iwa-kerberos", "httpAuthentication": {"windows": {"mutual": "withheld"}}}"#,
                as: "front.json")
            try await Serving.run("--scenario", preset, "--keytab", realm.text("keytab")) { serving in
                let place = try ProfileFolder(folder.path, serving)
                let profile = try place.profile(Self.item)
                let done = try await Mockportal.run(
                    [
                        "record", serving.url, "--profile", profile, "--ca-file", serving.caFile, "--negotiate",
                        "localhost", "--out", folder.path + "/none",
                    ], environment: realm.variables("alice"))
                #expect(
                    done.code == 2 && done.errors.contains("(mutualAuthenticationMissing)"),
                    "\(done.output)\(done.errors)")
            }
        }
    }

    @Test func `Options of tickets are checked before anything is sent`() async throws {
        for (options, words) in [
            (["--keytab", "/k"], "--keytab <file> and --principal <name> go together"),
            (["--delegate"], "--delegate needs --negotiate <host>"), (["--negotiate", "http://x/"], "--negotiate: "),
        ] {
            for command in [["conformance"], ["record", "--out", "/nowhere/out"]] {
                let done = try await Mockportal.run(
                    command + ["https://localhost:1/portal", "--profile", "/nowhere/p.yaml"] + options)
                #expect(done.code == 64 && done.errors.contains(words), "\(done.errors)")
            }
        }
    }
}
