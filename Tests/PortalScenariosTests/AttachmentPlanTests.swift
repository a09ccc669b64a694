import JSONValues
import TestFolders
import Testing

@testable import PortalScenarios

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite struct `Files to attach` {
    private let files: TemporaryFolder

    init() throws { files = try TemporaryFolder() }

    private func plan(named name: String) throws -> AttachmentPlan {
        try AttachmentPlan(
            DocumentReader(["name": .string(name), "path": 3], source: "test", keys: AttachmentPlan.keys))
    }

    @Test func `are written into a folder of their own`() throws {
        try files.write("key", as: "import-1.p12")
        let upload = try plan(named: "import-1.p12").upload(below: files.path)
        #expect(upload != nil)
        #expect(FileManager.default.contents(atPath: "\(files.path)/import-1.p12") == Data("key".utf8))
        #expect(FileManager.default.contents(atPath: "\(files.path)/attachments/import-1.p12")?.count == 3)
    }

    @Test func `follow no link`() throws {
        let victim = try files.write("untouched", as: "victim")
        try FileManager.default.createDirectory(
            atPath: "\(files.path)/attachments", withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: "\(files.path)/attachments/note.txt", withDestinationPath: victim)
        let upload = try plan(named: "note.txt").upload(below: files.path)
        #expect(upload == nil)
        #expect(FileManager.default.contents(atPath: victim) == Data("untouched".utf8))
    }
}
