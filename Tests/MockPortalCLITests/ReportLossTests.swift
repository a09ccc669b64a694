import ChildProcess
import Foundation
import TestFolders
import Testing

/// Reports that cannot be written, or not yet: they cost neither the others nor the verdict.
@Suite struct `Reports that cannot be written` {
    /// A folder with a client that fails, and takes the place of a report away.
    private static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path + "/gone", withIntermediateDirectories: false)
        try folder.write("rm -rf '\(folder.path)/gone'\nexit 0\n", as: "client.sh")
        return folder
    }

    private static func exists(_ name: String, in folder: TemporaryFolder) -> Bool {
        FileManager.default.fileExists(atPath: "\(folder.path)/\(name)")
    }

    @Test func `the others are written, and a failure stays a failure`() async throws {
        let folder = try Self.folder()
        let path = folder.path
        let done = try await Mockportal.run(
            "run", "connect/private-member", "--client", "sh \(path)/client.sh", "--report", "html=\(path)/gone/a.html",
            "--report", "json=\(path)/kept.json", "--report", "junit=\(path)/gone/b.xml")
        #expect(done.code == 1, "\(done.errors)")
        for name in ["a.html", "b.xml"] {
            #expect(done.errors.contains("mockportal: cannot write \(path)/gone/\(name): "), "\(done.errors)")
        }
        #expect(Self.exists("kept.json", in: folder))
    }

    @Test func `without a failure it leaves too little`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        let run = try await Mockportal.run("run", "C07", "--report", "json=\(path)/all.json")
        #expect(run.code == 0, "\(run.errors)")
        let done = try await Mockportal.run(
            "report", "merge", "\(path)/all.json", "--report", "html=\(path)/none/a.html", "--report",
            "junit=\(path)/kept.xml")
        #expect(done.code == 2 && done.errors.contains("cannot write \(path)/none/a.html: "), "\(done.errors)")
        #expect(Self.exists("kept.xml", in: folder))
    }

    #if os(Linux)
        @Test func `a full device does not cost the streams after it`() async throws {
            let done = try await Mockportal.run(
                "run", "connect/private-member", "--client", "true", "--report", "html=/dev/full", "--report",
                "junit=/dev/stderr")
            #expect(done.code == 1, "\(done.errors)")
            #expect(done.errors.contains("/dev/full: No space left on device"), "\(done.errors)")
            #expect(done.errors.contains("<testsuites name=\"mockportal\""), "\(done.errors)")
        }
    #endif

    /// A reader of standard output that does not read holds up neither files nor what is said of them.
    @Test func `files are written before anything is shown`() async throws {
        let folder = try Self.folder()
        let path = folder.path
        let run = try await ChildProcess.run(
            Mockportal.path,
            [
                "run", "connect/private-member", "--client", "sh \(path)/client.sh", "--report",
                "html=\(path)/gone/a.html", "--report", "json=\(path)/all.json",
            ], folder: path)
        let merge = try await ChildProcess.run(
            Mockportal.path, ["report", "merge", "\(path)/all.json", "--report", "html=\(path)/none/a.html"],
            folder: path)
        for done in [run, merge] {
            // Standard error comes with the output, so that the order is known.
            let told = try #require(done.output.split(separator: "cannot write ").first, "\(done.output)")
            #expect(done.output.contains("cannot write \(path)/"), "\(done.output)")
            #expect(!told.contains("private-member"), "\(done.output)")
        }
    }
}
