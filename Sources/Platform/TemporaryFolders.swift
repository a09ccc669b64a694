/// The temporary folders of this process, which only its user may enter; keys and passwords stand in them.
///
/// Each is listed until it is removed, so that a process that is told to end can remove all of them.
package final class TemporaryFolders: Sendable {
    /// Those of this process.
    package static let process = TemporaryFolders()

    private struct State {
        var paths: Set<String> = []
        /// Descriptors whose locks tell other processes that a folder is in use.
        var locks: [String: Int32] = [:]
        var isClosed = false
    }
    private let state = Locked(State())
    private let removeTree: @Sendable (Int32, String) -> Void

    package init() { removeTree = Self.removeTree }

    /// For tests: something else removes a tree.
    init(removingBy removeTree: @escaping @Sendable (Int32, String) -> Void) { self.removeTree = removeTree }

    /// Why there is no folder.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Where they are made: what `TMPDIR` names, else `/tmp`.
    static var parent: String {
        getenv("TMPDIR").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    }

    /// Notes that a folder has another name now, and the descriptor of its lock.
    func moved(_ path: String, to other: String, holding lock: Int32) {
        state.withLock { state in
            state.paths.remove(path)
            state.paths.insert(other)
            state.locks[other] = lock
        }
    }

    /// Makes a folder with a random name and the mode 0700, under `TMPDIR` or `/tmp` (mkdtemp(3)).
    ///
    /// Throws where the system makes none, and after ``removeAll()``.
    package func make(_ name: String) throws(Failure) -> String {
        let parent = Self.parent
        var template = Array("\(parent)/\(name)-XXXXXX".utf8CString)
        let outcome: Result<String, Failure> = state.withLock { state in
            guard !state.isClosed else { return .failure(Failure(description: "the process is about to end")) }
            guard let made = mkdtemp(&template) else {
                let why = String(cString: strerror(errno))
                return .failure(Failure(description: "cannot make a folder in \(parent): \(why)"))
            }
            let path = String(cString: made)
            state.paths.insert(path)
            return .success(path)
        }
        return try outcome.get()
    }

    /// Removes a folder that ``make(_:)`` made, with everything in it; links are removed, not followed.
    ///
    /// What cannot be removed now, as where the process has no descriptor left, stays in the list for ``removeAll()``.
    package func remove(_ path: String) {
        // Under another name first: what still uses the folder finds no place to write to any more. The list keeps the name that it
        // had until all is gone, for another thread that removes it too.
        let gone = path + ".gone"
        _ = rename(path, gone)
        for place in [gone, path] { removeTree(AT_FDCWD, place) }
        guard ![gone, path].contains(where: Self.isThere) else { return }
        let lock = state.withLock { state in
            state.paths.remove(path)
            return state.locks.removeValue(forKey: path)
        }
        if let lock { close(lock) }
    }

    /// Does something unless ``removeAll()`` has begun, which waits for it; nil after that.
    ///
    /// What makes the folders above its own one does so here: it would bring a removed folder back, and nothing would remove that.
    package func whileOpen<Result>(_ body: () -> Result) -> Result? {
        state.withLock { $0.isClosed ? nil : body() }
    }

    /// Removes every folder that is left, and lets no further one be made.
    package func removeAll() {
        let paths = state.withLock { state in
            state.isClosed = true
            return state.paths
        }
        for path in paths { remove(path) }
    }

    private static func isThere(_ path: String) -> Bool {
        var facts = stat()
        return lstat(path, &facts) == 0
    }

    /// How often a folder is emptied that fills again.
    private static let mostPasses = 100

    static func removeTree(_ parent: Int32, _ name: String) {
        var descriptor = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        if descriptor < 0, errno == EACCES {
            // What a client took the rights away from is its owner's all the same.
            _ = fchmodat(parent, name, 0o700, 0)
            descriptor = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        }
        if descriptor >= 0 {
            _ = fchmod(descriptor, 0o700)
            // One descriptor a folder: a process that has few left still removes its keys.
            guard let stream = fdopendir(descriptor) else {
                close(descriptor)
                return
            }
            defer { closedir(stream) }
            // What still uses the folder may write into it meanwhile, until the folder itself is gone.
            for _ in 0..<mostPasses {
                for entry in names(in: stream) where unlinkat(descriptor, entry, 0) != 0 {
                    removeTree(descriptor, entry)
                }
                if unlinkat(parent, name, AT_REMOVEDIR) == 0 || ![ENOTEMPTY, EEXIST].contains(errno) { break }
                rewinddir(stream)
            }
        } else {
            _ = unlinkat(parent, name, AT_REMOVEDIR)
        }
    }

    /// The names in a folder, but for itself and the one above.
    static func entries(of descriptor: Int32) -> [String] {
        // closedir closes the descriptor that it was given.
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { return [] }
        guard let stream = fdopendir(copy) else {
            close(copy)
            return []
        }
        defer { closedir(stream) }
        return names(in: stream)
    }

    #if canImport(Glibc)
        private typealias FolderStream = OpaquePointer
    #else
        private typealias FolderStream = UnsafeMutablePointer<DIR>
    #endif

    /// The names from where the stream stands on, but for the folder itself and the one above.
    private static func names(in stream: FolderStream) -> [String] {
        var names: [String] = []
        while let entry = readdir(stream) {
            // In place: an entry ends with its name, so a copy of the whole field would read beyond it.
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
