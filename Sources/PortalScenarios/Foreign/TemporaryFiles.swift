internal import Platform

/// Files for temporary data outside the folders of a run: those of this user that were made or changed while it went on.
///
/// A secret of a run is in no other one, so that what holds it was written by the run's client, whichever process that was.
struct TemporaryFiles {
    /// Where programs put what is temporary without looking at `TMPDIR` (Filesystem Hierarchy Standard §3.18, §5.15; shm_overview(7)).
    static let folders = ["/tmp", "/var/tmp", "/dev/shm"]
    /// How deep is looked, at how many entries, and how much of what is there is read.
    static let depth = 2
    private static let mostEntries = 20_000
    private static let mostFiles = 200
    private static let mostBytes = 1 << 18

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
    }

    private let start: timespec
    private let besides: BytePath
    private let user = geteuid()
    private var entries = 0
    private(set) var files: [(path: String, bytes: [UInt8])] = []

    /// Looks for what has changed since a beginning, besides what lies in the folder of the run.
    init(since beginning: Beginning, in folders: [String] = folders) {
        besides = BytePath(beginning.folder)
        start = beginning.time
        if let changes = beginning.changes, changes.folders == folders, let places = changes.places() {
            for place in places where files.count < Self.mostFiles { look(at: place, of: changes) }
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
        guard let folder = OpenFolder(path, followsLink: isTop) else { return [] }
        var folders: [BytePath] = []
        // What else lies there may be a million files.
        let there = folder.entries(atMost: Self.mostEntries - entries)
        entries += there.count
        for (name, _) in there where files.count < Self.mostFiles {
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
        guard facts.st_mode & S_IFMT == S_IFREG, isNew(facts),
            let bytes = FileHead.bytes(
                path, atMost: Self.mostBytes, onlyRegular: true, of: user, followsLink: false)
        else { return }
        files.append((path.description, bytes))
    }

    /// Whether something is a folder of this process: they hold what clients are given. A name says nothing: a client may choose any.
    static func isOwn(_ facts: stat) -> Bool {
        facts.st_mode & S_IFMT == S_IFDIR && TemporaryFolders.process.include(facts)
    }

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
