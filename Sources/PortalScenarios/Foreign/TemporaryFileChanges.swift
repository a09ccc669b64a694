internal import Platform

/// What has changed in folders for temporary data since it began to watch them, as the system tells it (inotify(7), Linux).
///
/// It spares each run a look at every file that is there: compilers leave tens of thousands. A file that is changed by way of a link
/// elsewhere is missed.
final class TemporaryFileChanges: Sendable {
    /// An entry below one of the folders.
    struct Place: Hashable, Comparable, Sendable {
        /// Which of the folders it is in.
        let folder: Int
        /// The names on the way to it, its own last.
        let names: [BytePath]

        /// Level by level, as a walk through the folders would come by.
        static func < (one: Place, other: Place) -> Bool {
            if one.names.count != other.names.count { return one.names.count < other.names.count }
            if one.folder != other.folder { return one.folder < other.folder }
            return one.names.lexicographicallyPrecedes(other.names)
        }
    }

    private struct State {
        /// The watched folders by the numbers of their watches.
        var watched: [Int32: Place] = [:]
        var changed: Set<Place> = []
        var hasMissed = false
    }
    /// More folders are not watched: half of what the system allows a user, for other programs watch, too.
    private static let mostFolders: Int = {
        let limit = FileHead.bytes("/proc/sys/fs/inotify/max_user_watches", atMost: 20) ?? []
        return min((Int(String(decoding: limit.filter { $0 != 0x0A }, as: UTF8.self)) ?? 8192) / 2, 1 << 16)
    }()
    /// More changes are not kept.
    private static let mostChanges = 20_000

    /// The folders, each with those in it to a depth.
    let folders: [String]
    private let depth: Int
    private let descriptor: Int32
    private let state = Locked(State())

    /// Why nothing tells of changes.
    struct Refusal: Error {
        /// Whether it is so for good: the system does not tell, or not of so many folders. It may only have no descriptor left.
        let isLasting: Bool
    }

    /// Begins to watch folders. Throws where the system does not tell, or has no means for it.
    init(in folders: [String], depth: Int) throws(Refusal) {
        self.folders = folders
        self.depth = depth
        #if os(Linux)
            descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
            guard descriptor >= 0 else { throw Refusal(isLasting: errno == ENOSYS) }
            let isWatched = state.withLock { state in
                for index in folders.indices { watch(Place(folder: index, names: []), notesFiles: false, &state) }
                return !state.hasMissed
            }
            guard isWatched else { throw Refusal(isLasting: true) }
        #else
            throw Refusal(isLasting: true)
        #endif
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// The path of an entry.
    func path(of place: Place) -> BytePath {
        place.names.reduce(BytePath(folders[place.folder])) { $0.appending($1) }
    }

    /// What has changed so far and was not forgotten, in the order of a walk; nil once something was missed.
    func places() -> [Place]? {
        catchUp() ? state.withLock { $0.changed.sorted() } : nil
    }

    /// Takes over what was told so far: the system keeps only so much of it. False once something was missed, and it is of no more use.
    @discardableResult
    func catchUp() -> Bool {
        state.withLock { state in
            #if os(Linux)
                if !state.hasMissed { readAll(&state) }
            #endif
            return !state.hasMissed
        }
    }

    /// Forgets an entry that is gone; should it come back, that is a change.
    func forget(_ place: Place) { _ = state.withLock { $0.changed.remove(place) } }
}

extension TemporaryFileChanges {
    /// The one that the runs of this process share: it is kept until it misses something, or the process ends.
    private struct Shared {
        var changes: TemporaryFileChanges?
        var isRefused = false

        mutating func current() -> TemporaryFileChanges? {
            if changes?.catchUp() == true || isRefused { return changes }
            changes = nil
            do {
                changes = try TemporaryFileChanges(in: TemporaryFiles.folders, depth: TemporaryFiles.depth)
            } catch {
                isRefused = error.isLasting
            }
            return changes
        }
    }
    private static let shared = Locked(Shared())

    /// Watches the folders of ``TemporaryFiles``, from the first call on; nil where that cannot be done.
    static func ofThisProcess() -> TemporaryFileChanges? { shared.withLock { $0.current() } }
}

#if os(Linux)
    extension TemporaryFileChanges {
        /// What tells of a change: also the end of a writer, for what is written into a mapped file is told by that alone.
        private static let events = IN_CREATE | IN_MOVED_TO | IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB

        /// Watches a folder and those in it; what is there already counts as changed where files are noted.
        private func watch(_ place: Place, notesFiles: Bool, _ state: inout State) {
            let path = path(of: place)
            let isRoot = place.names.isEmpty
            let mask = Self.events | IN_ONLYDIR | (isRoot ? 0 : IN_DONT_FOLLOW)
            let number = path.withCString { inotify_add_watch(descriptor, $0, UInt32(mask)) }
            guard number >= 0 else {
                // What cannot be entered cannot be looked through either.
                if !TemporaryFiles.isNoFolder(errno) { state.hasMissed = true }
                return
            }
            state.watched[number] = place
            guard state.watched.count <= Self.mostFolders else {
                state.hasMissed = true
                return
            }
            // Only now: what is made meanwhile is told.
            guard let folder = OpenFolder(path, followsLink: isRoot) else {
                if !TemporaryFiles.isNoFolder(errno) { state.hasMissed = true }
                return
            }
            for entry in folder.entries() where entry.mayBeFolder || notesFiles {
                let inside = Place(folder: place.folder, names: place.names + [entry.name])
                if entry.mayBeFolder, isToBeWatched(inside) { watch(inside, notesFiles: notesFiles, &state) }
                if notesFiles { note(inside, &state) }
            }
        }

        private func isToBeWatched(_ place: Place) -> Bool {
            guard place.names.count <= depth else { return false }
            var facts = stat()
            return path(of: place).withCString { lstat($0, &facts) } == 0 && facts.st_mode & S_IFMT == S_IFDIR
                && facts.st_uid == geteuid() && !TemporaryFiles.isOwn(facts)
        }

        private func note(_ place: Place, _ state: inout State) {
            state.changed.insert(place)
            if state.changed.count > Self.mostChanges { state.hasMissed = true }
        }

        /// Takes over everything that was told.
        private func readAll(_ state: inout State) {
            withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: MemoryLayout<inotify_event>.alignment) {
                room in
                while !state.hasMissed {
                    let count = read(descriptor, room.baseAddress, room.count)
                    if count < 0, errno == EINTR { continue }
                    guard count > 0 else { return }
                    take(UnsafeRawBufferPointer(rebasing: room[..<count]), &state)
                }
            }
        }

        private func take(_ bytes: UnsafeRawBufferPointer, _ state: inout State) {
            let head = MemoryLayout<inotify_event>.size
            var rest = bytes[...]
            while rest.count >= head {
                let event = rest.loadUnaligned(as: inotify_event.self)
                let name = rest.dropFirst(head).prefix(Int(event.len)).prefix { $0 != 0 }
                rest = rest.dropFirst(head + Int(event.len))
                let mask = Int(event.mask)
                if mask & Int(IN_Q_OVERFLOW) != 0 { state.hasMissed = true }
                if mask & Int(IN_IGNORED) != 0 { state.watched[event.wd] = nil }
                guard let folder = state.watched[event.wd], !name.isEmpty else { continue }
                let place = Place(folder: folder.folder, names: folder.names + [BytePath(name)])
                if mask & Int(IN_ISDIR) == 0 {
                    note(place, &state)
                } else if isToBeWatched(place) {
                    watch(place, notesFiles: true, &state)
                }
            }
        }
    }
#endif
