import Foundation
import TestFolders
import Testing

@Suite struct IdentityCommand {
    /// The certificates of `mockportal certs`, the password of its files in a file, and a store beside them.
    private final class Place {
        let folder: TemporaryFolder
        var store: [String] { ["--identity-store", folder.path + "/store"] }
        var password: [String] { ["--p12-password-file", folder.path + "/password"] }

        init() async throws {
            folder = try TemporaryFolder()
            let made = try await Mockportal.run("certs", "--out", folder.path)
            let line = try #require(made.output.split(separator: "\n").last { $0.hasPrefix("password") })
            let password = try #require(line.split(separator: " ").last)
            _ = try folder.write("\(password)\n", as: "password")
        }

        func file(_ name: String) -> String { "\(folder.path)/\(name)" }

        func `import`(_ name: String, _ more: [String] = []) async throws -> Mockportal {
            try await Mockportal.run(["identity", "import", file(name)] + password + store + more)
        }

        func list() async throws -> String { try await Mockportal.run(["identity", "list"] + store).output }
    }

    @Test func `An identity is imported, listed and removed, and no other user can read its key`() async throws {
        let place = try await Place()
        let imported = try await place.import("alice.p12")
        #expect(imported.code == 0, "\(imported.errors)")
        #expect(imported.output.contains("CN=alice") && imported.output.contains("serial number"))
        let list = try await place.list()
        #expect(list.contains("alice") && list.contains("serial number"))
        let manager = FileManager.default
        let store = place.file("store")
        #expect(try manager.attributesOfItem(atPath: store)[.posixPermissions] as? Int == 0o700)
        for file in try manager.contentsOfDirectory(atPath: store) {
            #expect(try manager.attributesOfItem(atPath: "\(store)/\(file)")[.posixPermissions] as? Int == 0o600)
        }
        let removed = try await Mockportal.run(["identity", "remove", "alice"] + place.store)
        #expect(removed.code == 0)
        #expect(try await place.list().isEmpty)
    }

    @Test func `A second identity of the same person needs to be told to overwrite`() async throws {
        let place = try await Place()
        #expect(try await place.import("alice.p12").code == 0)
        let before = try await place.list()
        let second = try await place.import("alice-renewed.p12")
        #expect(second.code == 1)
        #expect(second.errors.contains("--overwrite"))
        #expect(try await place.list() == before)
        #expect(try await place.import("alice-renewed.p12", ["--overwrite"]).code == 0)
        let after = try await place.list()
        #expect(after != before && after.split(separator: "\n").count == 2)
    }

    struct Bad: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let file: String
        var password = true
        let says: String
        var code: Int32 = 1
    }

    @Test(arguments: [
        Bad(testDescription: "old encryption", file: "alice-rc2.p12", says: "--p12-legacy"),
        Bad(testDescription: "no key", file: "alice-no-key.p12", says: "no private key"),
        Bad(testDescription: "no certificate", file: "alice-key-only.p12", says: "no certificate"),
        Bad(testDescription: "another password", file: "alice-empty-password.p12", says: "password"),
        Bad(testDescription: "no password given", file: "bob.p12", password: false, says: "--p12-password-file"),
        Bad(testDescription: "PEM by its bytes", file: "renamed.p12", says: "PEM"),
        Bad(testDescription: "junk", file: "junk.p12", says: "no PKCS #12 file"),
        Bad(testDescription: "cut short", file: "short.p12", says: "cut short"),
        Bad(testDescription: "a folder", file: "", says: "directory", code: 2),
        Bad(testDescription: "not there", file: "nobody.p12", says: "No such file", code: 2),
    ])
    func `A file that cannot be imported is one clear line, and the store stays as it was`(bad: Bad) async throws {
        let place = try await Place()
        #expect(try await place.import("alice.p12").code == 0)
        let before = try await place.list()
        let manager = FileManager.default
        try manager.copyItem(atPath: place.file("bob.pem"), toPath: place.file("renamed.p12"))
        try Data("this is no identity".utf8).write(to: URL(fileURLWithPath: place.file("junk.p12")))
        let whole = try #require(manager.contents(atPath: place.file("bob.p12")))
        try whole.prefix(300).write(to: URL(fileURLWithPath: place.file("short.p12")))
        let options = place.store + (bad.password ? place.password : [])
        let done = try await Mockportal.run(["identity", "import", place.file(bad.file)] + options)
        #expect(done.code == bad.code)
        #expect(done.errors.contains(bad.says), "\(done.errors)")
        #expect(done.errors.split(separator: "\n").count == 1)
        let password = try String(contentsOfFile: place.file("password"), encoding: .utf8)
        #expect(!done.errors.contains(password.trimmingCharacters(in: .newlines)))
        #expect(try await place.list() == before)
    }

    @Test func `A file is judged by its bytes, never by its ending`() async throws {
        let place = try await Place()
        try FileManager.default.copyItem(atPath: place.file("bob.p12"), toPath: place.file("bob.txt"))
        #expect(try await place.import("bob.txt").code == 0)
    }

    @Test func `An expired identity is imported with a warning`() async throws {
        let place = try await Place()
        let imported = try await place.import("alice-expired.p12")
        #expect(imported.code == 0)
        #expect(imported.errors.contains("expired"))
    }

    @Test func `An empty name is told as such`() async throws {
        let done = try await Mockportal.run("connect", "https://127.0.0.1:1/portal", "--identity", "")
        #expect(done.code == 64 && done.errors.contains("--identity '': the name of an identity is needed"))
    }

    @Test func `A name that is not there is told with those that are`() async throws {
        let place = try await Place()
        #expect(try await place.import("bob.p12").code == 0)
        let done = try await Mockportal.run(["identity", "remove", "bobby"] + place.store)
        #expect(done.code == 64)
        #expect(done.errors.contains("bobby") && done.errors.contains("it holds bob"))
    }

    @Test func `Looking makes no folder`() async throws {
        let folder = try TemporaryFolder()
        let done = try await Mockportal.run("identity", "list", environment: ["XDG_DATA_HOME": folder.path])
        #expect(done.code == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
}
