import Foundation
import Platform
import PortalJudge
import TLSIdentity
import Testing

@testable import PortalScenarios

@Suite struct `The folder of a run` {
    private let sandbox: ForeignSandbox

    init() throws { sandbox = try ForeignSandbox() }

    private func mode(_ path: String) -> UInt32 {
        var facts = stat()
        stat(path, &facts)
        return UInt32(facts.st_mode) & 0o777
    }

    @Test func `has files that only their owner may read, each as it was written last`() throws {
        defer { sandbox.remove() }
        let first = try sandbox.write(Data("first".utf8), as: "ca.pem")
        let open = try #require(FileHandle(forReadingAtPath: first))
        let second = try sandbox.write(Data("second, and longer".utf8), as: "ca.pem")
        #expect(first == second && mode(first) == 0o600)
        #expect(FileManager.default.contents(atPath: second) == Data("second, and longer".utf8))
        // What was opened before stays whole.
        #expect(try open.readToEnd() == Data("first".utf8))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: sandbox.path).sorted()
                == [".in-use", "ca.pem", "home", "tmp"])
    }

    @Test func `says so where a file cannot be written`() throws {
        sandbox.remove()
        let error = #expect(throws: ForeignCommandError.self) { try sandbox.write(Data(), as: "ca.pem") }
        #expect(error?.description.hasSuffix("ca.pem cannot be written: No such file or directory") == true)
    }

    /// Only a folder with this file is removed by a later process where the one that made it was killed (``Platform/TemporaryFolders``).
    @Test func `is held while its process lives, like that of the identities`() throws {
        defer { sandbox.remove() }
        let identities = try RunIdentities(pki: try TestPKI())
        defer { identities.clear() }
        for (path, name) in [(sandbox.path, "mockportal-client"), (identities.folder, "mockportal-identities")] {
            #expect(path.contains("/\(name)-") && FileManager.default.fileExists(atPath: "\(path)/.in-use"))
        }
    }

    // MARK: what a client leaves

    private static let secret = "canary-password-0001"

    private func leftFiles(
        in sandbox: ForeignSandbox? = nil, keeping mostKept: Int = LeftFiles.mostKept,
        finding mostFound: Int = LeftFiles.mostFound
    ) -> LeftFiles {
        var evidence = Evidence(client: .foreign)
        evidence.canaries = [Canary(name: "password", kind: .password, value: Self.secret, origins: [])]
        return (sandbox ?? self.sandbox).leftFiles(
            searchedBy: SecretSearch(evidence), keeping: mostKept, finding: mostFound)
    }

    private func left() -> (places: [String], isWhole: Bool) {
        let left = leftFiles()
        return (left.files.map(\.place), left.unsearched == nil)
    }

    private func write(_ text: String, as path: BytePath) throws {
        let file = Descriptor(path.withCString { open($0, O_WRONLY | O_CREAT | O_CLOEXEC, mode_t(0o600)) })
        try #require(
            text.utf8CString.withUnsafeBytes { Platform.write(file.number, $0.baseAddress, $0.count - 1) } >= 0)
    }

    @Test func `is searched in its homes and temporary files, of every turn`() throws {
        defer { sandbox.remove() }
        let second = try sandbox.onTurn(2)
        mkdir("\(sandbox.home)/.cache", 0o700)
        for path in ["\(sandbox.home)/.cache/x", "\(sandbox.temporary)/y", "\(second.home)/z"] {
            try write("text", as: BytePath(path))
        }
        _ = try sandbox.write(Data("given".utf8), as: "ca.pem")
        #expect(left().places == ["file ~/.cache/x", "file ~/z", "file $TMPDIR/y"] && left().isWhole)
        #expect(leftFiles(in: second).files.count == 3)
    }

    #if os(Linux)
        // macOS lets no such name be made.
        @Test func `is searched under names in no encoding`() throws {
            defer { sandbox.remove() }
            let folder = BytePath(sandbox.home).appending(BytePath([0x64, 0xFF]))
            #expect(folder.withCString { mkdir($0, 0o700) } == 0)
            try write("secret", as: folder.appending(BytePath([0x63, 0xE9])))
            let left = leftFiles()
            #expect(left.unsearched == nil && left.files.map(\.text) == ["secret"])
            #expect(left.files.map(\.place) == ["file ~/d\u{FFFD}/c\u{FFFD}"])
        }
    #endif

    @Test(arguments: ["home", "tmp", ""]) func `is not searched behind a link in the place of a folder`(
        _ name: String
    ) throws {
        defer { sandbox.remove() }
        let other = try ForeignSandbox()
        defer { other.remove() }
        try write("text of another", as: BytePath("\(other.home)/x"))
        let place = name.isEmpty ? sandbox.path : "\(sandbox.path)/\(name)"
        #expect(rename(place, "\(other.path)/moved") == 0 && symlink(other.path, place) == 0)
        #expect(left() == ([], false))
        // The same in the place of a file is a file that is elsewhere.
        if name.isEmpty { unlink(place) }
    }

    @Test func `is not searched behind a link that got the number of the folder before it`() throws {
        defer { sandbox.remove() }
        // File systems give a number that was just freed to what is made next, most of them.
        #expect(rmdir(sandbox.home) == 0 && symlink("/proc/self", sandbox.home) == 0)
        #expect(left() == ([], false))
    }

    @Test func `is searched in a folder in the place of another, which is told`() throws {
        defer { sandbox.remove() }
        #expect(rename(sandbox.home, "\(sandbox.path)/moved") == 0 && mkdir(sandbox.home, 0o700) == 0)
        try write("text", as: BytePath("\(sandbox.home)/x"))
        #expect(left() == (["file ~/x"], false))
    }

    @Test func `is no link and no pipe, and nothing where a client has removed what it was given`() throws {
        defer { sandbox.remove() }
        symlink("/etc/passwd", "\(sandbox.home)/link")
        mkfifo("\(sandbox.home)/pipe", 0o600)
        #expect(left() == ([], true))
        try FileManager.default.removeItem(atPath: try sandbox.write(Data("given".utf8), as: "ca.pem"))
        for folder in [sandbox.home, sandbox.temporary] { try FileManager.default.removeItem(atPath: folder) }
        #expect(left() == ([], true))
    }

    @Test func `is not taken for searched where it is not there any more`() throws {
        defer { sandbox.remove() }
        try FileManager.default.removeItem(atPath: sandbox.path)
        #expect(left() == ([], false))
        let words = "the folder of the run: the client has removed it, or moved it"
        #expect(leftFiles().unsearched?.contains(words) == true)
    }

    @Test func `is searched and removed where it was moved`() throws {
        let other = try ForeignSandbox()
        defer { other.remove() }
        let place = "\(other.home)/moved"
        try write("text", as: BytePath("\(sandbox.home)/x"))
        #expect(rename(sandbox.path, place) == 0)
        #expect(left() == (["file ~/x"], true))
        sandbox.remove()
        #expect(!FileManager.default.fileExists(atPath: place))
    }

    @Test func `is searched beside its homes, but for what was given`() throws {
        defer { sandbox.remove() }
        _ = try sandbox.write(Data("given".utf8), as: "ca.pem")
        try write("text", as: BytePath("\(sandbox.home)/x"))
        try write("text", as: BytePath("\(sandbox.path)/y"))
        #expect(rename(sandbox.home, "\(sandbox.path)/z") == 0)
        #expect(left() == (["file ~/../y", "file ~/../z/x"], true))
    }

    @Test func `is searched up to limits, and what is too large is not read`() throws {
        defer { sandbox.remove() }
        let big = "\(sandbox.home)/big"
        try write("", as: BytePath(big))
        #expect(truncate(big, 1 << 40) == 0)
        try write("text", as: BytePath("\(sandbox.home)/small"))
        #expect(left() == (["file ~/small"], false))
        unlink(big)
        #expect(left() == (["file ~/small"], true))
        var folder = sandbox.temporary
        for _ in 0..<100 {
            folder += "/d"
            mkdir(folder, 0o700)
        }
        try write("text", as: BytePath("\(folder)/deep"))
        #expect(left() == (["file ~/small"], false))
    }

    @Test func `is searched behind what is kept of it, in pieces that overlap`() throws {
        defer { sandbox.remove() }
        for number in 0...LeftFiles.mostFiles { try write("", as: BytePath("\(sandbox.home)/a\(number)")) }
        try write(Self.secret, as: BytePath("\(sandbox.home)/z"))
        #expect(left().places.count == LeftFiles.mostFiles + 1 && left().places.last == "file ~/z" && left().isWhole)
        // Across the end of a piece.
        let text = String(repeating: "x", count: SecretPiece.size - 5)
        try write(text + Self.secret + text, as: BytePath("\(sandbox.temporary)/big"))
        #expect(left().places.last == "file $TMPDIR/big")
        let found = leftFiles(keeping: 0).files.filter { $0.place == "file $TMPDIR/big" }
        #expect(found.count == 1 && found[0].text.contains(Self.secret))
        #expect(found[0].text.utf8.count < 2 * text.utf8.count)
    }

    @Test func `is kept where it holds a secret only as far as that tells something new`() throws {
        defer { sandbox.remove() }
        let rest = String(repeating: "x", count: SecretPiece.size - Self.secret.utf8.count - 1)
        try write(String(repeating: "\(Self.secret)\n\(rest)", count: 3), as: BytePath("\(sandbox.home)/log"))
        try write(Self.secret, as: BytePath("\(sandbox.home)/other"))
        let left = leftFiles(keeping: 0)
        #expect(left.files.map(\.place) == ["file ~/log", "file ~/other"] && left.unsearched == nil)
        #expect(left.files.allSatisfy { $0.text.utf8.count <= SecretPiece.size })
        // Where much was kept, a second file with the same secret tells nothing new, and neither does a name.
        try write("x", as: BytePath("\(sandbox.home)/\(Self.secret)"))
        #expect(leftFiles(keeping: 0, finding: 1).files.count == 1)
    }

    @Test func `is searched where the client took its owner's rights away`() throws {
        defer { sandbox.remove() }
        let folder = "\(sandbox.home)/closed"
        mkdir(folder, 0o700)
        try write("text", as: BytePath("\(folder)/x"))
        chmod("\(folder)/x", 0o040)
        for path in [folder, sandbox.home, sandbox.path] { chmod(path, 0) }
        #expect(left() == (["file ~/closed/x"], true))
        // The superuser reads what it likes: that the rights are there shows it of every user.
        #expect(mode(folder) == 0o700 && mode("\(folder)/x") == 0o440)
    }

    @Test func `is searched without a change to the rights of what lies elsewhere`() throws {
        defer { sandbox.remove() }
        let other = try ForeignSandbox()
        defer { other.remove() }
        let (file, folder) = ("\(other.home)/file", "\(other.home)/folder")
        try write("text", as: BytePath(file))
        mkdir(folder, 0o700)
        for path in [file, folder] { chmod(path, 0) }
        #expect(link(file, "\(sandbox.home)/file") == 0 && symlink(folder, "\(sandbox.home)/folder") == 0)
        _ = left()
        #expect(mode(file) == 0 && mode(folder) == 0)
    }

    @Test func `is searched in the names of files and folders, and in what links lead to`() throws {
        defer { sandbox.remove() }
        try write("", as: BytePath("\(sandbox.home)/self?f=json&token=\(Self.secret)"))
        mkdir("\(sandbox.temporary)/\(Self.secret)", 0o700)
        symlink("/nowhere/\(Self.secret)", "\(sandbox.temporary)/link")
        mkfifo("\(sandbox.temporary)/pipe-\(Self.secret)", 0o600)
        let names = leftFiles().files.filter { $0.text.contains(Self.secret) }.map(\.place)
        #expect(
            Set(names) == [
                "file name ~/self?f=json&token=\(Self.secret)", "file name $TMPDIR/\(Self.secret)",
                "file name $TMPDIR/link", "file name $TMPDIR/pipe-\(Self.secret)",
            ])
    }
}
