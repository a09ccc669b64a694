import ChildProcess
import PortalJudge
import PortalScenarios
import ScenarioFormat
import TLSIdentity
import TestFolders
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What is seen of a client's processes while it runs.
@Suite struct `Watched clients` {
    private let files: TemporaryFolder

    init() throws { files = try TemporaryFolder() }

    /// A client that asks the portal something with curl, in a way of its own.
    private func results(
        _ script: String, in id: String = "connect/private-member", mode: ForeignCommand.Mode = .command
    ) async throws -> [RunResult] {
        let path = "\(files.path)/client-\(UUID().uuidString).sh"
        try ProgramFile.write("#!/bin/sh\n\(script)\n", to: path)
        var options = RunOptions()
        options.foreign = ForeignCommand(commandLine: "'\(path)'", mode: mode)
        options.timeLimit = .seconds(120)
        let library = try SharedLibrary.library
        let runner = ScenarioRunner(library: library, pki: try TestPKI(), options: options)
        return try await runner.run(try library.selected(by: [id])).results
    }

    private static let ask =
        "curl --silent --cacert \"$PORTAL_CA_FILE\" --output /dev/null \"$PORTAL_URL/sharing/rest/info?f=json\""
    /// The codes of findings about what was seen, and the evidence that was kept.
    private static func seen(_ results: [RunResult]) -> (codes: Set<String>, places: [String]) {
        let codes = results.flatMap(\.verdict.findings).map(\.code).filter {
            ["secret.in-arguments", "secret.in-environment", "secret.in-temporary-file"].contains($0)
        }
        let outputs = results.flatMap(\.evidence.output).filter { !$0.place.hasPrefix("standard ") }
        return (Set(codes), outputs.map(\.place))
    }

    #if os(Linux)
        struct Wrong: CustomTestStringConvertible, Sendable {
            let testDescription: String
            let script: String
            let code: String
            let place: String
        }

        static let wrong = [
            Wrong(
                testDescription: "a password among the arguments of curl",
                script: "\(ask) --header \"X-Note: $PORTAL_PASSWORD\"; exit 1", code: "secret.in-arguments",
                place: "arguments of curl"),
            Wrong(
                testDescription: "a password in base64 among the arguments of a child of a child",
                script:
                    "sh -c \"$(printf '%s' '\(ask) --user-agent '; printf x%s \"$PORTAL_PASSWORD\" | base64); :\"; exit 1",
                code: "secret.in-arguments", place: "arguments of curl"),
            Wrong(
                testDescription: "a password under another name", script: "OTHER=\"$PORTAL_PASSWORD\" \(ask); exit 1",
                code: "secret.in-environment", place: "environment of curl"),
            Wrong(
                testDescription: "a password that is part of another variable",
                script: "URL=\"https://alice:$PORTAL_PASSWORD@localhost\" \(ask); exit 1",
                code: "secret.in-environment", place: "environment of curl"),
            Wrong(
                testDescription: "a temporary file that is removed while it is open",
                script: """
                    place=/tmp/wrong-client.$$
                    printf %s "$PORTAL_PASSWORD" > $place; exec 7<$place; rm $place
                    \(ask); exit 1
                    """, code: "secret.in-temporary-file", place: "temporary file /tmp/wrong-client."),
        ]

        @Test(.curl, arguments: wrong)
        func `fail for secrets that other processes could see`(_ row: Wrong) async throws {
            let results = try await results(row.script)
            let (codes, places) = Self.seen(results)
            #expect(codes == [row.code], "\(results.flatMap(\.verdict.findings))")
            #expect(places.contains { $0.hasPrefix(row.place) })
            // A stored report is judged alike, and holds no secret.
            #expect(results.allSatisfy { $0.judgedAgain == $0.verdict })
        }
    #endif

    @Test(.curl)
    func `fail for a secret that they leave in a temporary folder of everybody's`() async throws {
        let place = "/tmp/wrong-client-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: place) }
        let results = try await results("printf %s \"$PORTAL_PASSWORD\" > \(place); \(Self.ask); exit 1")
        let (codes, places) = Self.seen(results)
        #expect(codes == ["secret.in-temporary-file"] && places == ["temporary file \(place)"])
    }

    /// The password of a file that a client is given with its first message is none of the portal's.
    @Test func `are searched for what was made up for their run, too`() async throws {
        let place = "/tmp/wrong-client-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: place) }
        let results = try await results(
            """
            read -r line
            password=$(printf %s "$line" | sed 's/.*"password":"\\([^"]*\\)".*/\\1/')
            : > "$TMPDIR/$password"
            mkdir -p \(place); printf %s "$password" > \(place)/$$
            exit 89
            """, in: "pki/second-account", mode: .steps)
        #expect(!results.isEmpty)
        for evidence in results.map(\.evidence) {
            let places = evidence.output.map(\.place)
            #expect(places.contains { $0.hasPrefix("temporary file \(place)/") }, "\(places)")
            #expect(places.contains { $0.hasPrefix("file name $TMPDIR/redacted-p12-") }, "\(places)")
            // Once each, as before.
            #expect(evidence.canaries.count { $0.name == "p12:alice" } == 1)
        }
    }

    @Test(.curl)
    func `may hand on what they were given as it came`() async throws {
        let results = try await results(
            "printf 'user = \"alice:%s\"' \"$PORTAL_PASSWORD\" | \(Self.ask) --config -; echo x > /tmp/right.$$; rm /tmp/right.$$; exit 1"
        )
        let (codes, places) = Self.seen(results)
        #expect(codes.isEmpty && places.isEmpty, "\(results.flatMap(\.verdict.findings))")
    }

    @Test func `keep nothing in the evidence where nothing is wrong`() async throws {
        let results = try await results("env >/dev/null; exit 1", in: "connect/anonymous-general")
        #expect(!results.isEmpty && Self.seen(results).places.isEmpty)
    }
}
