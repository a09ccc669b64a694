import Dispatch
import Platform
import TestFolders
import Testing

@testable import MockPortalServer
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

    /// How changes are found.
    enum Way: Sendable, CaseIterable {
        case looking
        #if os(Linux)
            case told
        #endif
    }

    /// The paths that are found.
    private func found(since made: TemporaryFiles.Beginning) -> [String] {
        TemporaryFiles(since: made, in: [files.path]).files.map { $0.path.description }
    }

    /// Begins a run, whose folder is made for it.
    private func begin(_ way: Way) throws -> TemporaryFiles.Beginning {
        switch way {
        case .looking: return TemporaryFiles.Beginning(of: folder("run"), watching: nil)
        #if os(Linux)
            case .told: return TemporaryFiles.Beginning(of: folder("run"), watching: try changes())
        #endif
        }
    }

    private func changes() throws -> TemporaryFileChanges {
        try TemporaryFileChanges(in: [files.path], depth: TemporaryFiles.depth)
    }

    @Test(arguments: Way.allCases)
    func `are those that were changed since a folder was made, as deep as programs write`(way: Way) throws {
        _ = folder("old")
        let made = try begin(way)
        _ = folder("a")
        _ = folder("a/b")
        _ = folder("a/b/c")
        for name in ["top", "old/y", "a/x", "a/b/y", "a/b/c/z", "run/own"] { try files.write("text", as: name) }
        #expect(
            found(since: made).map { String($0.dropFirst(files.path.count + 1)) } == ["top", "a/x", "old/y", "a/b/y"])
    }

    @Test(arguments: Way.allCases)
    func `are those that another name, other rights or a further link were given`(way: Way) throws {
        for name in ["moved", "chmod", "linked", "still"] { try files.write("text", as: name) }
        waitForClock(past: "still")
        let made = try begin(way)
        rename("\(files.path)/moved", "\(files.path)/there")
        chmod("\(files.path)/chmod", 0o640)
        link("\(files.path)/linked", "\(files.path)/link")
        let expected = Set(["there", "chmod", "link"].map { "\(files.path)/\($0)" })
        #expect(expected.isSubset(of: found(since: made)))
        #expect(!found(since: made).contains("\(files.path)/still"))
    }

    /// Returns once the kernel's clock, which goes in steps, has left the moment at which an entry was changed.
    private func waitForClock(past name: String) {
        let before = time(name)
        repeat {
            unlink("\(files.path)/probe")
            close(open("\(files.path)/probe", O_CREAT | O_WRONLY, 0o600))
        } while time("probe") == before
        unlink("\(files.path)/probe")
    }

    #if os(Linux)
        // macOS lets no such name be made.
        @Test(arguments: Way.allCases)
        func `are those whose names are in no encoding`(way: Way) throws {
            let made = try begin(way)
            let folder = BytePath(files.path).appending(BytePath([0x64, 0xFF]))
            #expect(folder.withCString { mkdir($0, 0o700) } == 0)
            for place in [folder, BytePath(files.path)] {
                let file = place.appending(BytePath([0x63, 0xE9]))
                close(file.withCString { open($0, O_WRONLY | O_CREAT | O_CLOEXEC, mode_t(0o600)) })
            }
            #expect(found(since: made) == ["c\u{FFFD}", "d\u{FFFD}/c\u{FFFD}"].map { "\(files.path)/\($0)" })
        }

        @Test func `are in folders that came from elsewhere`() throws {
            let other = try TemporaryFolder()
            mkdir("\(other.path)/made", 0o700)
            let made = try begin(.told)
            try other.write("text", as: "made/x")
            rename("\(other.path)/made", "\(files.path)/made")
            #expect(found(since: made) == ["\(files.path)/made/x"])
            try files.write("text", as: "made/y")
            #expect(found(since: made) == ["\(files.path)/made/x", "\(files.path)/made/y"])
        }

        @Test func `are forgotten where they are gone, and found where they come back`() throws {
            let made = try begin(.told)
            try files.write("text", as: "x")
            #expect(found(since: made) == ["\(files.path)/x"])
            unlink("\(files.path)/x")
            #expect(found(since: made).isEmpty)
            try files.write("text", as: "x")
            #expect(found(since: made) == ["\(files.path)/x"])
        }

        /// Changes in a folder that is too deep for the watch of the process, which other tests need whole.
        private func deep() throws -> (path: String, changes: TemporaryFileChanges) {
            var name = "1"
            for _ in 0..<TemporaryFiles.depth {
                _ = folder(name)
                name += "/1"
            }
            let path = folder(name)
            return (path, try TemporaryFileChanges(in: [path], depth: TemporaryFiles.depth))
        }

        /// Changes more than once in a row count as one, so that two files are changed in turn.
        private func change(in folder: String, times: Int) {
            for number in 0..<times { chmod("\(folder)/\(number % 2 == 0 ? "a" : "b")", 0o600) }
        }

        /// How many changes wait to be read; what comes then is lost.
        private func mostThatWait() throws -> Int {
            let limit = FileHead.bytes("/proc/sys/fs/inotify/max_queued_events", atMost: 20) ?? []
            return try #require(Int(String(decoding: limit.filter { $0 != 0x0A }, as: UTF8.self)))
        }

        @Test func `are all looked at once the system has told less than has happened`() throws {
            let (path, changes) = try deep()
            let made = TemporaryFiles.Beginning(of: folder("run"), watching: changes)
            for name in ["a", "b"] { try files.write("text", as: "1/1/1/\(name)") }
            change(in: path, times: try mostThatWait() + 1)
            #expect(changes.places() == nil)
            #expect(!changes.catchUp())
            try files.write("text", as: "1/1/1/c")
            let found = TemporaryFiles(since: made, in: [path]).files.map { $0.path.description }
            #expect(found == ["a", "b", "c"].map { "\(path)/\($0)" })
        }

        /// Compilers and the like write while a client runs, more than waits to be read.
        @Test func `are taken over while a client runs`() throws {
            let (path, changes) = try deep()
            for name in ["a", "b"] { try files.write("text", as: "1/1/1/\(name)") }
            let sandbox = try ForeignSandbox()
            defer { sandbox.remove() }
            let watch = ClientWatch(of: sandbox, given: [:], watching: changes)
            for _ in 0..<3 {
                change(in: path, times: try mostThatWait() / 2)
                watch.ready(ScheduledAnswer(operation: "info", connection: 1) {})
                watch.queue.sync {}
            }
            #expect(changes.places()?.count == 2)
        }

        @Test(arguments: Way.allCases)
        func `are told apart from tens of thousands that builds left`(way: Way) throws {
            let (path, changes) = try deep()
            for number in 0..<600 {
                _ = folder("1/1/1/\(number)")
                for file in 0..<40 { try files.write("", as: "1/1/1/\(number)/\(file)") }
            }
            waitForClock(past: "1/1/1/599/39")
            // What was told of their making is more than is kept.
            #expect(!changes.catchUp())
            let later = way == .told ? try TemporaryFileChanges(in: [path], depth: TemporaryFiles.depth) : nil
            let made = TemporaryFiles.Beginning(of: folder("run"), watching: later)
            try files.write("text", as: "1/1/1/599/39")
            let found = TemporaryFiles(since: made, in: [path])
            #expect(found.files.map(\.path) == ["\(path)/599/39"] && found.isWhole)
        }
    #endif

    @Test(arguments: Way.allCases)
    func `are those before a client wrote into its own folder, too`(way: Way) throws {
        let made = try begin(way)
        try files.write("text", as: "top")
        // What is made in the folder changes its time; the kernel's clock goes in steps.
        repeat {
            unlink("\(files.path)/run/own")
            try files.write("text", as: "run/own")
        } while time("run") == time("top")
        #expect(found(since: made) == ["\(files.path)/top"])
    }

    @Test(arguments: Way.allCases)
    func `are none of this program's own folders, no links and no pipes`(way: Way) throws {
        let made = try begin(way)
        let own = try TemporaryFolders.process.make("mockportal-client")
        let inside = "\(files.path)/own"
        rename(own, inside)
        defer {
            rename(inside, own)
            TemporaryFolders.process.remove(own)
        }
        try files.write("secret", as: "own/given")
        symlink("/etc/passwd", "\(files.path)/link")
        mkfifo("\(files.path)/pipe", 0o600)
        #expect(found(since: made).isEmpty)
    }

    @Test(arguments: Way.allCases)
    func `are those with names like this program's, too`(way: Way) throws {
        let made = try begin(way)
        _ = folder("mockportal-client-abcdef")
        try files.write("text", as: "mockportal-client-abcdef/log")
        try files.write("text", as: "mockportal-log")
        #expect(
            found(since: made) == ["\(files.path)/mockportal-log", "\(files.path)/mockportal-client-abcdef/log"])
    }

    @Test(arguments: Way.allCases)
    func `are read to their end, in pieces that overlap`(way: Way) throws {
        let made = try begin(way)
        let secret = Array("canary-password-0001".utf8)
        let half = [UInt8](repeating: 65, count: SecretPiece.size - 5)
        try files.write(half + secret + half, as: "big")
        for number in 0..<300 { try files.write("text", as: "harmless-\(number)") }
        try files.write("", as: "named-canary-password-0001")
        let found = TemporaryFiles(since: made, in: [files.path]) {
            $0.suffix(half.count + secret.count).contains(secret)
        }
        #expect(found.files.map(\.path) == ["\(files.path)/big"])
        #expect(found.named == ["\(files.path)/named-canary-password-0001"] && found.isWhole)
    }

    @Test(arguments: Way.allCases)
    func `are read in their first and last MiB where they are long, and count as looked at`(way: Way) throws {
        let made = try begin(way)
        let size = 48 << 20
        try files.write("begun", as: "long")
        truncate("\(files.path)/long", off_t(size - 5))
        let end = Descriptor(open("\(files.path)/long", O_WRONLY | O_APPEND | O_CLOEXEC))
        let count = "ended".utf8CString.withUnsafeBytes { Platform.write(end.number, $0.baseAddress, 5) }
        try #require(count == 5)
        let found = TemporaryFiles(since: made, in: [files.path])
        #expect(Set(found.files.map(\.path)) == ["\(files.path)/long"] && found.isWhole)
        #expect(found.files.first?.bytes.starts(with: "begun".utf8) == true)
        #expect(found.files.last?.bytes.suffix(5).elementsEqual("ended".utf8) == true)
        let read = found.files.reduce(0) { $0 + $1.bytes.count - SecretPiece.overlap }
        #expect(read <= 2 * TemporaryFiles.mostOfEnd)
    }
}
