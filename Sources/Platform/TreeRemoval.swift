/// The removal of a folder with everything in it: links are removed, not followed, and what cannot be removed is passed over.
///
/// Each entry is tried once. What still uses a folder may write into it meanwhile, until the folder itself is gone: so what came since
/// is tried too, for a number of times in the whole tree.
struct TreeRemoval {
    /// How often something is looked for that came meanwhile.
    private static let mostPasses = 100
    /// Folders below this depth are moved to the top before they are emptied: a tree may be deeper than there are descriptors.
    private static let mostDepth = 32
    /// So many folders are moved: what still uses the tree may go deeper all the time.
    private static let mostMoved = 10_000
    /// So many entries are read at a time.
    private static let mostEntries = 100_000

    /// The first thing that could not be removed.
    struct Left: Equatable, Sendable, CustomStringConvertible {
        /// Where it is; of what lies very deep, under the name to which it was moved.
        let path: BytePath
        /// The system's error number.
        let number: Int32

        var description: String { "\(path): \(String(cString: strerror(number)))" }
    }

    /// unlinkat(2), or what a test has in its place.
    typealias Unlink = (Int32, UnsafePointer<CChar>, Int32) -> Int32

    private let unlink: Unlink
    private var left: Left?
    private var passes = Self.mostPasses
    private var moves = Self.mostMoved
    /// The folders that were moved to the top.
    private var moved: [BytePath] = []

    /// Removes what stands under a name; gives what could not be removed, nil where all is gone.
    static func remove(_ name: BytePath, at place: Int32 = AT_FDCWD, by unlink: @escaping Unlink = unlinkat) -> Left? {
        var removal = TreeRemoval(unlink: unlink)
        return removal.remove(name, at: place, top: nil, shown: name, depth: 0) ? nil : removal.left
    }

    private init(unlink: @escaping Unlink) { self.unlink = unlink }

    /// Removes an entry, and gives whether it is gone.
    private mutating func remove(_ name: BytePath, at place: Int32, top: Int32?, shown: BytePath, depth: Int) -> Bool {
        guard let folder = Self.opened(name, at: place) else {
            let why = errno
            if name.withCString({ unlink(place, $0, 0) }) == 0 || errno == ENOENT { return true }
            // A folder that cannot be opened may be empty.
            if name.withCString({ unlink(place, $0, AT_REMOVEDIR) }) == 0 || errno == ENOENT { return true }
            note(shown, errno == ENOTDIR ? why : errno)
            return false
        }
        _ = fchmod(folder.number, 0o700)
        var kept: Set<BytePath> = []
        while true {
            for (entry, _) in folder.entries(atMost: Self.mostEntries) where !kept.contains(entry) {
                if !empty(entry, of: folder, top: top ?? folder.number, shown: shown, depth: depth) {
                    kept.insert(entry)
                }
            }
            while depth == 0, let entry = moved.popLast() {
                if !remove(entry, at: folder.number, top: folder.number, shown: shown.appending(entry), depth: 1) {
                    kept.insert(entry)
                }
            }
            if name.withCString({ unlink(place, $0, AT_REMOVEDIR) }) == 0 || errno == ENOENT { return true }
            let why = errno
            // What keeps it may be gone by now, where another thread removes it too.
            let rest = folder.entries(atMost: kept.count + 1)
            guard [ENOTEMPTY, EEXIST].contains(why), passes > 0,
                rest.isEmpty || rest.contains(where: { !kept.contains($0.name) })
            else {
                note(shown, why)
                return false
            }
            passes -= 1
        }
    }

    /// Removes what a folder holds under a name, or moves it to the top.
    private mutating func empty(
        _ entry: BytePath, of folder: borrowing OpenFolder, top: Int32, shown: BytePath, depth: Int
    ) -> Bool {
        if entry.withCString({ unlink(folder.number, $0, 0) }) == 0 || errno == ENOENT { return true }
        let path = shown.appending(entry)
        // What refuses that and is no folder stays.
        let why = errno
        guard let facts = folder.facts(entry) else { return errno == ENOENT }
        guard facts.st_mode & S_IFMT == S_IFDIR else {
            note(path, why)
            return false
        }
        guard depth >= Self.mostDepth else {
            return remove(entry, at: folder.number, top: top, shown: path, depth: depth + 1)
        }
        // Its owner must be allowed to write into a folder that is moved (rename(2), EACCES).
        entry.withCString { _ = fchmodat(folder.number, $0, 0o700, AT_SYMLINK_NOFOLLOW) }
        let name: BytePath = "deep-\(UInt64.random(in: .min ... .max))"
        guard moves > 0,
            entry.withCString({ old in name.withCString { renameat(folder.number, old, top, $0) } }) == 0
        else {
            note(path, errno)
            return false
        }
        moves -= 1
        moved.append(name)
        return true
    }

    private mutating func note(_ path: BytePath, _ number: Int32) {
        if left == nil { left = Left(path: path, number: number) }
    }

    private static func opened(_ name: BytePath, at place: Int32) -> OpenFolder? {
        if let folder = OpenFolder(name, at: place) { return folder }
        guard errno == EACCES else { return nil }
        // What a client took the rights away from is its owner's all the same.
        guard name.withCString({ fchmodat(place, $0, 0o700, AT_SYMLINK_NOFOLLOW) }) == 0 else { return nil }
        return OpenFolder(name, at: place)
    }
}
