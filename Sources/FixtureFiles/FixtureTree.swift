internal import CEmbeddedFixtures
internal import Platform

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The files of `Fixtures/` and `certs/`, from inside the product or from a directory that overrides it.
///
/// Paths start with the folder, as in the checkout: `Fixtures/presets/token.json`, `certs/good.json`.
public struct FixtureTree: Sendable {
    private indirect enum Source: Sendable {
        case embedded
        /// A folder, in which links may lead to anywhere in the one that bounds them.
        case directory(String, bound: String)
        /// One folder of another tree is this directory instead.
        case overlaid(Source, prefix: String, directory: String, bound: String)
        /// One folder of another tree holds these files instead, by their whole paths.
        case holding(Source, prefix: String, files: [String: [UInt8]])
        /// The files of a folder of one's own, and another tree where it has none of that path.
        case covered(Source, OwnFolder)
    }
    private let source: Source

    /// The files that travel inside the product.
    public static let embedded = FixtureTree(source: .embedded)

    private init(source: Source) { self.source = source }

    /// The files of a directory that holds `Fixtures` and `certs`, as `--fixtures DIR` names it.
    public static func directory(_ path: String) throws(FixtureError) -> FixtureTree {
        guard FileManager.default.fileExists(atPath: path + "/Fixtures") else {
            throw FixtureError(
                path: path, problem: "no folder Fixtures in it; name the folder that holds Fixtures and certs")
        }
        return FixtureTree(source: .directory(path, bound: path))
    }

    /// The same files, but those under one folder are the files of a directory instead.
    public func replacing(_ folder: String, with directory: String) -> FixtureTree {
        replacing(folder, with: directory, bound: directory)
    }

    /// The same, where links in the directory may lead to anywhere in a folder around it.
    package func replacing(_ folder: String, with directory: String, bound: String) -> FixtureTree {
        FixtureTree(source: .overlaid(source, prefix: folder + "/", directory: directory, bound: bound))
    }

    /// The same files, but one folder holds only these, by their paths below it.
    package func replacing(_ folder: String, with files: [String: [UInt8]]) -> FixtureTree {
        let whole = Dictionary(files.map { (folder + "/" + $0.key, $0.value) }, uniquingKeysWith: { $1 })
        return FixtureTree(source: .holding(source, prefix: folder + "/", files: whole))
    }

    /// The same files, and over them those of a folder of one's own: a file that is there is read in the place of the other.
    ///
    /// The folder has `presets`, `world`, `scenarios` and `certs`, or some of them. Throws where it is no folder, and where one of its
    /// files is too large, has the name of another document, or is a folder in the place of a document.
    public func covered(by directory: String) throws(FixtureError) -> FixtureTree {
        let tree = try covered(byUnchecked: directory)
        if let fault = tree.faultsOfOwnFolder.first { throw fault }
        return tree
    }

    /// The same for a folder whose files are looked at later.
    package func covered(byUnchecked directory: String) throws(FixtureError) -> FixtureTree {
        FixtureTree(source: .covered(source, try OwnFolder(directory)))
    }

    /// What is wrong with the files of the topmost folder of one's own before one of them is read.
    package var faultsOfOwnFolder: [FixtureError] {
        if case .covered(_, let own) = source { own.faults } else { [] }
    }

    /// What lies below the topmost folder of one's own; nil where there is no such folder.
    package var uncovered: FixtureTree? {
        if case .covered(let below, _) = source { FixtureTree(source: below) } else { nil }
    }

    /// The topmost folder of one's own; nil where there is none.
    package var ownFolder: String? { if case .covered(_, let own) = source { own.directory } else { nil } }

    /// The path of the file at such a place; nil for one that is no own file.
    package func path(ofPlace place: String) -> String? {
        guard case .covered(let below, let own) = source else { return nil }
        return own.path(ofPlace: place) ?? FixtureTree(source: below).path(ofPlace: place)
    }

    /// The names in the topmost folder of one's own, or in a folder of it, without hidden ones; empty where there is no such folder.
    package func namesInOwnFolder(_ folder: String = "") -> [(name: String, isFolder: Bool)] {
        guard case .covered(_, let own) = source else { return [] }
        return own.names(in: folder)
    }

    /// The links in the topmost folder of one's own that lead to no file.
    package var deadLinksInOwnFolder: [DeadLink] {
        if case .covered(_, let own) = source { own.deadLinks } else { [] }
    }

    /// Whether the topmost folder of one's own has a file.
    package func isOwn(_ path: String) -> Bool {
        if case .covered(_, let own) = source { own.file(path) != nil } else { false }
    }

    /// Where a file is, as its writer knows it: in a folder of one's own its path there.
    package func place(of path: String) -> String {
        guard case .covered(let below, let own) = source else { return path }
        return own.file(path) ?? FixtureTree(source: below).place(of: path)
    }

    /// Whether the files are those inside the product, which its tests have checked.
    public var isEmbedded: Bool { if case .embedded = source { true } else { false } }

    /// The bytes of one file.
    public func bytes(at path: String) throws(FixtureError) -> [UInt8] {
        switch source {
        case .embedded:
            guard let file = Self.find(path) else { throw FixtureError(path: path, problem: "is not in this product") }
            return Array(UnsafeRawBufferPointer(start: file.bytes, count: Int(file.size)))
        case .directory(let root, let bound):
            guard !path.split(separator: "/").contains("..") else {
                throw FixtureError(path: root + "/" + path, problem: "cannot be read")
            }
            return try FixtureSize.read(root + "/" + path, in: bound)
        case .overlaid(let below, let prefix, let directory, let bound):
            guard path.hasPrefix(prefix) else { return try FixtureTree(source: below).bytes(at: path) }
            let own = FixtureTree(source: .directory(directory, bound: bound))
            return try own.bytes(at: String(path.dropFirst(prefix.count)))
        case .holding(let below, let prefix, let files):
            guard path.hasPrefix(prefix) else { return try FixtureTree(source: below).bytes(at: path) }
            guard let bytes = files[path] else { throw FixtureError(path: path, problem: "is not there") }
            return bytes
        case .covered(let below, let own):
            guard let file = own.file(path) else { return try FixtureTree(source: below).bytes(at: path) }
            return try FixtureSize.read(file, in: own.directory)
        }
    }

    /// Whether a file is there.
    public func contains(_ path: String) -> Bool {
        switch source {
        case .embedded: Self.find(path) != nil
        case .directory(let root, _): FileManager.default.fileExists(atPath: root + "/" + path)
        case .overlaid(let below, let prefix, let directory, let bound):
            path.hasPrefix(prefix)
                ? FixtureTree(source: .directory(directory, bound: bound))
                    .contains(String(path.dropFirst(prefix.count)))
                : FixtureTree(source: below).contains(path)
        case .holding(let below, let prefix, let files):
            path.hasPrefix(prefix) ? files[path] != nil : FixtureTree(source: below).contains(path)
        case .covered(let below, let own): own.file(path) != nil || FixtureTree(source: below).contains(path)
        }
    }

    /// The paths of every file under a folder, sorted.
    public func paths(under folder: String, suffix: String = "") -> [String] {
        let prefix = folder.hasSuffix("/") ? folder : folder + "/"
        switch source {
        case .embedded:
            return Self.files[Self.firstIndex(notBefore: prefix)...].prefix {
                strncmp($0.path, prefix, prefix.utf8.count) == 0
            }.map { String(cString: $0.path) }.filter { $0.hasSuffix(suffix) }
        case .directory(let root, _):
            let names = (try? FileManager.default.subpathsOfDirectory(atPath: root + "/" + folder)) ?? []
            return names.filter { $0.hasSuffix(suffix) && !$0.split(separator: "/").contains { $0.first == "." } }
                .map { prefix + $0 }
                .filter { path in
                    var isFolder = false
                    return FileManager.default.fileExists(atPath: root + "/" + path, isDirectory: &isFolder)
                        && !isFolder
                }
                .sorted()
        case .overlaid(let below, let replaced, let directory, let bound):
            guard prefix.hasPrefix(replaced) else {
                return FixtureTree(source: below).paths(under: folder, suffix: suffix).filter {
                    !$0.hasPrefix(replaced)
                }
            }
            let rest = prefix.dropFirst(replaced.count)
            let root = rest.isEmpty ? directory : "\(directory)/\(rest.dropLast())"
            let own = FixtureTree(source: .directory(root, bound: bound))
            return own.paths(under: ".", suffix: suffix).map { prefix + $0.dropFirst(2) }
        case .holding(let below, let replaced, let files):
            let others =
                prefix.hasPrefix(replaced) ? [] : FixtureTree(source: below).paths(under: folder, suffix: suffix)
            let own = files.keys.filter { $0.hasPrefix(prefix) && $0.hasSuffix(suffix) }
            return (others.filter { !$0.hasPrefix(replaced) } + own).sorted()
        case .covered(let below, let own):
            let others = FixtureTree(source: below).paths(under: folder, suffix: suffix)
            return Set(others + own.paths(under: String(prefix.dropLast()), suffix: suffix)).sorted()
        }
    }

    private static var files: UnsafeBufferPointer<cembedded_file> {
        UnsafeBufferPointer(start: cembedded_files(), count: cembedded_file_count())
    }

    /// Where the first file stands whose path is not before a text. The table is written in the order of the paths' bytes, so nothing
    /// has to be made of its hundreds of files before one is found.
    private static func firstIndex(notBefore path: String) -> Int {
        var (low, high) = (0, files.count)
        while low < high {
            let middle = (low + high) / 2
            if strcmp(files[middle].path, path) < 0 { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private static func find(_ path: String) -> cembedded_file? {
        let index = firstIndex(notBefore: path)
        return index < files.count && strcmp(files[index].path, path) == 0 ? files[index] : nil
    }
}

/// A fixture that is not there or cannot be read.
public struct FixtureError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The path that was asked for.
    public let path: String
    /// What is wrong with it.
    public let problem: String

    public var description: String { "\(path): \(problem)" }
}
