import Foundation
import Platform
import Testing

@testable import PortalScenarios

@Suite struct `The folder of a run` {
    private let sandbox: ForeignSandbox

    init() throws { sandbox = try ForeignSandbox() }

    private func mode(_ path: String) -> UInt32 {
        var facts = stat()
        stat(path, &facts)
        return UInt32(facts.st_mode) & 0o777
    }

    @Test func `has files that only their owner may read, each as it was written last`() throws {
        defer { sandbox.remove() }
        let first = try sandbox.write(Data("first".utf8), as: "ca.pem")
        let open = try #require(FileHandle(forReadingAtPath: first))
        let second = try sandbox.write(Data("second, and longer".utf8), as: "ca.pem")
        #expect(first == second && mode(first) == 0o600)
        #expect(FileManager.default.contents(atPath: second) == Data("second, and longer".utf8))
        // What was opened before stays whole.
        #expect(try open.readToEnd() == Data("first".utf8))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: sandbox.path).sorted() == ["ca.pem", "home", "tmp"])
    }

    @Test func `says so where a file cannot be written`() throws {
        sandbox.remove()
        #expect(throws: ForeignCommandError.self) { try sandbox.write(Data(), as: "ca.pem") }
    }
}
