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
    /// The folders that were made, by their names; a client may put something else in their place. The run's own has none.
    private let made: Locked<[BytePath: OpenFolder.Identity]>

    /// Makes the folder; those of processes that were killed are removed first. Throws where it cannot be made.
    init() throws {
        let path = try TemporaryFolders.process.makeHeld("mockportal-client")
        do {
            try self.init(path: path, suffix: "", made: Locked(["": try Self.identity(of: path)]))
        } catch {
            TemporaryFolders.process.remove(path)
            throw error
        }
    }

    /// The same folder with a home that is still empty; the first turn's is this one's.
    func onTurn(_ turn: Int) throws -> ForeignSandbox {
        turn == 1 ? self : try ForeignSandbox(path: path, suffix: "\(turn)", made: made)
    }

    private init(path: String, suffix: String, made: Locked<[BytePath: OpenFolder.Identity]>) throws {
        self.path = path
        self.made = made
        home = "\(path)/home\(suffix)"
        temporary = "\(path)/tmp\(suffix)"
        for folder in [home, temporary] {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            let identity = try Self.identity(of: folder)
            made.withLock { $0[BytePath(folder.utf8.dropFirst(path.utf8.count + 1))] = identity }
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

    /// What the client left in its homes and among its temporary files.
    func leftFiles(
        searchedBy search: SecretSearch, keeping mostKept: Int = LeftFiles.mostKept,
        finding mostFound: Int = LeftFiles.mostFound
    ) -> LeftFiles {
        var left = LeftFiles(searchedBy: search, keeping: mostKept, finding: mostFound)
        left.search(path, made: made.withLock { $0 })
        return left
    }

    /// Removes it with everything in it.
    func remove() { TemporaryFolders.process.remove(path) }
}
