import HTTPSemantics
import Platform
import TLSIdentity

/// Files that a command writes: whole or not at all.
enum OutputFile {
    /// Writes a file beside its final place and moves it there, so that a reader never sees half of it.
    ///
    /// A device or a pipe is written to as it is: moving a file there would put the file in its place. A file that is there already
    /// gives way, unless `overwrite` says no, and the new one lets in only those whom both modes let in. A link to a file is an error.
    static func write(
        _ bytes: [UInt8], to path: String, mode: mode_t = 0o644, overwrite: Bool = true
    ) throws(CommandFailure) {
        if let number = openDescriptor(path) {
            guard systemWrite(bytes, to: number) else { throw failure("write", path) }
            return
        }
        var facts = stat()
        if stat(path, &facts) == 0, facts.st_mode & S_IFMT != S_IFREG, facts.st_mode & S_IFMT != S_IFDIR {
            return try writeInPlace(bytes, to: path)
        }
        try requireNoLink(at: path)
        let earlier = lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG ? facts.st_mode : mode
        let (temporary, descriptor) = try makeBeside(path, mode: mode & earlier)
        let written = systemWrite(bytes, to: descriptor)
        let closed = close(descriptor)
        guard written, closed == 0, overwrite ? rename(temporary, path) == 0 : settle(temporary, at: path) else {
            let failure = failure("write", path)
            unlink(temporary)
            throw failure
        }
    }

    /// Throws where ``write(_:to:mode:overwrite:)`` could write nothing, before a command does what takes long.
    static func requirePlace(at path: String) throws(CommandFailure) {
        guard openDescriptor(path) == nil else { return }
        try requireNoLink(at: path)
        var facts = stat()
        guard stat(path, &facts) == 0 else { return try requireFolder(of: path) }
        switch facts.st_mode & S_IFMT {
        case S_IFREG: try requireFolder(of: path)
        case S_IFDIR: throw CommandFailure("cannot write \(path): it is a folder; name a file in it", .couldNotJudge)
        default: guard access(path, W_OK) == 0 else { throw failure("write", path) }
        }
    }

    /// Throws where a link stands at a path that leads to a file or to nothing: a new file would take the link's place, and a
    /// program that reads the file behind it would go on with the old one.
    private static func requireNoLink(at path: String) throws(CommandFailure) {
        var link = stat()
        var target = stat()
        guard lstat(path, &link) == 0, link.st_mode & S_IFMT == S_IFLNK else { return }
        guard stat(path, &target) != 0 || target.st_mode & S_IFMT == S_IFREG else { return }
        throw CommandFailure(
            "cannot write \(path): it is a symbolic link; name the file itself, or remove the link", .couldNotJudge)
    }

    /// Throws where no file can be made beside a path.
    static func requireFolder(of path: String) throws(CommandFailure) {
        let folder = parts(of: path).folder
        guard access(folder.isEmpty ? "." : folder, W_OK | X_OK) == 0 else {
            throw failure("write in the folder", folder.isEmpty ? "." : folder)
        }
    }

    /// The folder of a path with its slash, empty where the path names none, and the name in it.
    private static func parts(of path: String) -> (folder: String, name: Substring) {
        let cut = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        return (String(path[..<cut]), path[cut...])
    }

    /// The file that a path names, whatever leads to its folder; nil for what is no file of its own, as a pipe or standard output.
    static func place(of path: String) -> String? {
        var facts = stat()
        guard openDescriptor(path) == nil, stat(path, &facts) != 0 || facts.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        let (folder, name) = parts(of: path)
        return "\(absolute(folder.isEmpty ? "." : folder))/\(name)"
    }

    /// The descriptor that a path names, as `/dev/stdout`: where it leads to a file, that one is not to be replaced.
    private static func openDescriptor(_ path: String) -> Int32? {
        switch path {
        case "/dev/stdout": return STDOUT_FILENO
        case "/dev/stderr": return STDERR_FILENO
        default:
            let start = ["/dev/fd/", "/proc/self/fd/"].first { path.hasPrefix($0) }
            return start.flatMap { Int32(path.dropFirst($0.count)) }.flatMap { $0 >= 0 ? $0 : nil }
        }
    }

    /// Makes a new file beside a path, hidden and with a random name, that nothing else has opened; gives its name and descriptor.
    static func makeBeside(_ path: String, mode: mode_t) throws(CommandFailure) -> (path: String, descriptor: Int32) {
        let (folder, whole) = parts(of: path)
        // With what stands around it, a name may have 255 bytes on most file systems (NAME_MAX), however many characters that are.
        var name = ""
        for scalar in whole.unicodeScalars where name.utf8.count + UTF8.width(scalar) <= 100 {
            name.unicodeScalars.append(scalar)
        }
        let temporary = "\(folder).\(name).\(Hexadecimal.encode(randomBytes(8)))"
        let descriptor = open(temporary, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw failure("write", path) }
        return (temporary, descriptor)
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
        // The reader of a pipe may still be to come, and may read slowly.
        try OthersWait.during { mayWait throws(CommandFailure) in
            let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | (mayWait ? 0 : O_NONBLOCK))
            guard descriptor >= 0 else { throw failure("write", path) }
            _ = fcntl(descriptor, F_SETFL, O_WRONLY)
            let written = systemWrite(bytes, to: descriptor)
            guard written else {
                let failure = failure("write", path)
                close(descriptor)
                throw failure
            }
            guard close(descriptor) == 0 else { throw failure("write", path) }
        }
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

    /// The names in a folder; empty where there is none. Throws for what is no folder, or cannot be read.
    static func names(in path: String) throws(CommandFailure) -> [String] {
        guard let folder = opendir(path) else {
            guard errno == ENOENT else { throw failure("look into", path) }
            return []
        }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
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

    /// Makes a folder whose name nothing has yet, not even a link.
    static func makeNewFolder(_ path: String) throws(CommandFailure) {
        guard mkdir(path, 0o755) == 0 else { throw failure("make the folder", path) }
    }

    /// A new folder for this process alone, under `TMPDIR` or `/tmp`.
    static func makeTemporaryFolder() throws(CommandFailure) -> String {
        do { return try TemporaryFolders.process.make("mockportal") } catch {
            throw CommandFailure(error.description, .couldNotJudge)
        }
    }

    /// The path from the root, for printing lines that work from any folder.
    static func absolute(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    static func failure(_ what: String, _ path: String) -> CommandFailure {
        CommandFailure("cannot \(what) \(path): \(String(cString: strerror(errno)))", .couldNotJudge)
    }
}
