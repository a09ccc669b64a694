import Foundation
import XCTest

/// A portal of its own for each test: `portal.url`, `portal.caFile`, `portal.users` …; override `scenario` for another preset.
class MockPortalTestCase: XCTestCase {
    struct Portal: Decodable {
        struct User: Decodable { let username, password: String }
        let url: String
        let caFile: String
        let controlURL: String
        let users: [User]
    }
    class var scenario: String { "token" }
    private(set) var portal: Portal!
    private var process: Process!

    override func setUpWithError() throws {
        process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let program = ProcessInfo.processInfo.environment["MOCKPORTAL"] ?? "mockportal"
        process.arguments = [program, "serve", "--json", "--port", "0", "--exit-with-parent", "--scenario", Self.scenario]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        // The first line is written once the port accepts connections; none comes where the portal cannot start.
        var line = Data()
        while line.last != 0x0A {
            let more = try XCTUnwrap(output.fileHandleForReading.read(upToCount: 1), "mockportal did not start")
            line += more
        }
        portal = try JSONDecoder().decode(Portal.self, from: line)
    }

    override func tearDown() {
        process.terminate()
        process.waitUntilExit()
    }
}
