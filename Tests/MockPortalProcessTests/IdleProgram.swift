import ChildProcess
import TestFolders

/// A program in place of mockportal that does what a shell is told, and then nothing until it is ended.
final class IdleProgram: Sendable {
    let path: String
    private let folder: TemporaryFolder

    init(_ script: String = "") throws {
        folder = try TemporaryFolder()
        path = try ProgramFile.write("#!/bin/sh\n\(script)\nexec tail -f /dev/null\n", to: folder.path + "/program")
    }

    /// What tells of a portal, as `mockportal serve --json` does, whose control API is at a port.
    static func ready(controlPort: Int = 1) -> String {
        #"""
        printf '{"url": "https://localhost:1/portal", "caFile": "/nowhere/ca.pem", "pid": %s, "controlURL": "%s"}\n' \
            $$ http://127.0.0.1:\#(controlPort)/control
        """#
    }
}
