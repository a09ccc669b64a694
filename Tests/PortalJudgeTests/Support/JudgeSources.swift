import Platform
import Testing

/// The sources of the judge's checks, as text without comments.
enum JudgeSources {
    /// The files of folders by name; those that hold a check unless others are asked for.
    static func files(in folders: [String] = ["Implied", "Implied/*", "Judging", "Wire"]) throws -> [String: String] {
        let folder = "\(#filePath)".split(separator: "/").dropLast(4).map { "/" + $0 }.joined() + "/Sources/PortalJudge"
        var found: [String: String] = [:]
        for pattern in folders {
            for path in paths(matching: "\(folder)/\(pattern)/*.swift") {
                found[String(path.split(separator: "/").last ?? "")] = try text(of: path)
            }
        }
        return found
    }

    private static func paths(matching pattern: String) -> [String] {
        var list = glob_t()
        defer { globfree(&list) }
        guard glob(pattern, 0, nil, &list) == 0 else { return [] }
        return (0..<Int(list.gl_pathc)).compactMap { list.gl_pathv[$0].map { String(cString: $0) } }
    }

    private static func text(of path: String) throws -> String {
        let file = try #require(fopen(path, "r"), "\(path)")
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 17)
        let count = fread(&bytes, 1, bytes.count, file)
        try #require(count < bytes.count, "\(path) is larger than what is read")
        return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
    }
}
