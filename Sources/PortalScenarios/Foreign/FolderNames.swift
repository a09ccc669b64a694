internal import Platform

/// The names in a folder, but for itself and the one above; none where it cannot be read.
enum FolderNames {
    /// A name, and whether it may be that of a folder: not every file system tells.
    typealias Entry = (name: String, mayBeFolder: Bool)

    static func list(_ path: String) -> [String] { entries(path).map(\.name) }

    static func entries(_ path: String) -> [Entry] {
        guard let stream = opendir(path) else { return [] }
        defer { closedir(stream) }
        var names: [Entry] = []
        while let entry = readdir(stream) {
            // In place: an entry ends with its name, so a copy of the whole field would read beyond it.
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            let mayBeFolder = [DT_DIR, DT_UNKNOWN].contains { Int($0) == Int(entry.pointee.d_type) }
            if name != ".", name != ".." { names.append((name, mayBeFolder)) }
        }
        return names
    }
}
