internal import Platform

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// How large a file may be: beyond that, reading it takes more time and memory than a portal is given.
enum FixtureSize {
    /// Bytes of data and files.
    static let largest: Int64 = 512 << 20
    /// Bytes of a document in YAML, whose every line is looked at for its place.
    static let largestYAML: Int64 = 32 << 20

    /// What is wrong with a file of so many bytes; nil for nothing.
    static func fault(ofFile path: String, with size: Int64) -> FixtureError? {
        let limit = path.hasSuffix(".yaml") || path.hasSuffix(".yml") ? largestYAML : largest
        guard size > limit else { return nil }
        return FixtureError(
            path: path,
            problem: "has \(size) bytes, and a file of this kind is read up to \(limit) (\(limit >> 20) MiB)")
    }

    /// The bytes of a file in a folder; throws where it cannot be read, with the system's reason, is too large, or lies elsewhere.
    static func read(_ path: String, in folder: String) throws(FixtureError) -> [UInt8] {
        if let fault = LinkBound.fault(of: path, in: folder) { throw fault }
        var facts = stat()
        guard stat(path, &facts) == 0 else { throw unreadable(path, errno) }
        guard facts.st_mode & S_IFMT == S_IFREG else {
            throw FixtureError(path: path, problem: "cannot be read: it is no regular file")
        }
        if let fault = fault(ofFile: path, with: Int64(facts.st_size)) { throw fault }
        guard access(path, R_OK) == 0 else { throw unreadable(path, errno) }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw FixtureError(path: path, problem: "cannot be read")
        }
        return Array(data)
    }

    private static func unreadable(_ path: String, _ number: Int32) -> FixtureError {
        FixtureError(path: path, problem: "cannot be read: \(String(cString: strerror(number)))")
    }
}
