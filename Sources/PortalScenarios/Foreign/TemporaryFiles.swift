internal import Platform

/// Files for temporary data outside the folders of a run: those of this user that were made or changed while it went on.
///
/// A secret of a run is in no other one, so that what holds it was written by the run's client, whichever process that was. Other
/// programs keep large files there, too: of one the first and the last MiB are read, and it counts as looked at.
struct TemporaryFiles {
    /// Where programs put what is temporary without looking at `TMPDIR` (Filesystem Hierarchy Standard §3.18, §5.15; shm_overview(7)).
    static let folders = ["/tmp", "/var/tmp", "/dev/shm"]
    /// How deep is looked, at how many entries where the system does not tell of changes, and how much of what is there is read.
    ///
    /// Builds leave tens of thousands of files in folders for temporary data; 200 000 take about half a second.
    static let depth = 2
    private static let mostEntries = 200_000
    private static let mostRead = 64 << 20
    /// How much of a file is read at its beginning, and how much at its end.
    static let mostOfEnd = 1 << 20

    /// The moment at which a run's folder was there and its client was not.
    ///
    /// It is taken then: what is made in the folder later changes the folder's time.
    struct Beginning: Sendable {
        fileprivate let folder: String
        fileprivate let time: timespec
        /// What has told of changes since then; nil where nothing does, and every file is looked at.
        fileprivate let changes: TemporaryFileChanges?

        /// The time of a folder that was just made: the same clock as for other files, the kernel's, which is behind that of a process.
        init(of folder: String, watching changes: TemporaryFileChanges? = .ofThisProcess()) {
            self.folder = folder
            self.changes = changes
            var facts = stat()
            time = lstat(folder, &facts) == 0 ? TemporaryFiles.changed(facts) : timespec()
        }

        /// Takes over what has told of changes since then.
        func catchUp() { changes?.catchUp() }
    }

    private let start: timespec
    private let besides: BytePath
    private let user = geteuid()
    private var entries = 0
    private var bytesRead = 0
    private let keeps: ([UInt8]) -> Bool
    /// The files that were found, each with a piece of it that is kept; one of up to 256 KiB is a single piece, and of one of more than
    /// 2 MiB there are pieces of its first and of its last MiB.
    private(set) var files: [(path: BytePath, bytes: [UInt8])] = []
    /// The paths of what was found under a name that is kept.
    private(set) var named: [BytePath] = []
    /// Whether all of them were looked at: other programs write there, too, and more than could be read.
    private(set) var isWhole = true

    /// Looks for what has changed since a beginning, besides what lies in the folder of the run.
    ///
    /// - Parameter keeps: Which pieces of files, and which names, are kept.
    init(
        since beginning: Beginning, in folders: [String] = folders,
        keeping keeps: @escaping ([UInt8]) -> Bool = { _ in true }
    ) {
        self.keeps = keeps
        besides = BytePath(beginning.folder)
        start = beginning.time
        if let changes = beginning.changes, changes.folders == folders, let places = changes.places() {
            for place in places { look(at: place, of: changes) }
            return
        }
        // Level by level: what a program writes without a thought lies at the top.
        var open = folders.map { BytePath($0) }
        for level in 0...Self.depth where !open.isEmpty {
            let found = files.count
            open = open.flatMap { look($0, isTop: level == 0, goesOn: level < Self.depth) }
            files[found...].sort { $0.path < $1.path }
        }
    }

    /// Looks at a folder and gives those in it.
    private mutating func look(_ path: BytePath, isTop: Bool, goesOn: Bool) -> [BytePath] {
        guard let folder = OpenFolder(path, followsLink: isTop) else {
            // It may be gone, and others' folders are not to be entered; a process may have no descriptor left, too.
            if !Self.isNoFolder(errno) { isWhole = false }
            return []
        }
        var folders: [BytePath] = []
        // What else lies there may be a million files.
        let there = folder.entries(atMost: Self.mostEntries - entries)
        entries += there.count
        if entries == Self.mostEntries { isWhole = false }
        for (name, _) in there {
            let path = path.appending(name)
            guard path != besides, let facts = folder.facts(name), facts.st_uid == user, !Self.isOwn(facts)
            else { continue }
            if goesOn, facts.st_mode & S_IFMT == S_IFDIR { folders.append(path) }
            take(path, facts)
        }
        return folders
    }

    /// Looks at what was told to have changed.
    private mutating func look(at place: TemporaryFileChanges.Place, of changes: TemporaryFileChanges) {
        let path = changes.path(of: place)
        guard !path.hasPrefix("\(besides)/") else { return }
        var facts = stat()
        guard path.withCString({ lstat($0, &facts) }) == 0 else { return changes.forget(place) }
        if facts.st_uid == user { take(path, facts) }
    }

    private mutating func take(_ path: BytePath, _ facts: stat) {
        guard isNew(facts) else { return }
        if let name = path.bytes.split(separator: UInt8(ascii: "/")).last, keeps(Array(name)) {
            named.append(path)
        }
        guard facts.st_mode & S_IFMT == S_IFREG else { return }
        let isLong = facts.st_size > 2 * Self.mostOfEnd
        guard min(Int(facts.st_size), 2 * Self.mostOfEnd) < Self.mostRead - bytesRead else {
            isWhole = false
            return
        }
        let read = FileHead.pieces(
            of: path, size: SecretPiece.size, overlap: SecretPiece.overlap,
            atMost: isLong ? Self.mostOfEnd : 2 * Self.mostOfEnd, of: user
        ) { keep($0, of: path) }
        // An empty file has no piece.
        if read == 0 { keep([], of: path) }
        bytesRead += read ?? 0
        guard isLong, let end = FileEnd.bytes(path, atMost: Self.mostOfEnd, of: user), !end.isEmpty else { return }
        bytesRead += end.count
        let starts = stride(
            from: 0, to: max(1, end.count - SecretPiece.overlap), by: SecretPiece.size - SecretPiece.overlap)
        for start in starts { keep(Array(end[start...].prefix(SecretPiece.size)), of: path) }
    }

    private mutating func keep(_ piece: [UInt8], of path: BytePath) {
        if keeps(piece) { files.append((path, piece)) }
    }

    /// Whether something is a folder of this process: they hold what clients are given. A name says nothing: a client may choose any.
    static func isOwn(_ facts: stat) -> Bool {
        facts.st_mode & S_IFMT == S_IFDIR && TemporaryFolders.process.include(facts)
    }

    /// Whether the system's reason why a folder cannot be looked into holds for its client, too: it is gone, none, a link, or another's.
    static func isNoFolder(_ reason: Int32) -> Bool { [ENOENT, ENOTDIR, ELOOP, EACCES].contains(reason) }

    private func isNew(_ facts: stat) -> Bool {
        let changed = Self.changed(facts)
        return (changed.tv_sec, changed.tv_nsec) >= (start.tv_sec, start.tv_nsec)
    }

    fileprivate static func changed(_ facts: stat) -> timespec {
        #if canImport(Darwin)
            facts.st_ctimespec
        #else
            facts.st_ctim
        #endif
    }
}
