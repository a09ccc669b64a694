internal import Platform
internal import TLSIdentity

/// A folder of store files that only its owner may enter; a file in it is replaced as a whole or not at all.
///
/// It is opened and looked at anew for every call, and what is done then is done in that very folder. Every call waits for
/// the disk: none belongs on a thread of Swift's pool.
struct StoreFolder: Sendable {
    /// A file of more bytes is no store.
    static let maximumFileSize = 64 << 20
    let path: String
    let calls: any StoreFileCalls
    /// How long another process may take that changes the same folder.
    let patience: Duration

    /// Reads a file; nil where it or the folder is not there.
    func read(_ name: String) throws(PortalError) -> [UInt8]? {
        guard let folder = try existing() else { return nil }
        return try read(name, in: folder)
    }

    /// Replaces a file by what the body makes of it; no other process does meanwhile. The folder is made where there is none.
    ///
    /// The new bytes stand beside the old ones and on the disk before they take their place (POSIX.1-2017 `rename`, `fsync`).
    func update(_ name: String, _ body: ([UInt8]?) throws(PortalError) -> [UInt8]) throws(PortalError) {
        let folder = try made()
        try lock(folder)
        let bytes = try body(try read(name, in: folder))
        let beside = Self.beside(name)
        // What a program that was ended has left; it holds the lock no more.
        try remove(beside, in: folder)
        do throws(PortalError) {
            try create(beside, bytes, in: folder)
            guard calls.rename(beside, to: name, in: folder.number) == 0 else { throw failure(name, "replaced", errno) }
        } catch {
            _ = calls.unlink(beside, in: folder.number)
            throw error
        }
        guard calls.sync(folder.number) == 0 else { throw failure(name, "brought to the disk", errno) }
    }

    /// Deletes a file and what was left of its last writing; nothing there is no failure.
    func erase(_ name: String) throws(PortalError) {
        guard let folder = try existing() else { return }
        try lock(folder)
        try remove(Self.beside(name), in: folder)
        try remove(name, in: folder)
        guard calls.sync(folder.number) == 0 else { throw failure(name, "brought to the disk", errno) }
    }

    /// Whether any file of a store is there.
    func hasStores() throws(PortalError) -> Bool {
        guard try existing() != nil else { return false }
        do {
            return try PrivateDirectory(path).names().contains { $0.hasSuffix(StoreFile.file(of: "")) }
        } catch {
            throw Self.failure(error)
        }
    }

    // MARK: steps

    private static func beside(_ name: String) -> String { ".\(name).new" }

    private func made() throws(PortalError) -> Descriptor {
        if let folder = try existing() { return folder }
        // A new folder is there after a crash once the one that it was made in is on the disk (POSIX.1-2017 `fsync`).
        var parents: [String] = []
        repeat {
            parents.append(Self.parent(of: parents.last ?? path))
        } while !["/", "."].contains(parents.last) && access(parents.last ?? "/", F_OK) != 0
        do {
            _ = try PrivateDirectory(path)
        } catch {
            throw Self.failure(error)
        }
        for parent in parents.reversed() { try sync(parent) }
        guard let folder = try existing() else { throw failure(nil, "opened", ENOENT) }
        return folder
    }

    private static func parent(of path: String) -> String {
        let parts = path.split(separator: "/").dropLast()
        if path.hasPrefix("/") { return "/" + parts.joined(separator: "/") }
        return parts.isEmpty ? "." : parts.joined(separator: "/")
    }

    /// Brings the names in a folder to the disk; one that may be written in and not read cannot be opened for that.
    private func sync(_ parent: String) throws(PortalError) {
        let number = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if number < 0, errno == EACCES { return }
        guard number >= 0 else { throw .notAccessible(parent, "brought to the disk", errno) }
        let folder = Descriptor(number)
        guard calls.sync(folder.number) == 0 else { throw .notAccessible(parent, "brought to the disk", errno) }
    }

    /// Opens the folder and looks who may enter it.
    private func existing() throws(PortalError) -> Descriptor? {
        let number = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else {
            if errno == ENOENT { return nil }
            throw failure(nil, "opened", errno)
        }
        let folder = Descriptor(number)
        try PrivateFile.check(folder, at: path, kind: .folder)
        return folder
    }

    private func read(_ name: String, in folder: borrowing Descriptor) throws(PortalError) -> [UInt8]? {
        try PrivateFile.contents(of: name, in: folder, at: "\(path)/\(name)", atMost: Self.maximumFileSize)
    }

    private func remove(_ name: String, in folder: borrowing Descriptor) throws(PortalError) {
        guard calls.unlink(name, in: folder.number) != 0, errno != ENOENT else { return }
        throw failure(name, "removed", errno)
    }

    private func create(
        _ name: String, _ bytes: [UInt8], in folder: borrowing Descriptor
    ) throws(PortalError) {
        let number = calls.create(name, in: folder.number)
        guard number >= 0 else { throw failure(name, "written", errno) }
        let file = Descriptor(number)
        // Whatever the umask says.
        guard fchmod(file.number, 0o600) == 0 else { throw failure(name, "written", errno) }
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { all in
                calls.write(UnsafeRawBufferPointer(rebasing: all[done...]), to: file.number)
            }
            if count < 0, errno == EINTR { continue }
            // A call that took no byte and failed in nothing leaves no number.
            guard count > 0 else { throw failure(name, "written", count < 0 ? errno : EIO) }
            done += count
        }
        guard calls.sync(file.number) == 0 else { throw failure(name, "brought to the disk", errno) }
    }

    /// Waits until no other process changes the folder; the lock goes with the descriptor.
    private func lock(_ folder: borrowing Descriptor) throws(PortalError) {
        let end = ContinuousClock.now + patience
        while flock(folder.number, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { throw failure(nil, "locked", errno) }
            guard ContinuousClock.now < end else {
                throw PortalError(
                    .storeNotAccessible,
                    detail: "another process has been changing \(path) for \(patience); end it and try again",
                    underlying: SystemCallError(number: EWOULDBLOCK))
            }
            // Nothing tells when it is free without waiting for ever.
            poll(nil, 0, 5)
        }
    }

    /// What a call of the system failed in; its number is read right after the call, since any other call may change it.
    private func failure(_ name: String?, _ what: String, _ number: Int32) -> PortalError {
        .notAccessible(name.map { "\(path)/\($0)" } ?? path, what, number)
    }

    private static func failure(_ error: TLSIdentityError) -> PortalError {
        PortalError(
            .storeNotAccessible, detail: error.message, underlying: error.number.map { SystemCallError(number: $0) })
    }
}
