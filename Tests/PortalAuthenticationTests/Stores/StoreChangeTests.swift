import Foundation
import HTTPSemantics
import JSONValues
import Platform
import PretendPortals
import TLSIdentity
import Testing

@testable import PortalAuthentication

struct `Changes of stores` {
    private let place: StorePlace
    init() throws { place = try StorePlace() }

    /// A store of 100 entries with some changes, each of which sets `change <number>`.
    private func chain(_ count: Int) async throws -> EncryptedStore {
        let store = try place.keyedStore()
        try await store.fill()
        for number in 0..<count { try await store.put("change \(number + 1)", .integer(Int64(number))) }
        return store
    }

    // MARK: writing

    @Test func `are written by themselves, beside the store`() async throws {
        umask(0)
        defer { umask(0o022) }
        let store = try place.keyedStore()
        try await store.fill()
        let base = try place.bytes("test")
        try await store.put("entry 7", ["x": "hunter2"])
        try await store.put("entry 8", nil)
        #expect(place.names == ["test.store", "test.store.1", "test.store.2"])
        #expect(try place.bytes("test") == base)
        let files = try place.files()
        for name in ["test.store.1", "test.store.2"] {
            let bytes = try #require(files[name])
            #expect(try bytes.count < 400 && place.rights(place.folder + "/" + name) == 0o600)
            #expect(!bytes.indices.contains { bytes[$0...].starts(with: "hunter".utf8) })
        }
        for reader in [store, try place.keyedStore()] {
            let entries = try #require(try await reader.contents())
            #expect(entries.count == 99 && entries["entry 7"] == ["x": "hunter2"] && entries["entry 8"] == nil)
            #expect(entries["entry 9"] == EncryptedStore.entry(9))
        }
    }

    @Test func `cost as much as they are large, whatever the store holds`() async throws {
        var sizes: Set<Int> = []
        for count in [100, 1000] {
            let place = try StorePlace()
            let store = try place.keyedStore()
            try await store.fill(count)
            for number in 0..<3 { try await store.put("entry 7", .integer(Int64(number))) }
            let base = try place.bytes("test").count
            let calls = MeasuredCalls()
            let measured = try EncryptedStore(
                folder: place.folder, key: .keyFile(place.keyFile), cost: StorePlace.cheap, calls: calls)
            try await measured.put("entry 7", "new")
            #expect(calls.written < 400 && calls.written * 10 < base, "\(calls.written) of \(base)")
            sizes.insert(calls.written)
        }
        #expect(sizes.count == 1, "\(sizes)")
    }

    @Test func `of a small store are written with it, as older versions read it`() async throws {
        let store = try place.keyedStore()
        try await store.fill(3)
        try await store.put("entry 1", "new")
        #expect(place.names == ["test.store"])
        #expect(try place.bytes("test")[16..<18] == [0, 1])
        #expect(try await place.keyedStore().contents()?["entry 1"] == "new")
        // One that changes may follow is refused by a version that would lose them.
        try await store.fill()
        #expect(try place.bytes("test")[16..<18] == [0, 2])
    }

    @Test func `that are none write nothing`() async throws {
        let store = try await chain(2)
        let before = try place.files()
        try await store.put("entry 3", EncryptedStore.entry(3))
        try await place.keyedStore().put("entry 300", nil)
        #expect(try place.files() == before)
    }

    @Test func `take no more room than the store, which is then written anew`() async throws {
        let store = try place.keyedStore()
        try await store.fill()
        var model = try #require(try await store.contents())
        var (turns, most) = (0, 0)
        for number in 0..<60 {
            let before = place.names.count
            model["entry \(number % 7)"] = .integer(Int64(number))
            try await store.put("entry \(number % 7)", .integer(Int64(number)))
            if place.names.count < before {
                #expect(place.names == ["test.store"])
                turns += 1
            }
            let files = try place.files()
            let changes = files.filter { $0.key != "test.store" }.values.map(\.count).reduce(0, +)
            let base = try #require(files["test.store"])
            #expect(changes < base.count + 400)
            most = max(most, files.count)
            #expect(try await place.keyedStore().contents() == model)
        }
        #expect(turns >= 2 && most > 8, "\(turns) turns, \(most) files")
        // Numbers go on: what is left of an earlier change is never taken for a later one.
        #expect(place.names.compactMap { StoreFile.number(of: $0, of: "test.store") }.allSatisfy { $0 > most })
    }

    @Test func `are in what a keyring's words read and write`() async throws {
        let store = try await chain(2)
        try await store.update("test") { old throws(PortalError) in
            var document = try StoreDocument(old, of: "test")
            document.change(from: [:], to: ["whole": 1])
            return document.bytes
        }
        #expect(place.names == ["test.store"])
        let entries = try #require(try await store.contents())
        #expect(entries["change 2"] == 1 && entries["whole"] == 1 && entries.count == 103)
        try await store.put("later", 2)
        #expect(place.names == ["test.store", "test.store.3"])
        #expect(try await place.keyedStore().contents()?["later"] == 2)
    }

    @Test func `go with the store`() async throws {
        let store = try await chain(3)
        try await store.erase("test")
        #expect(place.names.isEmpty)
        #expect(try await store.contents() == nil)
        try await store.put("one", 1)
        #expect(try await place.keyedStore().contents() == ["one": 1])
    }

    // MARK: two processes

    @Test func `of several processes are seen by each`() async throws {
        let stores = try (0..<3).map { _ in try place.keyedStore() }
        try await stores[0].fill()
        var model = try #require(try await stores[0].contents())
        for number in 0..<120 {
            // Each writes some in a row, so that the others find several, or a new base.
            let store = stores[(number / 5 + number / 11) % 3]
            let key = "entry \(number * 7 % 120)"
            if number % 4 == 0 { model.removeValue(forKey: key) } else { model[key] = .integer(Int64(number)) }
            try await store.put(key, model[key])
            if number % 37 == 0 { try await stores[(number + 1) % 3].fill(0, as: "other") }
        }
        for store in stores { #expect(try await store.contents() == model) }
    }

    @Test func `are read whole while another process writes a new store`() async throws {
        let (store, reader) = (try place.keyedStore(), try place.keyedStore())
        try await store.fill()
        try await store.put("count", 0)
        let (isOver, reads) = (Locked(false), Locked(0))
        let reading = Task {
            var last = Int64(0)
            while !isOver.withLock({ $0 }) {
                let entries = try #require(try await reader.contents())
                let count = try #require(entries["count"]?.integer)
                #expect(count >= last && entries.count == 101)
                last = count
                reads.withLock { $0 += 1 }
            }
        }
        do {
            defer { isOver.withLock { $0 = true } }
            while reads.withLock({ $0 }) == 0, !Task.isCancelled { await Task.yield() }
            for number in 1...150 { try await store.put("count", .integer(Int64(number))) }
        }
        try await reading.value
    }

    // MARK: other files

    @Test func `follow a file of the version before once it is written anew`() async throws {
        let store = try place.keyedStore()
        try await store.fill()
        let document = try #require(try await store.load("test"))
        let old = try document.reveal { text in
            try StoreFile.seal(text, name: "test", derivation: .keyFile, key: place.sealingKey())
        }
        // What stands beside it was left over from another store: that version knows of no changes.
        try await store.put("change", 1)
        try place.put(old, as: "test")
        #expect(place.names == ["test.store", "test.store.1"])
        let next = try place.keyedStore()
        #expect(try await next.load("test") == document)
        try await next.put("first", 1)
        #expect(place.names == ["test.store"])
        try await next.put("second", 2)
        #expect(place.names == ["test.store", "test.store.2"])
        let entries = try #require(try await place.keyedStore().contents())
        #expect(entries.count == 102 && entries["first"] == 1 && entries["second"] == 2 && entries["change"] == nil)
    }

    @Test func `without what they change are no store`() async throws {
        let store = try await chain(3)
        unlink(place.path("test"))
        #expect(try await store.contents() == nil)
        try await store.put("one", 1)
        #expect(place.names == ["test.store"])
        #expect(try await place.keyedStore().contents() == ["one": 1])
    }

    @Test func `notice every byte that is changed or missing`() async throws {
        _ = try await chain(2)
        let (name, path) = ("test.store.1", place.folder + "/test.store.1")
        let whole = try #require(try place.files()[name])
        let store = try place.keyedStore()
        for index in whole.indices {
            var bytes = whole
            bytes[index] ^= UInt8(1 << (index % 8))
            for damaged in [bytes, Array(whole[..<index])] {
                try place.putFile(damaged, name)
                let error = await failure { () throws(PortalError) in try await store.load("test") }
                #expect(error?.code == .storeCorrupted && error?.detail.hasPrefix(path) == true, "byte \(index)")
            }
        }
        try place.putFile(whole + [0], name)
        let error = await failure { () throws(PortalError) in try await store.put("x", 1) }
        #expect(error?.code == .storeCorrupted && error?.detail.contains("goes on behind its end") == true)
    }

    struct Damage: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let words: String
        /// What the error names.
        let file: String
        var code = PortalError.Code.storeCorrupted
        let make: @Sendable (inout [String: [UInt8]], Materials) throws -> Void
    }

    struct Materials: Sendable {
        /// The same store at an earlier time: another base, with as many changes.
        let earlier: [String: [UInt8]]
        /// The same base with other changes after the first.
        let branch: [String: [UInt8]]
        /// The files of another store in the same folder.
        let other: [String: [UInt8]]
        let seal: @Sendable ([UInt8], StoreFileHeader.Part, SealingKey?) throws -> [UInt8]
    }

    private static let delta = Array(#"{"gone":[],"set":{}}"#.utf8)
    private static func part(_ files: [String: [UInt8]], _ number: Int) throws -> StoreFileHeader.Part {
        try StoreFileHeader.parse(files["test.store.\(number)"] ?? []).header.part
    }

    @Test(arguments: [
        Damage(testDescription: "one is missing", words: "is missing", file: "test.store.2") { files, _ in
            files["test.store.2"] = nil
        },
        Damage(testDescription: "the first is missing", words: "is missing", file: "test.store.1") { files, _ in
            files["test.store.1"] = nil
        },
        Damage(
            testDescription: "two are swapped", words: "is the change with the number 2", file: "test.store.1"
        ) { files, _ in
            (files["test.store.1"], files["test.store.2"]) = (files["test.store.2"], files["test.store.1"])
        },
        Damage(
            testDescription: "one stands twice", words: "is the change with the number 2", file: "test.store.3"
        ) { files, _ in files["test.store.3"] = files["test.store.2"] },
        Damage(
            testDescription: "all follow another base", words: "is a change of another store than",
            file: "test.store.1"
        ) { files, materials in
            for number in 1...3 { files["test.store.\(number)"] = materials.earlier["test.store.\(number)"] }
        },
        Damage(
            testDescription: "the base is an earlier one", words: "is a change of another store than",
            file: "test.store.1"
        ) { files, materials in files["test.store"] = materials.earlier["test.store"] },
        Damage(
            testDescription: "one is of another branch", words: "does not follow the change before it",
            file: "test.store.3"
        ) { files, materials in files["test.store.2"] = materials.branch["test.store.2"] },
        Damage(
            testDescription: "one is of another store", words: "is the file of another store, \"other\"",
            file: "test.store.2"
        ) { files, materials in files["test.store.2"] = materials.other["other.store.2"] },
        Damage(
            testDescription: "a base in the place of one", words: "is no change of a store", file: "test.store.2"
        ) { files, _ in files["test.store.2"] = files["test.store"] },
        Damage(
            testDescription: "one in the place of the base", words: "is a change of a store, and no store",
            file: "test.store"
        ) { files, _ in files["test.store"] = files["test.store.1"] },
        Damage(
            testDescription: "a text that changes nothing", words: "is no change of a store", file: "test.store.3"
        ) { files, materials in
            files["test.store.3"] = try materials.seal(Array("{}".utf8), part(files, 3), nil)
        },
        Damage(
            testDescription: "something else's file", words: "is no file of a credential store", file: "test.store.3"
        ) { files, _ in files["test.store.3"] = Array("SQLite format 3\0".utf8) },
        Damage(testDescription: "nothing in it", words: "is empty", file: "test.store.3") { files, _ in
            files["test.store.3"] = []
        },
        Damage(
            testDescription: "another key", words: "another passphrase or key file", file: "test.store.3",
            code: .storeKeyWrong
        ) { files, materials in
            files["test.store.3"] = try materials.seal(delta, part(files, 3), SealingKey(randomBytes: 32))
        },
        Damage(
            testDescription: "a newer format", words: "newer version", file: "test.store.3", code: .storeTooNew
        ) { files, _ in
            let start = StoreFileHeader.magic + [0, 3, 0, 60, 1, 2, 3, 4, 5, 6, 7, 8]
            files["test.store.3"] = start + Digest.sha256(start) + [1, 2, 3]
        },
    ]) func `that are not as they were written are told by their own errors`(_ damage: Damage) async throws {
        let store = try await chain(3)
        let earlier = try place.files()
        // Another base, whose changes have the same numbers.
        try await store.erase("test")
        try await chain(1).fill(100, as: "other")
        let first = try place.files()
        let one = try place.keyedStore()
        for number in 2...3 { try await one.put("change \(number)", "branch") }
        let branch = try place.files()
        try place.putBack(first)
        let two = try place.keyedStore()
        for number in 2...3 { try await two.put("change \(number)", .integer(Int64(number))) }
        for number in 1...3 { try await two.put("change \(number)", 1, as: "other") }
        let whole = try place.files()
        #expect(try await place.keyedStore().contents()?.count == 103)
        let key = try place.sealingKey()
        let materials = Materials(earlier: earlier, branch: branch, other: whole) { text, part, other in
            try StoreFile.seal(text, name: "test", derivation: .keyFile, key: other ?? key, part: part)
        }
        var files = whole
        try damage.make(&files, materials)
        #expect(files != whole)
        try place.putBack(files)
        for what in ["load", "change", "update"] {
            let store = try place.keyedStore()
            let error = await failure { () throws(PortalError) in
                switch what {
                case "load": _ = try await store.load("test")
                case "change": try await store.put("new", 1)
                default: try await store.keep("new")
                }
            }
            #expect(error?.code == damage.code && error?.detail.contains(damage.words) == true, "\(error as Any)")
            #expect(error?.detail.hasPrefix(place.folder + "/" + damage.file + " ") == true, "\(error as Any)")
            #expect(try place.files() == files, "\(what) has changed something")
        }
    }

    /// As the threat model has it: the end of a store is not protected from being taken away.
    @Test func `can be taken away from the end, and what follows is whole`() async throws {
        _ = try await chain(3)
        unlink(place.folder + "/test.store.3")
        let store = try place.keyedStore()
        #expect(try await store.contents()?.count == 102)
        try await store.put("later", 1)
        #expect(place.names == ["test.store", "test.store.1", "test.store.2", "test.store.3"])
        #expect(try await place.keyedStore().contents()?["later"] == 1)
    }

    @Test func `show nothing`() {
        var delta = StoreDelta()
        delta.changed["hunter2"] = "hunter2"
        var document = StoreDocument()
        document.apply(delta)
        var dumped = "\(delta) \(document)"
        dump(delta, to: &dumped)
        dump(document, to: &dumped)
        #expect(!dumped.contains("hunter2"))
    }
}

/// The system's calls, with a count of the bytes that were written.
private final class MeasuredCalls: StoreFileCalls {
    private let system = SystemFileCalls()
    private let count = Locked(0)
    var written: Int { count.withLock { $0 } }

    func create(_ name: String, in folder: Int32) -> Int32 { system.create(name, in: folder) }
    func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int {
        count.withLock { $0 += bytes.count }
        return system.write(bytes, to: file)
    }
    func sync(_ descriptor: Int32) -> Int32 { system.sync(descriptor) }
    func rename(_ name: String, to other: String, in folder: Int32) -> Int32 {
        system.rename(name, to: other, in: folder)
    }
    func unlink(_ name: String, in folder: Int32) -> Int32 { system.unlink(name, in: folder) }
}
