internal import Platform
internal import PortalJudge

/// What a client left in its homes, among its temporary files and beside them, searched for secrets: names, what links lead to, and what
/// files hold.
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
    /// A client may remove or move what lies in it. The folder itself is searched wherever it was moved; where it is nowhere, what it
    /// held may have gone with it or not.
    ///
    /// - Parameters:
    ///   - path: Where it was made.
    ///   - place: Where it is now; nil where it is not found.
    ///   - made: What was put into it.
    mutating func search(_ path: String, at place: BytePath?, made: ForeignSandbox.Made) {
        let shown = "the folder of the run"
        if place != BytePath(path), OpenFolder.Identity(path) != nil { miss(shown, "another one is in its place") }
        guard let place else {
            return miss(
                shown,
                "the client has removed it, or moved it to where it is not found; it may remove HOME and TMPDIR, and has "
                    + "to leave the folder above them where it is")
        }
        var facts = stat()
        if place.withCString({ lstat($0, &facts) }) == 0 { Self.allowReading(place, at: AT_FDCWD, facts) }
        guard let run = OpenFolder(place) else { return miss(shown, "it cannot be opened") }
        guard run.identity == made.folders[""] else { return miss(shown, "another one is in its place") }
        for (name, _) in sorted(run, as: shown) {
            if name.hasPrefix("home") || name.hasPrefix("tmp") {
                look(atOwn: name, of: run, as: name.hasPrefix("home") ? "~" : "$TMPDIR", made.folders[name])
            } else if run.facts(name).map({ OpenFolder.Identity($0) }) != made.files[name] {
                // A client knows of no folder above its home, and finds it all the same.
                look(at: name, of: run, as: "~/../\(search.text(of: name.bytes))", depth: 1)
            }
        }
    }

    /// Searches a home or a folder for temporary files; `own` is the one that was made, nil where the client made it.
    private mutating func look(
        atOwn name: BytePath, of run: borrowing OpenFolder, as shown: String, _ own: OpenFolder.Identity?
    ) {
        if let own {
            let facts = run.facts(name)
            // A link may have got the number of the folder that was there (inode(7)).
            let isFolder = facts.map { $0.st_mode & S_IFMT } == S_IFDIR
            if !isFolder || facts.map({ OpenFolder.Identity($0) }) != own {
                miss(shown, "something else is in its place")
            }
        }
        look(at: name, of: run, as: shown, depth: 0)
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
                look(at: entry, of: inside, as: "\(shown)/\(search.text(of: entry.bytes))", depth: depth + 1)
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
        let bytes = search.readable(bytes)
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
                files.append(ClientOutput(place: place, text: search.text(of: bytes)))
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
