import Foundation
import HTTPSemantics
import PortalAuthentication
import PretendPortals
import TLSIdentity
import Testing

@Suite struct `Encrypted stores` {
    private let place: StorePlace
    init() throws { place = try StorePlace() }

    private func code(_ body: () async throws(PortalError) -> some Any) async -> PortalError.Code? {
        await failure(body)?.code
    }

    @Test func `give back what they were given, by name`() async throws {
        let store = try place.store()
        #expect(try await store.text() == nil)
        #expect(place.names.isEmpty)
        try await store.keep("one", as: "a")
        try await store.keep("two", as: "b")
        try await store.keep("", as: "empty")
        for (name, text) in [("a", "one"), ("b", "two"), ("empty", "")] { #expect(try await store.text(name) == text) }
        try await store.update("a") { old throws(PortalError) in
            Secret(old.map { $0.reveal { $0 } + Array("!".utf8) } ?? [])
        }
        #expect(try await place.store().text("a") == "one!")
        try await store.erase("a")
        try await store.erase("a")
        #expect(try await store.text("a") == nil)
        #expect(try await store.text("b") == "two")
    }

    @Test func `are private, and show nothing`() async throws {
        umask(0)
        defer { umask(0o022) }
        let secret = "hunter2-" + String(repeating: "x", count: 200)
        try await place.keyedStore().keep(secret)
        #expect(place.names == ["test.store"])
        #expect(try place.rights(place.folder) == 0o700 && place.rights(place.path("test")) == 0o600)
        #expect(try place.rights(place.keyFile) == 0o600)
        let bytes = try place.bytes("test")
        for length in [4, 8] {
            let piece = Array(secret.utf8.prefix(length))
            #expect(!bytes.indices.contains { bytes[$0...].starts(with: piece) })
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: place.keyFile)).count == 32)
        #expect("\(try place.store())" == "encrypted store in \(place.folder)")
        var dumped = ""
        dump(try place.store("hunter3"), to: &dumped)
        #expect(!dumped.contains("hunter3"))
    }

    @Test func `are sealed anew each time`() async throws {
        let store = try place.keyedStore()
        try await store.keep("same")
        let one = try place.bytes("test")
        try await store.keep("same")
        let other = try place.bytes("test")
        #expect(one.count == other.count && one != other)
        // The salts, the text and everything that is derived from them.
        #expect(one[40...].elementsEqual(other[40...]) == false)
        #expect(zip(one[141...], other[141...]).filter { $0 == $1 }.count < 8)
    }

    @Test func `tell a wrong passphrase from damage`() async throws {
        try await place.store().keep("text")
        let before = try place.bytes("test")
        let wrong = try place.store("wrong horse")
        let error = await failure { () throws(PortalError) in try await wrong.load("test") }
        #expect(error?.code == .storeKeyWrong)
        #expect(
            error?.description.contains("another passphrase") == true && error?.description.contains("horse") == false)
        #expect(await code { () throws(PortalError) in try await wrong.keep("other") } == .storeKeyWrong)
        #expect(try place.bytes("test") == before)
    }

    @Test func `tell the kinds of keys apart`() async throws {
        try await place.store().keep("text", as: "a")
        try await place.keyedStore(making: true).erase("b")
        try Data(randomBytes(32)).write(to: URL(fileURLWithPath: place.keyFile))
        chmod(place.keyFile, 0o600)
        let keyed = try place.keyedStore()
        var error = await failure { () throws(PortalError) in try await keyed.load("a") }
        #expect(error?.code == .storeKeyWrong && error?.detail.contains("written with a passphrase") == true)
        try await keyed.keep("text", as: "b")
        error = await failure { () throws(PortalError) in try await place.store().load("b") }
        #expect(error?.code == .storeKeyWrong && error?.detail.contains("written with a key file") == true)
        try Data(randomBytes(32)).write(to: URL(fileURLWithPath: place.keyFile))
        let other = try place.keyedStore()
        #expect(await code { () throws(PortalError) in try await other.load("b") } == .storeKeyWrong)
    }

    @Test func `notice every byte that is changed or missing`() async throws {
        let store = try place.keyedStore()
        try await store.keep(#"{"entries":{}}"#)
        let whole = try place.bytes("test")
        for index in whole.indices {
            var bytes = whole
            bytes[index] ^= UInt8(1 << (index % 8))
            try place.put(bytes, as: "test")
            #expect(
                await code { () throws(PortalError) in try await store.load("test") } == .storeCorrupted,
                "byte \(index)")
            try place.put(Array(whole[..<index]), as: "test")
            #expect(
                await code { () throws(PortalError) in try await store.load("test") } == .storeCorrupted,
                "\(index) bytes")
        }
        try place.put(whole + [0], as: "test")
        #expect(await code { () throws(PortalError) in try await store.keep("new") } == .storeCorrupted)
        #expect(try place.bytes("test") == whole + [0])
        try place.put(whole, as: "test")
        #expect(try await store.text() == #"{"entries":{}}"#)
    }

    struct Foreign: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let bytes: [UInt8]
        let code: PortalError.Code
        let words: String
    }

    @Test(arguments: [
        Foreign(testDescription: "nothing", bytes: [], code: .storeCorrupted, words: "is empty"),
        Foreign(
            testDescription: "a database", bytes: Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 4096),
            code: .storeCorrupted, words: "is no file of a credential store"),
        Foreign(
            testDescription: "plain JSON", bytes: Array(#"{"entries":{}}"#.utf8), code: .storeCorrupted,
            words: "is no file of a credential store"),
        Foreign(
            testDescription: "the beginning of a store", bytes: Array("mockportal-st".utf8), code: .storeCorrupted,
            words: "is cut off"),
        Foreign(
            testDescription: "a newer format", bytes: newer(version: 3), code: .storeTooNew, words: "newer version"),
        Foreign(
            testDescription: "a hungry scrypt", bytes: costly(Scrypt.Cost(logN: 30, blockSize: 255, parallelism: 1)),
            code: .storeCorrupted, words: "asks for more work"),
        Foreign(
            testDescription: "an endless scrypt", bytes: costly(Scrypt.Cost(logN: 17, blockSize: 8, parallelism: 255)),
            code: .storeCorrupted, words: "asks for more work"),
    ]) func `leave alone what is none of theirs`(_ foreign: Foreign) async throws {
        try place.put(foreign.bytes, as: "test")
        let store = try place.store()
        for name in ["load", "update"] {
            let error = await failure { () throws(PortalError) in
                if name == "load" { _ = try await store.load("test") } else { try await store.keep("mine") }
            }
            #expect(
                error?.code == foreign.code && error?.detail.contains(foreign.words) == true, "\(name): \(error as Any)"
            )
            #expect(error?.detail.contains(place.path("test")) == true)
        }
        #expect(try place.bytes("test") == foreign.bytes)
    }

    private static func newer(version: Int) -> [UInt8] {
        let start = StoreFileHeader.magic + [0, UInt8(version), 0, 60, 1, 2, 3, 4, 5, 6, 7, 8]
        return start + Digest.sha256(start) + [1, 2, 3]
    }

    private static func costly(_ cost: Scrypt.Cost) -> [UInt8] {
        StoreFileHeader(
            name: "test", derivation: .passphrase(cost, salt: [UInt8](repeating: 0, count: 16)),
            fileSalt: [UInt8](repeating: 0, count: 32), nonce: [UInt8](repeating: 0, count: 12), textCount: 0,
            keyCheck: [UInt8](repeating: 0, count: 16)
        ).bytes + [UInt8](repeating: 0, count: 16)
    }

    @Test func `cannot be taken for one another`() async throws {
        let store = try place.store()
        try await store.keep("one", as: "a")
        try place.put(try place.bytes("a"), as: "b")
        let error = await failure { () throws(PortalError) in try await store.load("b") }
        #expect(error?.code == .storeCorrupted && error?.detail.contains("another store, \"a\"") == true)
    }

    @Test func `ask for a passphrase, a path and a plain name`() async throws {
        #expect(throws: PortalError(.invalidArgument, detail: "")) {
            try EncryptedStore(folder: place.folder, key: .passphrase(Secret("")))
        }
        for (folder, key) in [("", "k"), ("f\0g", "k"), ("f", "")] {
            #expect(throws: PortalError(.invalidArgument, detail: "")) {
                try EncryptedStore(folder: folder, key: .keyFile(key))
            }
        }
        let store = try place.store()
        for name in ["", "../up", "a/b", "A", ".hidden", "a\0", String(repeating: "a", count: 65)] {
            #expect(await code { () throws(PortalError) in try await store.keep("x", as: name) } == .invalidArgument)
        }
        #expect(place.names.isEmpty)
    }

    /// A key beside what it seals protects nothing, and by the name of a store it would be written over.
    @Test(arguments: ["test.store", "key"]) func `take no key file of their own folder`(_ name: String) async throws {
        func refuses(_ folder: String, _ key: String) -> Bool {
            do { _ = try EncryptedStore(folder: folder, key: .keyFile(key, isMadeIfMissing: true)) } catch {
                return error.code == .invalidArgument && error.detail.contains(key)
            }
            return false
        }
        #expect(
            refuses(place.folder, place.folder + "/" + name) && refuses(place.folder + "//", place.folder + "/" + name))
        try place.put([], as: "other")
        #expect(refuses(place.folder, place.folder + "/../stores/" + name))
        #expect(!refuses(place.folder, place.folder + "/deeper/" + name) && !refuses("s", "key"))
    }

    /// The folder is made by the first writing: before that, spellings of its path say little.
    @Test(arguments: ["/./test.store", "/../stores/key"])
    func `take no key file of a folder that they make themselves`(_ name: String) async throws {
        let store = try EncryptedStore(
            folder: place.folder, key: .keyFile(place.folder + name, isMadeIfMissing: true))
        #expect(await code { () throws(PortalError) in try await store.keep("x") } == .invalidArgument)
        #expect(place.names.isEmpty)
    }

    @Test func `take no key file of their own folder whose name begins with a combining mark`() throws {
        try place.put([], as: "other")
        #expect(throws: PortalError(.invalidArgument, detail: "")) {
            try EncryptedStore(folder: place.folder, key: .keyFile(place.folder + "/\u{301}key"))
        }
    }

    @Test func `make a key of a passphrase once`() async throws {
        let store = try place.store()
        try await store.keep("one", as: "a")
        try await store.keep("two", as: "b")
        #expect(try place.bytes("a")[20..<40] == place.bytes("b")[20..<40])
        // One that was made at another cost still opens, and is sealed at the store's own from then on.
        let dearer = try place.store(cost: Scrypt.Cost(logN: 6, blockSize: 8, parallelism: 1))
        #expect(try await dearer.text("a") == "one")
        try await dearer.keep("one", as: "a")
        #expect(try place.bytes("a")[21] == 6)
        #expect(try await store.text("a") == "one")
    }
}
