import Platform
import TestFolders
import Testing

@testable import PortalScenarios

@Suite struct `Temporary files of a run` {
    private let files: TemporaryFolder

    init() throws { files = try TemporaryFolder() }

    private func folder(_ name: String) -> String {
        let path = "\(files.path)/\(name)"
        mkdir(path, 0o700)
        return path
    }

    private func time(_ name: String) -> [Int] {
        var facts = stat()
        lstat("\(files.path)/\(name)", &facts)
        #if canImport(Darwin)
            return [facts.st_ctimespec.tv_sec, facts.st_ctimespec.tv_nsec]
        #else
            return [facts.st_ctim.tv_sec, facts.st_ctim.tv_nsec]
        #endif
    }

    /// The paths that are found.
    private func found(since made: TemporaryFiles.Beginning) -> [String] {
        TemporaryFiles(since: made, in: [files.path]).files.map(\.path)
    }

    @Test func `are those that were changed since a folder was made, as deep as programs write`() throws {
        let made = TemporaryFiles.Beginning(of: folder("run"))
        _ = folder("a")
        _ = folder("a/b")
        _ = folder("a/b/c")
        for name in ["top", "a/x", "a/b/y", "a/b/c/z", "run/own"] { try files.write("text", as: name) }
        #expect(found(since: made).map { String($0.dropFirst(files.path.count + 1)) } == ["top", "a/x", "a/b/y"])
    }

    @Test func `are those before a client wrote into its own folder, too`() throws {
        let made = TemporaryFiles.Beginning(of: folder("run"))
        try files.write("text", as: "top")
        // What is made in the folder changes its time; the kernel's clock goes in steps.
        repeat {
            unlink("\(files.path)/run/own")
            try files.write("text", as: "run/own")
        } while time("run") == time("top")
        #expect(found(since: made) == ["\(files.path)/top"])
    }

    @Test func `are none of this program's own folders, no links and no pipes`() throws {
        let made = TemporaryFiles.Beginning(of: folder("run"))
        _ = folder("mockportal-client-1")
        try files.write("secret", as: "mockportal-client-1/given")
        symlink("/etc/passwd", "\(files.path)/link")
        mkfifo("\(files.path)/pipe", 0o600)
        #expect(found(since: made).isEmpty)
    }

    @Test func `are read to a limit`() throws {
        let made = TemporaryFiles.Beginning(of: folder("run"))
        try files.write([UInt8](repeating: 65, count: 1 << 20), as: "big")
        let read = TemporaryFiles(since: made, in: [files.path]).files.map(\.bytes.count)
        #expect(read == [1 << 18])
    }
}
