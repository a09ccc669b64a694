#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Files that a command writes: whole or not at all.
enum OutputFile {
    /// Writes a file beside its final place and moves it there, so that a reader never sees half of it.
    ///
    /// A device or a pipe is written to as it is: moving a file there would put the file in its place. What is there already
    /// gives way, unless `overwrite` says no.
    static func write(
        _ bytes: [UInt8], to path: String, mode: mode_t = 0o644, overwrite: Bool = true
    ) throws(CommandFailure) {
        var facts = stat()
        if stat(path, &facts) == 0, facts.st_mode & S_IFMT != S_IFREG, facts.st_mode & S_IFMT != S_IFDIR {
            return try writeInPlace(bytes, to: path)
        }
        let temporary = "\(path).\(getpid()).tmp"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode)
        guard descriptor >= 0 else { throw failure("write", path) }
        let written = systemWrite(bytes, to: descriptor)
        let closed = close(descriptor)
        guard written, closed == 0, overwrite ? rename(temporary, path) == 0 : settle(temporary, at: path) else {
            let failure = failure("write", path)
            unlink(temporary)
            throw failure
        }
    }

    /// Fails where a file is there already that would have to give way.
    static func requireFree(_ path: String, advice: String) throws(CommandFailure) {
        var facts = stat()
        guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return }
        throw CommandFailure("\(path) is there already; to replace it: \(advice)", .couldNotJudge)
    }

    /// Gives a file its name where nothing else has it, in one step.
    private static func settle(_ temporary: String, at path: String) -> Bool {
        guard link(temporary, path) == 0 else { return false }
        unlink(temporary)
        return true
    }

    private static func writeInPlace(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw failure("write", path) }
        let written = systemWrite(bytes, to: descriptor)
        guard written else {
            let failure = failure("write", path)
            close(descriptor)
            throw failure
        }
        guard close(descriptor) == 0 else { throw failure("write", path) }
    }

    /// Bytes in a file; 0 where there is none.
    static func size(_ path: String) -> Int {
        var facts = stat()
        return stat(path, &facts) == 0 ? Int(facts.st_size) : 0
    }

    /// Adds to the end of a file that others add to as well.
    static func append(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw failure("write", path) }
        let isWritten = systemWrite(bytes, to: descriptor)
        guard close(descriptor) == 0, isWritten else { throw failure("write", path) }
    }

    /// Makes a folder and the folders above it, as `mkdir -p` does.
    static func makeFolder(_ path: String, mode: mode_t = 0o755) throws(CommandFailure) {
        guard mkdir(path, mode) != 0, errno != EEXIST else { return }
        if errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex {
            try makeFolder(String(path[..<slash]), mode: mode)
            guard mkdir(path, mode) != 0, errno != EEXIST else { return }
        }
        throw failure("make the folder", path)
    }

    /// A new folder for this process alone, under `TMPDIR` or `/tmp`.
    static func makeTemporaryFolder() throws(CommandFailure) -> String {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/mockportal-XXXXXX".utf8CString)
        guard let path = mkdtemp(&template) else { throw failure("make a folder in", parent) }
        return String(cString: path)
    }

    /// Removes a folder of this process alone with the files in it; a folder within keeps it.
    static func removeFolder(_ folder: String) {
        if let stream = opendir(folder) {
            while let entry = readdir(stream) {
                // In place: an entry ends with its name, so a copy of the whole field would read beyond it.
                let name = withUnsafeBytes(of: &entry.pointee.d_name) { name in
                    String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
                }
                if name != ".", name != ".." { unlink("\(folder)/\(name)") }
            }
            closedir(stream)
        }
        rmdir(folder)
    }

    /// The path from the root, for printing lines that work from any folder.
    static func absolute(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func failure(_ what: String, _ path: String) -> CommandFailure {
        CommandFailure("cannot \(what) \(path): \(String(cString: strerror(errno)))", .couldNotJudge)
    }
}
