#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Modes of files, as a careless app leaves them.
enum FileModes {
    /// Lets everybody read the files of a folder.
    static func open(everythingIn folder: String) {
        for file in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            try? FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: "\(folder)/\(file)")
        }
    }
}
