import Platform
import TestFolders
import Testing

@testable import TLSIdentity

@Suite struct `A private directory` {
    @Test(arguments: [
        (ENOSPC, "; make room on its disk"), (EDQUOT, "; make room on its disk"), (EFBIG, "; make room on its disk"),
        (EROFS, "; its disk is read-only, so name a directory that you may write to"),
        (EACCES, "; name a directory that you may write to"), (EPERM, "; name a directory that you may write to"),
        (ENOTDIR, "; name another directory"), (EISDIR, "; move it away"), (EIO, ""),
    ])
    func `advises what can help against a failure, and nothing where that is not known`(
        number: Int32, advice: String
    ) {
        #expect(PrivateDirectory.advice(for: number) == advice)
    }

    @Test func `that cannot be made says why`() {
        let error = #expect(throws: TLSIdentityError.self) { try PrivateDirectory("/dev/null/certs") }
        #expect(error?.message == "/dev/null/certs cannot be made: Not a directory; name another directory")
    }

    @Test func `changes no file where a directory is in the place of another`() throws {
        let folder = try TemporaryFolder()
        let directory = try PrivateDirectory(folder.path)
        try directory.replace([("a.key", Array("old".utf8), 0o600)])
        #expect(mkdir(folder.path + "/a.p12", 0o700) == 0)
        let new = Array("new".utf8)
        let error = #expect(throws: TLSIdentityError.self) {
            try directory.replace([("a.key", new, 0o600), ("a.p12", new, 0o600), ("a.pem", new, 0o644)])
        }
        #expect(error?.message == "\(folder.path)/a.p12 cannot be written: Is a directory; move it away")
        #expect(try directory.names() == ["a.key", "a.p12"])
        #expect(try directory.contents(of: "a.key") == "old")
    }

    @Test func `replaces a link to a directory by the file`() throws {
        let folder = try TemporaryFolder()
        let directory = try PrivateDirectory(folder.path)
        #expect(symlink(folder.path, folder.path + "/a.pem") == 0)
        try directory.replace([("a.pem", Array("new".utf8), 0o644)])
        #expect(try directory.contents(of: "a.pem") == "new")
    }

    @Test func `that another process goes on changing is given up`() throws {
        let folder = try TemporaryFolder()
        let directory = try PrivateDirectory(folder.path)
        do {
            // A lock belongs to what opened the directory, in this process too (flock(2)).
            let other = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            defer { close(other) }
            #expect(flock(other, LOCK_EX) == 0)
            let error = #expect(throws: TLSIdentityError.self) { try directory.locked(patience: .zero) {} }
            #expect(
                error?.message
                    == "another process has been changing \(folder.path) for 0.0 seconds; end it and try again")
        }
        #expect(try directory.locked { true })
    }
}
