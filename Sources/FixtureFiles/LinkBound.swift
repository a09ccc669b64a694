internal import Platform

/// Keeps links inside a folder that may come from others: one that leads out of it would have the files of its reader quoted in errors,
/// or handed out.
package enum LinkBound {
    /// What is wrong with what a path in a folder names, where a link on the way leads out of the folder; nil where none does, and where
    /// it leads nowhere.
    ///
    /// The folder itself may be a link, and lie behind some: it is what was named.
    package static func fault(of path: String, in folder: String) -> FixtureError? {
        guard let place = resolved(path), let root = resolved(folder) else { return nil }
        let slash = UInt8(ascii: "/")
        guard place != root, !place.bytes.starts(with: root.bytes.last == slash ? root.bytes : root.bytes + [slash])
        else { return nil }
        return FixtureError(
            path: path,
            problem: "leads by a link to \(place), which is not in \(folder), and is not read; put a copy there")
    }

    /// The path without links (realpath(3)); nil where it leads nowhere.
    private static func resolved(_ path: String) -> BytePath? {
        guard let found = realpath(path, nil) else { return nil }
        defer { free(found) }
        return BytePath((0..<strlen(found)).map { UInt8(bitPattern: found[$0]) })
    }
}
