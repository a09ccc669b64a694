internal import Platform
internal import PortalJudge

/// What a client left in its homes and among its temporary files, searched for secrets: names, what links lead to, and what files hold.
///
/// No link is followed, wherever it stands: a client may have put one in the place of a folder that it was given. What it took its
/// owner's rights away from is given them back, for the owner is the runner's user.
struct LeftFiles {
    /// How many files, and bytes of them, are kept whether they hold a secret or not.
    static let mostFiles = 1000
    static let mostKept = 1 << 20
    /// How many bytes of what holds a secret are kept beyond that; then only what holds one that was in no file or name before.
    static let mostFound = 4 << 20
    /// How much is looked at: more than a browser's profile.
    private static let mostEntries = 20_000
    private static let mostRead = 64 << 20
    private static let mostDepth = 64

    private(set) var files: [ClientOutput] = []
    /// What could not be searched, as a sentence; nil where everything was.
    private(set) var unsearched: String?
    private let search: SecretSearch
    private let mostKept: Int
    private let mostFound: Int
    private var size = 0
    private var sizeFound = 0
    /// The secrets that were found in what is kept for them.
    private var told: Set<String> = []
    private var entries = 0
    private var bytesRead = 0

    init(searchedBy search: SecretSearch, keeping mostKept: Int = mostKept, finding mostFound: Int = mostFound) {
        self.search = search
        self.mostKept = mostKept
        self.mostFound = mostFound
    }

    /// Searches the folder of a run.
    ///
    /// - Parameter made: Which folders were made in it, by their names; an empty name is the folder itself.
    mutating func search(_ path: String, made: [BytePath: OpenFolder.Identity]) {
        var facts = stat()
        if lstat(path, &facts) == 0, OpenFolder.Identity(path) == made[""] {
            Self.allowReading(BytePath(path), at: AT_FDCWD, facts)
        }
        guard let run = OpenFolder(BytePath(path)) else {
            // A client that removes what it was given has left nothing there.
            if errno != ENOENT { miss("the folder of the run", "it cannot be opened") }
            return
        }
        guard run.identity == made[""] else { return miss("the folder of the run", "another one is in its place") }
        for (name, _) in sorted(run, as: "the folder of the run") {
            let shown = name.hasPrefix("home") ? "~" : name.hasPrefix("tmp") ? "$TMPDIR" : nil
            guard let shown else { continue }
            if let own = made[name] {
                // A link may have got the number of the folder that was there (inode(7)).
                let isFolder = run.facts(name).map { $0.st_mode & S_IFMT } == S_IFDIR
                if !isFolder || OpenFolder.Identity("\(path)/\(name)") != own {
                    miss(shown, "something else is in its place")
                }
            }
            look(at: name, of: run, as: shown, depth: 0)
        }
    }

    private mutating func miss(_ shown: String, _ why: String) {
        unsearched = unsearched ?? "not everything that the client left was searched for secrets: \(shown): \(why)"
    }

    /// The entries of a folder that are still looked at, sorted.
    private mutating func sorted(_ folder: borrowing OpenFolder, as shown: String) -> [OpenFolder.Entry] {
        let rest = Self.mostEntries - entries
        let found = folder.entries(atMost: rest + 1)
        if found.count > rest { miss(shown, "more than \(Self.mostEntries) files and folders") }
        entries += min(found.count, rest)
        return found.prefix(rest).sorted { $0.name < $1.name }
    }

    private mutating func look(at name: BytePath, of folder: borrowing OpenFolder, as shown: String, depth: Int) {
        guard let facts = folder.facts(name) else {
            if errno != ENOENT { miss(shown, "the system does not tell what it is") }
            return
        }
        // The names of a run's own folders are not the client's.
        if depth > 0 { takeName(name.bytes, as: shown) }
        Self.allowReading(name, at: folder.number, facts)
        switch facts.st_mode & S_IFMT {
        case S_IFDIR:
            guard depth < Self.mostDepth, let inside = OpenFolder(name, at: folder.number) else {
                return miss(shown, depth < Self.mostDepth ? "it cannot be opened" : "it lies too deep")
            }
            for (entry, _) in sorted(inside, as: shown) {
                look(at: entry, of: inside, as: "\(shown)/\(entry)", depth: depth + 1)
            }
        case S_IFREG: take(name, of: folder, facts, as: shown)
        case S_IFLNK: folder.target(of: name).map { takeName($0, as: shown) }
        // A pipe would be waited for.
        default: break
        }
    }

    /// Gives the owner of a folder or file the right to read it, where that is the runner's user (fchmodat(2)).
    ///
    /// Links are not followed, and a file that has another name may lie elsewhere: its rights stay.
    private static func allowReading(_ name: BytePath, at place: Int32, _ facts: stat) {
        let isFolder = facts.st_mode & S_IFMT == S_IFDIR
        let isFile = facts.st_mode & S_IFMT == S_IFREG && facts.st_nlink == 1
        let needed: mode_t = isFolder ? 0o500 : 0o400
        guard isFolder || isFile, facts.st_uid == geteuid(), facts.st_mode & needed != needed else { return }
        let rights = facts.st_mode & 0o7777 | (isFolder ? 0o700 : 0o400)
        name.withCString { _ = fchmodat(place, $0, rights, AT_SYMLINK_NOFOLLOW) }
    }

    /// Takes a name, or what a link leads to, that holds a secret.
    private mutating func takeName(_ bytes: [UInt8], as shown: String) {
        var known: Set<String> = []
        take(bytes, as: "file name \(shown)", &known)
    }

    /// Takes what holds a secret, whole or in part, that its file has not told of before; where much was found, one that nothing has.
    private mutating func take(_ bytes: [UInt8], as place: String, _ known: inout Set<String>) {
        let names = Set(search.names(in: bytes).map { $0.isPiece ? "a piece of \($0.name)" : $0.name })
        guard !(sizeFound < mostFound ? known : told).isSuperset(of: names) else { return }
        known.formUnion(names)
        told.formUnion(names)
        sizeFound += bytes.count
        files.append(ClientOutput(place: place, text: String(decoding: bytes, as: UTF8.self)))
    }

    private mutating func take(_ name: BytePath, of folder: borrowing OpenFolder, _ facts: stat, as shown: String) {
        let rest = Self.mostRead - bytesRead
        guard facts.st_size <= rest else { return miss(shown, "more than \(Self.mostRead >> 20) MiB") }
        let place = "file \(shown)"
        if files.count < Self.mostFiles, facts.st_size <= mostKept - size {
            // What a file says of its size need not hold.
            let most = mostKept - size
            guard
                let bytes = FileHead.bytes(
                    name, at: folder.number, atMost: most + 1, onlyRegular: true, followsLink: false)
            else { return miss(shown, "it cannot be read") }
            bytesRead += bytes.count
            if bytes.count <= most {
                size += bytes.count
                files.append(ClientOutput(place: place, text: String(decoding: bytes, as: UTF8.self)))
                return
            }
        }
        var known: Set<String> = []
        let read = FileHead.pieces(
            of: name, at: folder.number, size: SecretPiece.size, overlap: SecretPiece.overlap, atMost: rest
        ) { take($0, as: place, &known) }
        guard let read else { return miss(shown, "it cannot be read") }
        bytesRead += read
        if read == rest { miss(shown, "more than \(Self.mostRead >> 20) MiB") }
    }
}
