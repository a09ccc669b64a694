internal import Platform
internal import PortalJudge

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// A folder for one run: what the client is given, and a home and a place for temporary files that are its own.
struct ForeignSandbox: Sendable {
    let path: String
    let home: String
    let temporary: String
    /// The keys that the client was given.
    let keys: GivenKeys
    private let made: Locked<Made>

    /// What was put into it; a client may put something else in the place of each.
    struct Made: Sendable {
        /// The folders, by their names; the run's own has none.
        var folders: [BytePath: OpenFolder.Identity]
        /// The files, by their names.
        var files: [BytePath: OpenFolder.Identity] = [:]
    }

    /// Makes the folder; those of processes that were killed are removed first. Throws where it cannot be made.
    init() throws {
        let path = try TemporaryFolders.process.makeHeld("mockportal-client")
        do {
            let run = try Self.identity(of: path)
            let lock = TemporaryFolders.lockName
            var own = Made(folders: ["": run])
            own.files[BytePath(lock)] = OpenFolder.Identity(path + "/" + lock)
            try self.init(path: path, suffix: "", made: Locked(own), keys: GivenKeys())
        } catch {
            TemporaryFolders.process.remove(path)
            throw error
        }
    }

    /// The same folder with a home that is still empty; the first turn's is this one's.
    func onTurn(_ turn: Int) throws -> ForeignSandbox {
        turn == 1 ? self : try ForeignSandbox(path: path, suffix: "\(turn)", made: made, keys: keys)
    }

    private init(path: String, suffix: String, made: Locked<Made>, keys: GivenKeys) throws {
        self.path = path
        self.made = made
        self.keys = keys
        home = "\(path)/home\(suffix)"
        temporary = "\(path)/tmp\(suffix)"
        for folder in [home, temporary] {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            let identity = try Self.identity(of: folder)
            made.withLock { $0.folders[BytePath(folder.utf8.dropFirst(path.utf8.count + 1))] = identity }
        }
    }

    private static func identity(of folder: String) throws(ForeignCommandError) -> OpenFolder.Identity {
        if let identity = OpenFolder.Identity(folder) { return identity }
        throw ForeignCommandError(description: "the folder \(folder) is gone as soon as it was made")
    }

    /// Writes a file that only its owner may read; gives its path. What reads the file meanwhile finds either all of it or what was
    /// there before.
    ///
    /// Nothing waits for the disk: the file ends with the run.
    func write(_ bytes: Data, as name: String) throws(ForeignCommandError) -> String {
        let file = "\(path)/\(name)"
        let begun = file + ".part"
        guard Self.make(begun, bytes), rename(begun, file) == 0 else {
            let reason = String(cString: strerror(errno))
            unlink(begun)
            throw ForeignCommandError(description: "the file \(file) cannot be written: \(reason)")
        }
        made.withLock { $0.files[BytePath(name)] = OpenFolder.Identity(file) }
        return file
    }

    /// False with `errno` where it cannot.
    private static func make(_ file: String, _ bytes: Data) -> Bool {
        let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        defer {
            let why = errno
            close(descriptor)
            errno = why
        }
        return bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Platform.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }

    /// What the client left in its homes, among its temporary files and beside them.
    func leftFiles(
        searchedBy search: SecretSearch, keeping mostKept: Int = LeftFiles.mostKept,
        finding mostFound: Int = LeftFiles.mostFound
    ) -> LeftFiles {
        var left = LeftFiles(searchedBy: search, keeping: mostKept, finding: mostFound)
        left.search(path, at: TemporaryFolders.process.place(of: path), made: made.withLock { $0 })
        return left
    }

    /// Removes it with everything in it.
    func remove() { TemporaryFolders.process.remove(path) }
}
