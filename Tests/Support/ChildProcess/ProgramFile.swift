internal import Platform

/// A script that a test writes and then starts.
///
/// Linux starts no file that a process has open for writing (execve(2), ETXTBSY). A descriptor of the tests is open for a moment in
/// every child that another test starts meanwhile, between its fork and its exec. So a child writes the file: its descriptors are
/// inherited by no other.
package enum ProgramFile {
    /// Writes a text as a file that its owner may run and others too, and gives its path.
    ///
    /// Throws `ChildProcess.Failure` where it cannot be written.
    @discardableResult package static func write(_ text: String, to path: String) throws -> String {
        let line = ["sh", "-c", #"printf %s "$2" >"$1" && chmod 755 "$1""#, "sh", path, text]
        let process = try ChildProcess.spawning.withLock { _ in
            try ChildProcess.spawn(line, streams: .pipesBesideErrors, pipes: nil, inheriting: [])
        }
        var word: Int32 = 0
        while waitpid(process, &word, 0) < 0, errno == EINTR {}
        guard word == 0 else { throw ChildProcess.Failure(description: "cannot write the program \(path)") }
        return path
    }
}
