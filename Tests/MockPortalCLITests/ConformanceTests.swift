import Foundation
import JSONValues
import TestFolders
import Testing

/// `mockportal conformance` against a portal that `mockportal serve` serves in a process of its own.
@Suite struct `Conformance of a portal in another process` {
    @Test func `everything that a sound portal can show is passed, and no secret is written anywhere`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        try await Serving.run("--scenario", "token") { serving in
            let place = try ProfileFolder(path, serving)
            let profile = try place.profile(place.memberProfile)
            let done = try await Mockportal.run(
                [
                    "conformance", serving.url, "--profile", profile, "--ca-file", serving.caFile, "--report",
                    "json=\(path)/r.json", "--report", "junit=\(path)/r.xml", "--learned", "\(path)/learned.json",
                    "--explain",
                ])
            #expect(done.code == 0, "\(done.output)\(done.errors)")
            for row in [
                "survey", "C01", "C09", "T01", "T17", "T20", "T23", "S01", "S02", "L06", "public-item", "private-item",
                "F01", "W01", "W02", "W10",
            ] {
                #expect(done.output.contains("✓ conformance/\(row) "), "\(row)")
            }
            for row in [
                "C04", "T12", "N01", "N08", "N14", "S11", "S14", "P10", "P11", "O01", "O09", "O14", "O18", "Z01",
            ] {
                #expect(done.output.contains("– conformance/\(row)   not applicable: "), "\(row)")
            }
            #expect(done.output.contains("generateToken: nothing asked, 120 min granted"))
            #expect(done.output.contains("compared with the fake's (preset token): 0 differences"), "\(done.output)")
            let report = try String(contentsOfFile: path + "/r.json", encoding: .utf8)
            #expect(report.contains("portalName"), "the answers' bytes are evidence")
            let learned = try String(contentsOfFile: path + "/learned.json", encoding: .utf8)
            #expect(try JSONValue(parsing: learned)["portal"]?["view"] == "organization")
            let texts = [
                done.output, done.errors, report, learned, try String(contentsOfFile: path + "/r.xml", encoding: .utf8),
            ]
            for text in texts { #expect(!text.contains(serving.password())) }
            for token in try await serving.tokens() {
                for text in texts { #expect(!text.contains(token)) }
            }
            // The stored report gives the same verdicts.
            let again = try await Mockportal.run(["judge", path + "/r.json"])
            #expect(again.code == 0, "\(again.output)\(again.errors)")
        }
    }

    /// A portal that breaks one rule, and what is said of it.
    struct Broken: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// What the blueprint adds to the preset `token`.
        let blueprint: String
        let row: String
        let code: String
    }

    static let broken = [
        Broken(
            testDescription: "portals/self answers with HTTP 500",
            blueprint: #""faults": [{"operation": "portals/self", "play": {"status": 500}}]"#, row: "survey",
            code: "portal.http-status"),
        Broken(
            testDescription: "an HTML page comes for the properties",
            blueprint:
                #""answers": [{"operation": "portals/self", "status": 200, "body": "<!doctype html><html><head><title>Sign In</title></head></html>"}]"#,
            row: "C01", code: "portal.html"),
        Broken(
            testDescription: "generateToken answers 401",
            blueprint:
                #""answers": [{"operation": "generateToken", "status": 401, "contentType": "application/json", "body": {"error": {"code": 401, "message": "no", "details": []}}}]"#,
            row: "C09", code: "portal.http-status"),
        Broken(
            testDescription: "a token does not say when it ends", blueprint: #""tokens": {"expires": false}"#,
            row: "C09", code: "portal.field-missing"),
        Broken(
            testDescription: "the referer is not looked at", blueprint: #""tokens": {"referer": "off"}"#, row: "T20",
            code: "portal.referer-not-enforced"),
        Broken(
            testDescription: "an error's code is a text", blueprint: #""tokens": {"shape": "stringCode"}"#, row: "T17",
            code: "portal.error-code"),
        Broken(
            testDescription: "a refused token has an HTTP status", blueprint: #""tokens": {"shape": "status"}"#,
            row: "T17", code: "portal.http-status"),
        Broken(
            testDescription: "a member has another type",
            blueprint:
                #""answers": [{"operation": "portals/self", "status": 200, "contentType": "application/json", "body": {"portalName": 7, "isPortal": true, "id": "cItYGiS000000001", "access": "public"}}]"#,
            row: "C01", code: "portal.field-type"),
        Broken(
            testDescription: "the security is described without authInfo",
            blueprint:
                #""answers": [{"operation": "info", "status": 200, "contentType": "application/json", "body": {"owningSystemUrl": "{{portal}}"}}]"#,
            row: "survey", code: "portal.field-missing"),
        Broken(
            testDescription: "the certificate has expired", blueprint: #""tls": {"certificate": "expired"}"#,
            row: "S11",
            code: "portal.certificate-expired"),
        Broken(
            testDescription: "the certificate is for another host", blueprint: #""tls": {"certificate": "wrong-host"}"#,
            row: "S14", code: "portal.certificate-host"),
        Broken(
            testDescription: "every token is refused", blueprint: #""tokens": {"refuse": "all"}"#, row: "C09",
            code: "portal.token-refused"),
    ]

    @Test(arguments: broken) func `a broken rule is found and the portal is blamed`(_ rule: Broken) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        let blueprint = path + "/broken.json"
        try Data("{\"preset\": \"token\", \(rule.blueprint)}".utf8).write(to: URL(fileURLWithPath: blueprint))
        try await Serving.run("--scenario", blueprint) { serving in
            let place = try ProfileFolder(path, serving)
            let profile = try place.profile(place.memberProfile)
            let done = try await Mockportal.run(
                [
                    "conformance", serving.url, "--profile", profile, "--ca-file", serving.caFile, "--report",
                    "json=\(path)/r.json",
                ])
            #expect(done.code == 1, "\(done.output)\(done.errors)")
            let report = try JSONValue(parsing: try String(contentsOfFile: path + "/r.json", encoding: .utf8))
            let codes = report.findingCodes
            #expect(codes[rule.row]?.contains(rule.code) == true, "\(codes)\n\(done.output)")
            #expect(codes.values.joined().allSatisfy { $0.hasPrefix("portal.") }, "only the portal is blamed: \(codes)")
        }
    }

    @Test func `What a map's addresses and a portal's properties hold of secrets stands in no report`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        try await Serving.run("--scenario", "token") { serving in
            let place = try ProfileFolder(path, serving)
            let profile = try place.profile(
                """
                accounts: {member: {username: alice, password: {file: password}}}
                maps: {public: 3a900000000000000000000000000005}
                """)
            let done = try await Mockportal.run(
                [
                    "conformance", serving.url, "--profile", profile, "--ca-file", serving.caFile, "--row", "C09",
                    "--row", "W01", "--row", "W10", "--report", "json=\(path)/r.json",
                ])
            #expect(done.code == 0 && done.output.contains("✓ conformance/W10 "), "\(done.output)\(done.errors)")
            let report = try String(contentsOfFile: path + "/r.json", encoding: .utf8)
            #expect(report.contains("Parking in three dimensions"), "the map's document is evidence")
            for secret in ["a-token-of-2011", "mock-bing-key-city"] { #expect(!report.contains(secret), "\(secret)") }
        }
    }

    @Test func `GitHub is told of departures where it asks`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        try Data(#"{"preset": "token", "tokens": {"referer": "off"}}"#.utf8).write(
            to: URL(fileURLWithPath: path + "/broken.json"))
        try await Serving.run("--scenario", path + "/broken.json") { serving in
            let place = try ProfileFolder(path, serving)
            let profile = try place.profile(place.memberProfile)
            let line = [
                "conformance", serving.url, "--profile", profile, "--ca-file", serving.caFile, "--row", "T20",
            ]
            let told = try await Mockportal.run(
                line, environment: ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": path + "/summary.md"])
            #expect(told.code == 1 && told.output.contains("\n::error title=conformance/T20::the portal departed"))
            let summary = try String(contentsOfFile: path + "/summary.md", encoding: .utf8)
            #expect(summary.contains("| conformance/T20") && !summary.contains(serving.password()), "\(summary)")
            let silent = try await Mockportal.run(line, environment: ["GITHUB_ACTIONS": ""])
            #expect(silent.code == 1 && !silent.output.contains("::error"))
        }
    }

    @Test func `an application signs in as itself`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        try await Serving.run("--scenario", "oauth-app") { serving in
            let place = try ProfileFolder(path, serving)
            let application = try #require(
                serving.ready["oauthClients"]?.array?.first { $0["clientSecret"]?.string != nil })
            try place.write((application["clientSecret"]?.string ?? "") + "\n", as: "secret")
            let profile = try place.profile(
                "oauth: {clientID: \(application["clientID"]?.string ?? ""), clientSecret: {file: secret}}")
            let done = try await Mockportal.run(
                ["conformance", serving.url, "--profile", profile, "--ca-file", serving.caFile, "--row", "O18"])
            #expect(done.code == 0, "\(done.output)\(done.errors)")
            #expect(done.output.contains("✓ conformance/O18"), "\(done.output)")
        }
    }

    @Test func `what was recorded can be served, plays the same flow and holds no personal data`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        try await Serving.run("--scenario", "token") { serving in
            let place = try ProfileFolder(path, serving)
            let profile = try place.profile(place.memberProfile)
            let done = try await Mockportal.run(
                ["record", serving.url, "--profile", profile, "--ca-file", serving.caFile, "--out", path + "/recorded"])
            #expect(done.code == 0, "\(done.output)\(done.errors)")
            let recorded = try Self.text(below: path + "/recorded")
            for word in [
                "alice", "Alice", "Archer", "City GIS", "Maps of the city", "cItYGiS", "localhost", "3a9000",
                "city.example", "Streets", "Traffic", serving.password(),
            ] {
                #expect(!recorded.contains(word), "\(word)")
            }
        }
        try await Serving.run("--scenario", path + "/recorded/portal.json") { serving in
            #expect(!serving.password(of: "member").isEmpty)
            let place = try ProfileFolder(path, serving, user: "member")
            let profile = try place.profile(
                """
                accounts: {member: {username: member, password: {file: password}}}
                items: {public: 5c0000000000000000000000000000a1, private: 5c0000000000000000000000000000a2}
                service: \(serving.url.replacingOccurrences(of: "/portal", with: "/server"))/rest/services/Recorded/FeatureServer
                """)
            let done = try await Mockportal.run(
                ["conformance", serving.url, "--profile", profile, "--ca-file", serving.caFile])
            #expect(done.code == 0, "\(done.output)\(done.errors)")
            for row in ["C01", "C09", "T01", "T23", "public-item", "private-item"] {
                #expect(done.output.contains("✓ conformance/\(row) "), "\(row)\n\(done.output)")
            }
        }
    }

    private static func text(below folder: String) throws -> String {
        try (FileManager.default.subpathsOfDirectory(atPath: folder)).filter { $0.hasSuffix(".json") }.map {
            try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)
        }.joined()
    }
}

extension JSONValue {
    /// The codes of a report's findings, by row.
    fileprivate var findingCodes: [String: [String]] {
        var codes: [String: [String]] = [:]
        for scenario in self["scenarios"]?.array ?? [] {
            let row = scenario["id"]?.string?.split(separator: "/").last.map(String.init) ?? ""
            codes[row] = scenario["findings"]?.array?.compactMap { $0["code"]?.string } ?? []
        }
        return codes
    }
}

extension Serving {
    /// The tokens that the portal's journal has seen in requests.
    fileprivate func tokens() async throws -> [String] {
        let journal = try JSONValue(parsing: try await Curl.get((ready["controlURL"]?.string ?? "") + "/journal"))
        return (journal["requests"]?.array ?? []).flatMap { $0["headers"]?.array ?? [] }.compactMap { field in
            guard field["name"]?.string == "X-Esri-Authorization", let value = field["value"]?.string else {
                return nil
            }
            return String(value.dropFirst("Bearer ".count))
        }.filter { $0.count > 16 }
    }
}
