internal import Platform
internal import TLSIdentity

/// A folder of store files as it was opened once: a file in it is replaced as a whole or not at all.
struct OpenStoreFolder: ~Copyable {
    /// What tells one writing of a file from another without reading it: its size and its beginning, where its salt stands.
    struct Mark: Sendable, Hashable {
        static let count = 512
        var size: Int
        var beginning: [UInt8]

        /// The mark of a file with these bytes.
        init(_ bytes: [UInt8]) {
            size = bytes.count
            beginning = Array(bytes.prefix(Self.count))
        }

        fileprivate init(size: Int, beginning: [UInt8]) {
            self.size = size
            self.beginning = beginning
        }
    }

    /// A file of more bytes is no store.
    private static let maximumFileSize = 64 << 20
    let path: String
    private let calls: any StoreFileCalls
    private let folder: Descriptor

    init(_ folder: consuming Descriptor, path: String, calls: any StoreFileCalls) {
        self.folder = folder
        self.path = path
        self.calls = calls
    }

    /// Reads a file; nil where there is none.
    func read(_ name: String) throws(PortalError) -> [UInt8]? {
        try PrivateFile.contents(of: name, in: folder, at: "\(path)/\(name)", atMost: Self.maximumFileSize)
    }

    /// Looks which writing of a file is there; nil where there is none.
    func mark(of name: String) throws(PortalError) -> Mark? {
        try PrivateFile.beginning(of: name, in: folder, at: "\(path)/\(name)", count: Mark.count)
            .map { Mark(size: $0.size, beginning: $0.bytes) }
    }

    /// The numbers of the changes of a file that are there, in order.
    func changes(of file: String) throws(PortalError) -> [Int] {
        let number = openat(folder.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else { throw .notAccessible(path, "read", errno) }
        guard let entries = fdopendir(number) else {
            let reason = errno
            close(number)
            throw .notAccessible(path, "read", reason)
        }
        defer { closedir(entries) }
        var numbers: [Int] = []
        while let entry = readdir(entries) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let number = StoreFile.number(of: name, of: file) { numbers.append(number) }
        }
        return numbers.sorted()
    }

    /// Puts a file there, in the place of one with this name.
    ///
    /// The new bytes stand beside and on the disk before they take their place (POSIX.1-2017 `rename`, `fsync`).
    func put(_ bytes: [UInt8], as name: String, beside file: String) throws(PortalError) {
        let beside = Self.beside(file)
        // What a program that was ended has left; it holds the lock no more.
        try remove(beside)
        do throws(PortalError) {
            try create(beside, bytes)
            guard calls.rename(beside, to: name, in: folder.number) == 0 else { throw failure(name, "replaced", errno) }
        } catch {
            _ = calls.unlink(beside, in: folder.number)
            throw error
        }
        try sync(name)
    }

    /// Deletes a file and its changes, and what was left of their last writing; nothing there is no failure.
    func erase(_ file: String) throws(PortalError) {
        try remove(Self.beside(file))
        // From here on nothing is kept: changes without what they change are no store.
        try remove(file)
        try sync(file)
        let changes = try changes(of: file)
        guard !changes.isEmpty else { return }
        for number in changes { try remove(StoreFile.change(number, of: file)) }
        try sync(file)
    }

    /// Deletes a file; nothing there is no failure.
    func remove(_ name: String) throws(PortalError) {
        guard calls.unlink(name, in: folder.number) != 0, errno != ENOENT else { return }
        throw failure(name, "removed", errno)
    }

    /// Brings the names in the folder to the disk; throws for the sake of one of them.
    func sync(_ name: String) throws(PortalError) {
        guard calls.sync(folder.number) == 0 else { throw failure(name, "brought to the disk", errno) }
    }

    private static func beside(_ file: String) -> String { ".\(file).new" }

    private func create(_ name: String, _ bytes: [UInt8]) throws(PortalError) {
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

    /// What a call of the system failed in; its number is read right after the call, since any other call may change it.
    private func failure(_ name: String, _ what: String, _ number: Int32) -> PortalError {
        .notAccessible("\(path)/\(name)", what, number)
    }
}
