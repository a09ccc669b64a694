import ChildProcess
import Foundation
import TestFolders
import Testing

@Suite struct InstalledBinary {
    @Test func `The program alone in an empty folder lists its scenarios and serves`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        let program = path + "/mockportal"
        // Not by FileManager: a child that another test starts meanwhile would hold the copy open for writing (ETXTBSY).
        let copy = try await ChildProcess.run("cp", [Mockportal.path, program])
        #expect(copy.status == 0, "\(copy.output)")
        let list = try await Mockportal.run("list", program: program, folder: path)
        #expect(list.code == 0, "\(list.errors)")
        #expect(list.output.contains("T12"))
        try await Serving.run(program: program) { serving in
            let answer = try await Curl.get(
                serving.url + "/sharing/rest/portals/self?f=json", authority: serving.caFile)
            #expect(answer.contains("\"name\""))
        }
        // It neither wrote beside itself nor needed anything there.
        #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["mockportal"])
    }
}
