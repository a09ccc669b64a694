internal import Platform
internal import PortalJudge

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// A folder for one run: what the client is given, and a home and a place for temporary files that are its own.
struct ForeignSandbox: Sendable {
    /// How much of what a client leaves behind is searched.
    static let mostFiles = 1000
    static let mostBytes = 1 << 20

    let path: String
    let home: String
    let temporary: String

    /// Makes the folder; throws where it cannot be made.
    init() throws { try self.init(path: try TemporaryFolders.process.make("mockportal-client"), suffix: "") }

    /// The same folder with a home that is still empty; the first turn's is this one's.
    func onTurn(_ turn: Int) throws -> ForeignSandbox {
        turn == 1 ? self : try ForeignSandbox(path: path, suffix: "\(turn)")
    }

    private init(path: String, suffix: String) throws {
        self.path = path
        home = "\(path)/home\(suffix)"
        temporary = "\(path)/tmp\(suffix)"
        for folder in [home, temporary] {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        }
    }

    /// Writes a file that only its owner may read; gives its path. What reads the file meanwhile finds either all of it or what was
    /// there before.
    ///
    /// Nothing waits for the disk: the file ends with the run.
    func write(_ bytes: Data, as name: String) throws(ForeignCommandError) -> String {
        let file = "\(path)/\(name)"
        let begun = file + ".part"
        guard Self.make(begun, bytes), rename(begun, file) == 0 else {
            unlink(begun)
            throw ForeignCommandError(description: "the file \(file) cannot be written")
        }
        return file
    }

    private static func make(_ file: String, _ bytes: Data) -> Bool {
        let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Platform.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }

    /// What the client left in its homes and among its temporary files; `isWhole` is false where it was too much to search.
    func leftFiles() -> (files: [ClientOutput], isWhole: Bool) {
        var left = Left()
        for folder in (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? [] {
            if folder.hasPrefix("home") { look("\(path)/\(folder)", as: "~", &left) }
            if folder.hasPrefix("tmp") { look("\(path)/\(folder)", as: "$TMPDIR", &left) }
        }
        return (left.files, left.isWhole)
    }

    private struct Left {
        var files: [ClientOutput] = []
        var size = 0
        var isWhole = true
    }

    private func look(_ folder: String, as name: String, _ left: inout Left) {
        for entry in (try? FileManager.default.contentsOfDirectory(atPath: folder).sorted()) ?? [] {
            let (place, shown) = ("\(folder)/\(entry)", "\(name)/\(entry)")
            let facts = try? FileManager.default.attributesOfItem(atPath: place)
            let kind = facts?[.type] as? FileAttributeType
            if kind == .typeDirectory { look(place, as: shown, &left) }
            // A pipe would be waited for, and a link leads to somewhere else.
            guard kind == .typeRegular else { continue }
            let size = (facts?[.size] as? UInt64).map { Int(clamping: $0) } ?? 0
            guard left.files.count < Self.mostFiles, left.size + size <= Self.mostBytes,
                let data = FileManager.default.contents(atPath: place)
            else {
                left.isWhole = false
                continue
            }
            left.size += data.count
            left.files.append(ClientOutput(place: "file \(shown)", text: String(decoding: data, as: UTF8.self)))
        }
    }

    /// Removes it with everything in it.
    func remove() { TemporaryFolders.process.remove(path) }
}
