internal import Platform

/// What changed in a journal, in order: each entry keeps the number of its latest change, and while the journal is followed the
/// latest changes are listed too, so that a follower does not look at every entry.
struct EntryChanges {
    /// The number of the latest change.
    private(set) var latest = 0
    private var followers: [JournalFollower] = []
    private var listed = Deque<EntryChange>()

    /// Changes that are listed; a follower that is further behind looks at every entry.
    static let most = 8192

    /// Numbers a change of a connection or request, and tells the followers.
    mutating func note(_ entry: EntryName) -> Int {
        latest += 1
        guard !followers.isEmpty else { return latest }
        listed.append(EntryChange(number: latest, entry: entry))
        if listed.count > Self.most { _ = listed.popFirst() }
        tell()
        return latest
    }

    /// Tells the followers of something that is no change of an entry.
    func tell() { for follower in followers { follower.tell() } }

    mutating func add(_ follower: JournalFollower) { followers.append(follower) }

    mutating func remove(_ follower: JournalFollower) {
        followers.removeAll { $0 === follower }
        if followers.isEmpty { listed = Deque() }
    }

    /// The listed changes with a number above `since`; nil where some of them are not listed any more.
    func listed(since: Int) -> [EntryChange]? {
        if since >= latest { return [] }
        guard let first = listed.first, first.number <= since + 1 else { return nil }
        return (since + 1 - first.number..<listed.count).compactMap { listed[$0] }
    }
}

/// An entry of a journal by its number.
enum EntryName: Equatable {
    case connection(Int)
    case request(Int)
}

/// One change of an entry.
struct EntryChange: Equatable {
    /// Its place among all changes, from 1.
    let number: Int
    let entry: EntryName
}

/// What is told that a journal has changed, once until it is armed again.
final class JournalFollower: Sendable {
    private let isTold = Locked(false)
    private let changed: @Sendable () -> Void

    /// `changed` is called on the thread that changes the journal, and must not wait.
    init(_ changed: @escaping @Sendable () -> Void) { self.changed = changed }

    fileprivate func tell() {
        let isFirst = isTold.withLock { isTold in
            defer { isTold = true }
            return !isTold
        }
        if isFirst { changed() }
    }

    /// Has the next change told again.
    func rearm() { isTold.withLock { $0 = false } }
}
