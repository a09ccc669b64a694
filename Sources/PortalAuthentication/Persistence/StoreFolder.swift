internal import Platform
internal import TLSIdentity

/// A folder of store files that only its owner may enter.
///
/// It is opened and looked at anew for every call, and what is done then is done in that very folder. Every call waits for
/// the disk: none belongs on a thread of Swift's pool.
struct StoreFolder: Sendable {
    let path: String
    let calls: any StoreFileCalls
    /// How long another process may take that changes the same folder.
    let patience: Duration

    /// Looks into the folder, while other processes may change it or, locked, may not; nil where there is no folder.
    func reading<Value>(
        isLocked: Bool = false, _ body: (borrowing OpenStoreFolder) throws(PortalError) -> Value?
    ) throws(PortalError) -> Value? {
        guard let folder = try existing() else { return nil }
        if isLocked { try lock(folder) }
        return try body(OpenStoreFolder(folder, path: path, calls: calls))
    }

    /// Changes the folder, while no other process does. It is made where there is none.
    func changing<Value>(
        _ body: (borrowing OpenStoreFolder) throws(PortalError) -> Value
    ) throws(PortalError) -> Value {
        let folder = try made()
        try lock(folder)
        return try body(OpenStoreFolder(folder, path: path, calls: calls))
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
