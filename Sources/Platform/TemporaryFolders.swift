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
        /// Which folders they are, whatever they are called.
        var identities: [String: OpenFolder.Identity] = [:]
        /// Descriptors of the folders themselves, which stay open on them wherever they are moved.
        var folders: [String: Int32] = [:]
        /// The names under which what was abandoned has been looked for.
        var searched: Set<String> = []
        var isClosed = false
    }
    private let state = Locked(State())
    private let removeTree: @Sendable (String) -> TreeRemoval.Left?

    package init() { removeTree = { TreeRemoval.remove(BytePath($0)) } }

    /// For tests: something else removes a tree.
    init(removingBy removeTree: @escaping @Sendable (String) -> TreeRemoval.Left?) { self.removeTree = removeTree }

    /// Why there is no folder.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Where they are made: what `TMPDIR` names, else `/tmp`.
    static var parent: String {
        getenv("TMPDIR").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    }

    /// Whether it is the first time that this is asked of a name.
    func isFirst(_ name: String) -> Bool { state.withLock { $0.searched.insert(name).inserted } }

    /// Notes that a folder has another name now, the descriptor of its lock, and its own; that is negative where there is none.
    func moved(_ path: String, to other: String, holding lock: Int32, _ folder: Int32) {
        state.withLock { state in
            state.paths.remove(path)
            state.paths.insert(other)
            state.locks[other] = lock
            if folder >= 0 { state.folders[other] = folder }
            state.identities[other] = state.identities.removeValue(forKey: path)
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
            var facts = stat()
            if lstat(path, &facts) == 0 { state.identities[path] = OpenFolder.Identity(facts) }
            return .success(path)
        }
        return try outcome.get()
    }

    /// Whether something is one of these folders, under whatever name.
    package func include(_ facts: stat) -> Bool {
        let identity = OpenFolder.Identity(facts)
        return state.withLock { $0.identities.values.contains(identity) }
    }

    /// Where a folder of these lies now, by the path at which it was made: there, or for one of ``makeHeld(_:)`` wherever something has
    /// moved it. Nil where it was removed, or the system does not tell.
    package func place(of path: String) -> BytePath? {
        state.withLock { state in
            guard let identity = state.identities[path] else { return nil }
            let moved = state.folders[path].flatMap { OpenFolder.path(of: $0) }
            return [BytePath(path), moved].compactMap { $0 }.first { OpenFolder.Identity($0) == identity }
        }
    }

    /// Removes a folder that ``make(_:)`` made, with everything in it; links are removed, not followed.
    ///
    /// What cannot be removed now, as where the process has no descriptor left, stays in the list for ``removeAll()``.
    package func remove(_ path: String) { _ = removed(path) }

    /// Removes a folder; gives what is left of it, with the reason, and nil where nothing is.
    private func removed(_ path: String) -> String? {
        // Under another name first: what still uses the folder finds no place to write to any more. The list keeps the name that it
        // had until all is gone, for another thread that removes it too.
        let gone = path + ".gone"
        _ = rename(path, gone)
        let left = [gone, path].compactMap(removeTree)
        if let first = left.first { return first.description }
        // What was moved away meanwhile holds what it held.
        if let place = place(of: path), let left = TreeRemoval.remove(place) { return left.description }
        let descriptors = state.withLock { state in
            state.paths.remove(path)
            state.identities[path] = nil
            return [state.locks.removeValue(forKey: path), state.folders.removeValue(forKey: path)]
        }
        for descriptor in descriptors.compactMap(\.self) { close(descriptor) }
        return nil
    }

    /// Does something unless ``removeAll()`` has begun, which waits for it; nil after that.
    ///
    /// What makes the folders above its own one does so here: it would bring a removed folder back, and nothing would remove that.
    package func whileOpen<Result>(_ body: () -> Result) -> Result? {
        state.withLock { $0.isClosed ? nil : body() }
    }

    /// Removes every folder that is left, and lets no further one be made.
    ///
    /// Gives the first thing in each folder that cannot be removed, with the reason.
    @discardableResult
    package func removeAll() -> [String] {
        let paths = state.withLock { state in
            state.isClosed = true
            return state.paths
        }
        return paths.sorted().compactMap(removed)
    }
}
