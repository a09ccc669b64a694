internal import Platform
internal import PortalJudge

/// What a client left in its homes and among its temporary files, as far as it is searched for secrets.
///
/// No link is followed, wherever it stands: a client may have put one in the place of a folder that it was given.
struct LeftFiles {
    /// How much of it is looked at, and how much of that is kept.
    static let mostFiles = 1000
    static let mostBytes = 1 << 20
    private static let mostEntries = 20_000
    private static let mostRead = 16 << 20
    private static let mostDepth = 64

    private(set) var files: [ClientOutput] = []
    /// Whether everything was searched.
    private(set) var isWhole = true
    private var size = 0
    private var entries = 0
    private var bytesRead = 0

    /// Searches the folder of a run.
    ///
    /// - Parameter made: Which folders were made in it, by their names; an empty name is the folder itself.
    mutating func search(_ path: String, made: [BytePath: OpenFolder.Identity]) {
        guard let run = OpenFolder(BytePath(path)) else {
            // A client that removes what it was given has left nothing there.
            if errno != ENOENT { isWhole = false }
            return
        }
        guard run.identity == made[""] else {
            isWhole = false
            return
        }
        for (name, _) in sorted(run) {
            let shown = name.hasPrefix("home") ? "~" : name.hasPrefix("tmp") ? "$TMPDIR" : nil
            guard let shown else { continue }
            if let own = made[name] {
                // A link may have got the number of the folder that was there (inode(7)).
                let isFolder = run.facts(name).map { $0.st_mode & S_IFMT } == S_IFDIR
                if !isFolder || OpenFolder.Identity("\(path)/\(name)") != own { isWhole = false }
            }
            look(at: name, of: run, as: shown, depth: 0)
        }
    }

    /// Whether a limit is reached behind which nothing more is looked at.
    private var isFull: Bool {
        files.count >= Self.mostFiles || bytesRead >= Self.mostRead
    }

    /// The entries of a folder that are still looked at, sorted.
    private mutating func sorted(_ folder: borrowing OpenFolder) -> [OpenFolder.Entry] {
        let rest = Self.mostEntries - entries
        let found = folder.entries(atMost: rest + 1)
        if found.count > rest { isWhole = false }
        entries += min(found.count, rest)
        return found.prefix(rest).sorted { $0.name < $1.name }
    }

    private mutating func look(at name: BytePath, of folder: borrowing OpenFolder, as shown: String, depth: Int) {
        guard !isFull else {
            isWhole = false
            return
        }
        guard let facts = folder.facts(name) else {
            if errno != ENOENT { isWhole = false }
            return
        }
        switch facts.st_mode & S_IFMT {
        case S_IFDIR:
            guard depth < Self.mostDepth, let inside = OpenFolder(name, at: folder.number) else {
                isWhole = false
                return
            }
            for (entry, _) in sorted(inside) { look(at: entry, of: inside, as: "\(shown)/\(entry)", depth: depth + 1) }
        case S_IFREG: take(name, of: folder, facts, as: shown)
        // A pipe would be waited for, and a link leads to somewhere else.
        default: break
        }
    }

    private mutating func take(_ name: BytePath, of folder: borrowing OpenFolder, _ facts: stat, as shown: String) {
        let rest = Self.mostBytes - size
        guard facts.st_size <= rest,
            // What a file says of its size need not hold.
            let bytes = FileHead.bytes(name, at: folder.number, atMost: rest + 1, onlyRegular: true, followsLink: false)
        else {
            isWhole = false
            return
        }
        bytesRead += bytes.count
        guard bytes.count <= rest else {
            isWhole = false
            return
        }
        size += bytes.count
        files.append(ClientOutput(place: "file \(shown)", text: String(decoding: bytes, as: UTF8.self)))
    }
}
