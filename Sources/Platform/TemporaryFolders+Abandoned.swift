extension TemporaryFolders {
    /// A file in a folder whose lock lasts as long as the process that made the folder. Programs that work in the folder may lock
    /// the folder itself.
    package static let lockName = ".in-use"

    /// Makes a folder as ``make(_:)`` does that a later process can tell from one whose process was killed, by a lock (flock(2)).
    ///
    /// What earlier processes have left under the same name is removed before the first one: where many files lie, to list them takes
    /// longer than what a folder is made for.
    package func makeHeld(_ name: String) throws(Failure) -> String {
        if isFirst(name) { Self.removeAbandoned(name) }
        // Under another name until it is locked: a process that removes what was abandoned must not find it before.
        let path = try make("\(name).new")
        let lock = open("\(path)/\(Self.lockName)", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else { return path }
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        let held = "\(Self.parent)/\(name)-\(path.suffix(6))"
        guard flock(lock, LOCK_EX | LOCK_NB) == 0, rename(path, held) == 0 else {
            for descriptor in [lock, folder] where descriptor >= 0 { close(descriptor) }
            return path
        }
        moved(path, to: held, holding: lock, folder)
        return held
    }

    /// Removes the folders of a name whose processes have ended without removing them.
    package static func removeAbandoned(_ name: String) {
        guard let place = OpenFolder(BytePath(parent), followsLink: true) else { return }
        for (entry, _) in place.entries() where entry.hasPrefix("\(name)-") {
            guard let folder = OpenFolder(entry, at: place.number) else { continue }
            // A folder of another user cannot be opened, or has no file of ours to lock.
            let lock = openat(folder.number, lockName, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard lock >= 0 else { continue }
            defer { close(lock) }
            var facts = stat()
            if fstat(lock, &facts) == 0, facts.st_uid == geteuid(), flock(lock, LOCK_EX | LOCK_NB) == 0 {
                _ = TreeRemoval.remove(entry, at: place.number)
            }
        }
    }
}
