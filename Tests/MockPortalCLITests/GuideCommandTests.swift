import ChildProcess
import Foundation
import TestFolders
import Testing

@Suite struct `Commands of the README and the guides` {
    @Test(arguments: GuidePage.all)
    func `a command is run, or the page says why it is not`(page: GuidePage) throws {
        for block in try page.blocks().filter(\.isCommand) {
            #expect(block.remark == "run" || block.remark.hasPrefix("not run: "), "\(page.path): \(block.text)")
        }
    }

    @Test func `the README and most guides have commands`() throws {
        #expect(try GuidePage.readme.blocks().filter(\.isRun).count >= 4)
        #expect(try GuidePage.all.filter { try $0.blocks().contains(where: \.isRun) }.count >= 10)
    }

    /// Every page stands alone: its commands run in an empty folder, in the order in which they are printed.
    @Test(arguments: try GuidePage.all.filter { try $0.blocks().contains(where: \.isRun) })
    func `the commands of a page work as they are printed`(page: GuidePage) async throws {
        let folder = try TemporaryFolder()
        let script = try page.blocks().filter(\.isRun).map(\.text).joined(separator: "\n")
        let programs = URL(fileURLWithPath: Mockportal.path).deletingLastPathComponent().path
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let done = try await ChildProcess.run(
            "bash", ["-euo", "pipefail", "-c", script], folder: folder.path,
            environment: ["checkout=\(GuidePage.root.path)", "PATH=\(programs):\(path)"], streams: .pipesForEach)
        #expect(done.status == 0, "\(page.path): \(done.errors)\n\(done.output.suffix(2000))")
        #expect(page.path != "README.md" || done.output.contains("member since"))
    }

    @Test func `the Swift of the pages is the code of tests that run`() throws {
        let tests = [
            "Tests/MockPortalCLITests/ReadmeExampleTests.swift", "Tests/PortalClientTests/ReadmeExampleTests.swift",
            "Tests/PortalClientTests/ReadmeOAuthExampleTests.swift",
            "Tests/PortalClientTests/ReadmeMapExampleTests.swift", "Tests/PortalClientTests/PopupExampleTests.swift",
            "Tests/PortalClientTests/ReadmeEditingExampleTests.swift",
            "Fixtures/ExamplePackage/Package.swift", "Fixtures/ExamplePackage/Tests/MapNotesTests/SessionTests.swift",
            "Fixtures/ProcessPackage/Package.swift", "Fixtures/ProcessPackage/Tests/NotesTests/NotesTests.swift",
        ]
        let code = try tests.map { try String(contentsOf: GuidePage.root.appendingPathComponent($0), encoding: .utf8) }
        var unused = Set(tests)
        // What contributors read shows code that is not in the product.
        for page in GuidePage.all where !page.path.hasPrefix(".github/") {
            for block in try page.blocks() where block.language == "swift" {
                let holders = zip(tests, code).filter { $0.1.contains(block.text) }.map(\.0)
                #expect(!holders.isEmpty, "\(page.path): no test holds this code:\n\(block.text)")
                unused.subtract(holders)
            }
        }
        #expect(unused.isEmpty, "no page shows the code of these tests")
    }
}
