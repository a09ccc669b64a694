import Fuzzing
import JSONValues
import MockPortalServer
import PortalJudge
import PortalTransport
import ScenarioFormat
import Testing

@testable import PortalConformance

/// A portal whose answers are well-formed, and hold what no reader thought of.
@Suite struct `Portals that answer anything` {
    private static let seeds = 1...2

    private static let rows = [
        "C01", "C04", "C09", "T01", "T12", "T17", "T20", "T23", "F01", "N01", "O09", "O14", "W01", "Z01", "L06",
        "public-item", "private-item",
    ]

    private static func change(_ options: inout ConformanceOptions, _ kind: StrangeDocument, _ seed: Int) {
        options.pause = { _ in }
        options.wire = {
            ChangedTransport(transport: $0, reading: { $1.body = kind.changed($1.body, seed: seed) }, change: { _ in })
        }
    }

    @Test(arguments: StrangeDocument.allCases, seeds)
    func `get a verdict on each row`(_ kind: StrangeDocument, _ seed: Int) async throws {
        let bench = try ConformanceBench()
        defer { bench.portal.stop() }
        let done = try await bench.report(Self.rows, more: "tokenLifetime: 1m") { Self.change(&$0, kind, seed) }
        #expect(Set(Self.rows).isSubset(of: done.report.results.map { String($0.scenario.split(separator: "/")[1]) }))
    }

    @Test(arguments: StrangeDocument.allCases, seeds)
    func `are recorded, or refused in words`(_ kind: StrangeDocument, _ seed: Int) async throws {
        let bench = try ConformanceBench()
        defer { bench.portal.stop() }
        do {
            let recorded = try await bench.record { Self.change(&$0, kind, seed) }
            for (_, document) in recorded.files {
                #expect(try JSONValue(parsing: document.text()) == document)
            }
        } catch let error as ConformanceError {
            #expect(!"\(error)".isEmpty)
        }
    }

    @Test func `may have maps of very many layers, of which few are asked about`() async throws {
        let bench = try ConformanceBench()
        defer { bench.portal.stop() }
        let map = "3a900000000000000000000000000004"
        let layers = (0..<20_000).map { number in
            #"{"layerType": "Made\#(number)", "url": "https://elsewhere.test/rest/services/a\#(number)/MapServer"}"#
        }
        let own = (0..<40).map { number -> String in
            // Of a type whose name is longer than is asked about.
            let type = number == 0 ? String(repeating: "x", count: 65) : "Made\(number)"
            return
                #"{"layerType": "\#(type)", "url": "\#(bench.portal.serverURL)/rest/services/Made/MapServer/\#(number)"}"#
        }
        let body = #"{"baseMap": {}, "operationalLayers": [\#((layers + own).joined(separator: ","))]}"#
        let done = try await bench.report(["C01"], more: "maps: {public: \(map)}") { options in
            options.wire = {
                ChangedTransport(
                    transport: $0,
                    reading: { request, response in
                        if request.url.contains("\(map)/data") { response.body = Array(body.utf8) }
                    }, change: { _ in })
            }
        }
        let asked = Set(
            done.exchanges.map { $0.request.url.prefix { $0 != "?" } }.filter { $0.contains("/Made/MapServer/") })
        #expect(asked.count == 16, "\(asked)")
        #expect(!asked.contains { $0.hasSuffix("/Made/MapServer/0") }, "\(asked)")
        #expect(!done.exchanges.contains { $0.request.url.contains("elsewhere.test") })
    }

    @Test(arguments: [Int64.min, .min + 1, -1, .max])
    func `may say of a token that it ends at any moment`(_ moment: Int64) async throws {
        let bench = try ConformanceBench()
        defer { bench.portal.stop() }
        let change: (inout ConformanceOptions) -> Void = { options in
            options.pause = { _ in }
            options.wire = {
                ChangedTransport(
                    transport: $0,
                    reading: { _, response in
                        guard var answer = try? JSONValue(parsing: response.body), answer["expires"] != nil else {
                            return
                        }
                        answer["expires"] = .integer(moment)
                        response.body = Array(answer.text().utf8)
                    }, change: { _ in })
            }
        }
        let done = try await bench.report(["T01", "T12"], more: "tokenLifetime: 1m", change)
        #expect(done.report.results.contains { $0.verdict.findings.contains { $0.code == "portal.expires" } })
        let lifetime = try #require(
            try await bench.record(change).files.compactMap { $0.value["tokens"]?["lifetime"] }.first)
        #expect(lifetime == (moment > 0 ? "527040m" : "1m"))
    }
}
