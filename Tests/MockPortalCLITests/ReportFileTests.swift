import ChildProcess
import Foundation
import TestFolders
import Testing

/// Report files take the place of earlier ones, and of nothing else.
@Suite struct `Report files` {
    @Test(arguments: [true, false])
    func `a symbolic link is refused before anything is judged, and stays`(isDangling: Bool) async throws {
        let folder = try TemporaryFolder()
        let target = folder.path + "/target"
        if !isDangling { try folder.write("mine", as: "target") }
        let link = folder.path + "/report.json"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        let done = try await Mockportal.run("run", "C07", "--report", "json=\(link)")
        #expect(done.code == 2 && done.output.isEmpty, "\(done.output)")
        #expect(
            done.errors
                == "mockportal: cannot write \(link): it is a symbolic link; name the file itself, or remove the link\n"
        )
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
        #expect(FileManager.default.fileExists(atPath: target) == !isDangling)
        if !isDangling { #expect(try String(contentsOfFile: target, encoding: .utf8) == "mine") }
    }

    @Test func `a link to a pipe or a device leads there`() async throws {
        let folder = try TemporaryFolder()
        let link = folder.path + "/report.json"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/null")
        let done = try await Mockportal.run("run", "C07", "--report", "json=\(link)")
        #expect(done.code == 0, "\(done.errors)")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "/dev/null")
    }

    @Test(arguments: [(0o600, 0o600), (0o400, 0o400), (0o640, 0o640), (0o644, 0o644), (0o666, 0o644), (nil, 0o644)])
    func `a narrower mode of the file that was there is kept`(mode: Int?, becomes: Int) async throws {
        let folder = try TemporaryFolder()
        if let mode { try folder.write("{}", as: "report.json", mode: mode) }
        let script = #"umask 022; exec "$0" run C07 --report json=report.json"#
        let done = try await ChildProcess.run(
            "sh", ["-c", script, Mockportal.path], folder: folder.path, streams: .pipesForEach)
        #expect(done.status == 0, "\(done.errors)")
        let path = folder.path + "/report.json"
        let found = try FileManager.default.attributesOfItem(atPath: path)
        #expect(found[.posixPermissions] as? Int == becomes)
        #expect(found[.size] as? Int ?? 0 > 100)
    }
}
