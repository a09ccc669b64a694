import HTTPSemantics
import JSONValues
import MockPortalServer
import PortalJudge
import TestFolders
import Testing

/// GDAL with what lets it in (gdal.org › Configuration options › Networking).
@Suite(.gdal) struct `GDAL at the fake, signed in` {
    private static let query = "Traffic/FeatureServer/0/query?where=1%3D1&outFields=*&f=json"

    /// How many features ogrinfo counts; nil where it gets in nowhere.
    private func count(_ fake: FakePortal, _ more: String = "", environment: [String] = []) async throws -> Int? {
        let run = try await ForeignClient.run(
            "ogrinfo", ["-ro", "-al", "-so", "ESRIJSON:" + fake.service(Self.query) + more],
            environment: ["CURL_CA_BUNDLE=\(fake.authority)"] + environment)
        #expect((run.code == 0) == run.output.contains("Feature Count: "), "\(run.errors)")
        return run.output.split(separator: "\n").first { $0.hasPrefix("Feature Count: ") }
            .flatMap { Int($0.dropFirst(15)) }
    }

    /// What the portal thought of each request.
    private func codes(_ fake: FakePortal) -> Set<Int?> { Set(fake.layerRequests.map { $0.request.answer?.code }) }

    @Test func `a token in the address or in a header opens a secured layer`() async throws {
        let fake = try FakePortal("token", ["tokens": ["referer": "off"]])
        defer { fake.portal.stop() }
        let token = try fake.portal.issueToken(for: "alice").token.reveal { $0 }
        #expect(try await count(fake, "&token=\(token)") == 5)
        #expect(fake.layerRequests.allSatisfy { $0["token"] == token && $0.request.answer?.code == 200 })

        fake.portal.clearJournal()
        let headers = try fake.folder.write("X-Esri-Authorization: Bearer \(token)\n", as: "headers", mode: 0o600)
        #expect(try await count(fake, environment: ["GDAL_HTTP_HEADER_FILE=\(headers)"]) == 5)
        #expect(
            fake.layerRequests.allSatisfy {
                $0["token"] == nil && $0.request.presented.map(\.alias) == ["token#1"]
                    && $0.request.answer?.code == 200
            })
    }

    @Test func `without a token, or with one that is no longer good, it gets nothing`() async throws {
        let fake = try FakePortal("token")
        defer { fake.portal.stop() }
        #expect(try await count(fake) == nil)
        #expect(codes(fake) == [499])
        fake.portal.clearJournal()
        #expect(try await count(fake, "&token=wrong") == nil)
        #expect(codes(fake) == [498])
    }

    @Test(arguments: ["basic", "digest", "digest-sha256"])
    func `a password opens what lies behind a web tier`(preset: String) async throws {
        let fake = try FakePortal(preset, ["secured": ["Traffic"], "httpAuthentication": ["under": ["/"]]])
        defer { fake.portal.stop() }
        #expect(try await count(fake) == nil)
        #expect(Set(fake.layerRequests.map { $0.request.answer?.status }) == [401])
        fake.portal.clearJournal()
        func environment(_ password: String) -> [String] {
            ["GDAL_HTTP_AUTH=ANY", "GDAL_HTTP_USERPWD=alice:\(password)"]
        }
        #expect(try await count(fake, environment: environment(try fake.password())) == 5)
        let shown = fake.layerRequests.map(\.request.authorization)
        #expect(shown.first == .some(nil) && shown.last??.verdict == .right)
        #expect(shown.last??.scheme == (preset == "basic" ? "basic" : "digest"))
        #expect(try await count(fake, environment: environment("no")) == nil)
    }
}
