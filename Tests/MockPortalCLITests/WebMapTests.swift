import Foundation
import JSONValues
import Testing

@Suite struct WebMapGoldens {
    private func show(_ serving: Serving, _ id: String, as user: String? = nil) async throws -> Mockportal {
        let arguments = ["webmap", serving.url, id, "--ca-file", serving.caFile]
        guard let user else { return try await Mockportal.run(arguments, input: "") }
        return try await Mockportal.run(
            arguments + ["--user", user, "--password-stdin"], input: serving.password(of: user) + "\n")
    }

    /// The address of the portal changes from run to run.
    private func masked(_ text: String, _ serving: Serving) -> String {
        let origin = URL(string: serving.url).flatMap { "\($0.scheme ?? "")://\($0.host ?? ""):\($0.port ?? 0)" } ?? ""
        return text.replacingOccurrences(of: origin, with: "https://localhost:8443")
    }

    private static let roads = "3a900000000000000000000000000003"
    private static let secured = "3a900000000000000000000000000004"
    private static let bing = "3a900000000000000000000000000005"

    @Test func `A map is a tree with the states of its layers`() async throws {
        try await Serving.run("--scenario", "token") { serving in
            let plain = try await show(serving, Self.roads)
            #expect(plain.code == 0, "\(plain.errors)")
            try Golden.check(masked(plain.output, serving), against: "webmap-public")
            let alice = try await show(serving, Self.secured, as: "alice")
            #expect(alice.code == 0 && alice.output.contains("4 of 4 layers loaded"), "\(alice.errors)")
        }
    }

    @Test func `Of layers that fail it says why, and what would mend them`() async throws {
        try await Serving.run("--scenario", "token") { serving in
            let stranger = try await show(serving, Self.secured)
            #expect(stranger.code == 1 && stranger.errors.isEmpty, "\(stranger.errors)")
            try Golden.check(masked(stranger.output, serving), against: "webmap-stranger")
            let bob = try await show(serving, Self.secured, as: "bob")
            #expect(bob.code == 1)
            try Golden.check(masked(bob.output, serving), against: "webmap-denied")
            let bing = try await show(serving, Self.bing)
            #expect(bing.code == 1)
            try Golden.check(masked(bing.output, serving), against: "webmap-bing")
        }
    }

    @Test func `The certificate of a layer's host is trusted by its fingerprint, at that host alone`() async throws {
        try await Serving.run("--scenario", "trust/layer-of-a-map") { serving in
            let map = "3a900000000000000000000000000001"
            let refused = try await show(serving, map)
            #expect(refused.code == 1, "\(refused.errors)")
            let mark = "or --trust "
            let words = try #require(refused.output.firstRange(of: mark).map { refused.output[$0.upperBound...] })
            let exception = String(words.prefix { !$0.isWhitespace })
            #expect(exception.hasPrefix("127.0.0.2:"), "\(refused.output)")
            let trust = { (text: String) in
                try await Mockportal.run(
                    ["webmap", serving.url, map, "--ca-file", serving.caFile, "--trust", text], input: "")
            }
            let loaded = try await trust(exception)
            #expect(loaded.code == 0 && loaded.output.contains("1 of 1 layer loaded"), "\(loaded.output)")
            let elsewhere = try await trust(exception.replacing("127.0.0.2", with: "127.0.0.9"))
            #expect(elsewhere.code == 1 && elsewhere.output.contains("1 failed"), "\(elsewhere.output)")
            let bare = try await trust(String(exception.drop { $0 != "=" }.dropFirst()))
            #expect(bare.code == 1, "a fingerprint alone is for the portal: \(bare.output)")
            let nowhere = try await trust("a b" + exception.drop { $0 != "=" })
            #expect(nowhere.code == 64 && nowhere.errors.contains("is no host"), "\(nowhere.errors)")
        }
    }

    @Test func `What is no web map, or may not be seen, is one clear line`() async throws {
        try await Serving.run("--scenario", "token") { serving in
            let other = try await show(serving, "5e210000000000000000000000000002")
            #expect(other.code == 1 && other.output.isEmpty)
            #expect(other.errors.contains("is a Feature Service, not a Web Map"), "\(other.errors)")
            let hidden = try await show(serving, "3a900000000000000000000000000019")
            #expect(hidden.code == 1 && hidden.errors.contains("--password-stdin"), "\(hidden.errors)")
            let missing = try await show(serving, "3a90000000000000000000000000ffff")
            #expect(missing.code == 1 && missing.errors.contains("does not exist"), "\(missing.errors)")
        }
    }
}
