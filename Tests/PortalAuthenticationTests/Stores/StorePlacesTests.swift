import Foundation
import HTTPSemantics
import Platform
import PortalAuthentication
import PretendPortals
import TLSIdentity
import Testing

@Suite struct `Places of stores` {
    private let place: StorePlace
    init() throws { place = try StorePlace() }

    /// What both reading and writing say about a place; nothing in it changes.
    private func refusal(_ store: EncryptedStore) async throws -> PortalError? {
        let before = place.names
        let read = await failure { () throws(PortalError) in try await store.load("test") }
        let written = await failure { () throws(PortalError) in try await store.keep("new") }
        #expect(read?.code == written?.code && place.names == before)
        return written
    }

    struct Rights: CustomTestStringConvertible, Sendable {
        let what: String
        let mode: mode_t
        let remedy: String
        var testDescription: String { "\(what) \(String(mode, radix: 8))" }
    }

    @Test(arguments: [
        Rights(what: "folder", mode: 0o755, remedy: "chmod 700"),
        Rights(what: "folder", mode: 0o750, remedy: "chmod 700"),
        Rights(what: "folder", mode: 0o720, remedy: "chmod 700"),
        Rights(what: "folder", mode: 0o701, remedy: "chmod 700"),
        Rights(what: "file", mode: 0o644, remedy: "chmod 600"), Rights(what: "file", mode: 0o640, remedy: "chmod 600"),
        Rights(what: "file", mode: 0o620, remedy: "chmod 600"), Rights(what: "file", mode: 0o602, remedy: "chmod 600"),
        Rights(what: "key", mode: 0o644, remedy: "chmod 600"), Rights(what: "key", mode: 0o660, remedy: "chmod 600"),
    ]) func `must be their owner's alone`(_ rights: Rights) async throws {
        try await place.keyedStore().keep("old")
        let path = ["folder": place.folder, "file": place.path("test"), "key": place.keyFile][rights.what] ?? ""
        chmod(path, rights.mode)
        let error = try await refusal(try place.keyedStore())
        #expect(error?.code == .storeNotPrivate, "\(error as Any)")
        #expect(error?.detail.contains(path) == true && error?.detail.contains(rights.remedy) == true)
        chmod(path, rights.what == "folder" ? 0o700 : 0o600)
        #expect(try await place.keyedStore().text() == "old")
    }

    @Test(
        .enabled(if: geteuid() == 0, "only root can give files away; run the tests as root"),
        arguments: ["folder", "file", "key"])
    func `must not belong to another user`(_ what: String) async throws {
        try await place.keyedStore().keep("old")
        let path = ["folder": place.folder, "file": place.path("test"), "key": place.keyFile][what] ?? ""
        #expect(chown(path, 65534, 65534) == 0)
        let error = try await refusal(try place.keyedStore())
        #expect(error?.code == .storeNotPrivate && error?.detail.contains("65534") == true)
        #expect(chown(path, 0, 0) == 0)
    }

    @Test func `are files, not links, folders or pipes`() async throws {
        let store = try place.store()
        try await store.keep("old", as: "real")
        symlink(place.path("real"), place.path("test"))
        var error = try await refusal(store)
        #expect(error?.code == .storeNotAccessible && error?.detail.contains("symbolic link") == true)
        #expect((error?.underlying as? SystemCallError)?.number == ELOOP)
        unlink(place.path("test"))
        mkdir(place.path("test"), 0o700)
        error = try await refusal(store)
        #expect(error?.code == .storeNotAccessible && error?.detail.contains("is a folder") == true)
        rmdir(place.path("test"))
        mkfifo(place.path("test"), 0o600)
        error = try await refusal(store)
        #expect(error?.code == .storeNotAccessible && error?.detail.contains("no regular file") == true)
        #expect(try await store.text("real") == "old")
    }

    @Test func `are folders`() async throws {
        try Data("x".utf8).write(to: URL(fileURLWithPath: place.folder))
        let error = try await refusal(try place.store())
        #expect(error?.code == .storeNotAccessible && error?.detail.contains(place.folder) == true)
        #expect(try String(contentsOfFile: place.folder, encoding: .utf8) == "x")
    }

    @Test func `are made with all that lies above them, for writing only`() async throws {
        let deep = try EncryptedStore(
            folder: place.root + "/a/b/c", key: .passphrase(Secret("p")), cost: StorePlace.cheap)
        #expect(try await deep.text() == nil)
        #expect(!FileManager.default.fileExists(atPath: place.root + "/a"))
        try await deep.keep("x")
        #expect(try place.rights(place.root + "/a") == 0o700 && place.rights(place.root + "/a/b/c") == 0o700)
    }

    /// A folder that takes no file, as one with the mode 0500 is for everybody but root.
    private struct ReadOnlyCalls: StoreFileCalls {
        private let system = SystemFileCalls()
        func create(_ name: String, in folder: Int32) -> Int32 {
            errno = EACCES
            return -1
        }
        func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int { system.write(bytes, to: file) }
        func sync(_ descriptor: Int32) -> Int32 { system.sync(descriptor) }
        func rename(_ name: String, to other: String, in folder: Int32) -> Int32 {
            system.rename(name, to: other, in: folder)
        }
        func unlink(_ name: String, in folder: Int32) -> Int32 { system.unlink(name, in: folder) }
    }

    @Test func `say that they are read-only`() async throws {
        try await place.store().keep("old")
        let store = geteuid() == 0 ? try place.store(calls: ReadOnlyCalls()) : try place.store()
        chmod(place.folder, 0o500)
        #expect(try await store.text() == "old")
        let error = await failure { () throws(PortalError) in try await store.keep("new") }
        #expect(error?.code == .storeNotAccessible && (error?.underlying as? SystemCallError)?.number == EACCES)
        #expect(try await store.text() == "old")
    }

    @Test func `report the number of the call that failed`() async throws {
        // sysfs lets no folder be made, and macOS none beside its own; what is asked after that is whether there is one.
        let store = try EncryptedStore(
            folder: "/sys/mockportal-\(UUID().uuidString)", key: .passphrase(Secret("p")), cost: StorePlace.cheap)
        let error = await failure { () throws(PortalError) in try await store.keep("x") }
        let reason = try #require(error?.underlying as? SystemCallError)
        #expect(error?.code == .storeNotAccessible && reason.number != ENOENT, "\(error as Any)")
        #expect(error?.detail.contains("cannot be made: \(reason);") == true, "\(error as Any)")
    }

    /// A disk that takes no byte and gives no reason.
    private struct SilentCalls: StoreFileCalls {
        private let system = SystemFileCalls()
        func create(_ name: String, in folder: Int32) -> Int32 { system.create(name, in: folder) }
        func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int {
            errno = EDOM
            return 0
        }
        func sync(_ descriptor: Int32) -> Int32 { system.sync(descriptor) }
        func rename(_ name: String, to other: String, in folder: Int32) -> Int32 {
            system.rename(name, to: other, in: folder)
        }
        func unlink(_ name: String, in folder: Int32) -> Int32 { system.unlink(name, in: folder) }
    }

    @Test func `report no number that an earlier call left`() async throws {
        let store = try place.store(calls: SilentCalls())
        let error = await failure { () throws(PortalError) in try await store.keep("x") }
        #expect((error?.underlying as? SystemCallError)?.number == EIO, "\(error as Any)")
    }

    @Test func `need the key file that they were sealed with`() async throws {
        var error = await failure { () throws(PortalError) in try await place.keyedStore(making: false).keep("x") }
        #expect(error?.code == .storeNotAccessible && error?.detail.contains("no key file") == true)
        #expect(place.names.isEmpty)
        try await place.keyedStore().keep("old")
        rename(place.keyFile, place.root + "/lost")
        // Another key would not open what is there: none is made.
        for name in ["test", "other"] {
            error = await failure { () throws(PortalError) in try await place.keyedStore().keep("x", as: name) }
            #expect(error?.code == .storeNotAccessible && !FileManager.default.fileExists(atPath: place.keyFile))
        }
        rename(place.root + "/lost", place.keyFile)
        #expect(try await place.keyedStore().text() == "old")
    }

    @Test(arguments: [0, 31, 33, 5000]) func `take key files of their size only`(_ count: Int) async throws {
        try Data(count: count).write(to: URL(fileURLWithPath: place.keyFile))
        chmod(place.keyFile, 0o600)
        let error = await failure { () throws(PortalError) in try await place.keyedStore().keep("x") }
        #expect(error?.code == (count > 4096 ? .storeCorrupted : .storeKeyWrong), "\(error as Any)")
        #expect(error?.detail.contains(place.keyFile) == true && place.names.isEmpty)
    }

    @Test func `are waited for while another process changes them, but not for ever`() async throws {
        try await place.store().keep("old")
        let folder = open(place.folder, O_RDONLY | O_DIRECTORY)
        defer { close(folder) }
        #expect(flock(folder, LOCK_EX) == 0)
        let hurried = try place.store(patience: .milliseconds(30))
        #expect(try await hurried.text() == "old")
        let error = await failure { () throws(PortalError) in try await hurried.keep("new") }
        #expect(error?.code == .storeNotAccessible && error?.detail.contains("another process") == true)
        async let patient: Void = place.store().keep("new")
        flock(folder, LOCK_UN)
        _ = try await patient
        #expect(try await hurried.text() == "new")
    }

    @Test func `of many hands lose nothing`() async throws {
        let place = place
        try await place.store().keep("")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for hand in 0..<8 {
                let store = try place.store()
                group.addTask {
                    for _ in 0..<5 {
                        try await store.update("test") { old throws(PortalError) in
                            Secret((old?.reveal { $0 } ?? []) + Array("\(hand)".utf8))
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let text = try #require(try await place.store().text())
        for hand in 0..<8 { #expect(text.count { "\($0)" == "\(hand)" } == 5, "\(text)") }
    }

    /// POSIX.1-2017 `fsync`: a name is on the disk once the folder that it stands in is.
    @Test(arguments: ["stores", "a/b/stores", "a//b/./stores/"])
    func `that is new is on the disk with every folder above it that was made`(name: String) async throws {
        let place = try StorePlace()
        let calls = CountedSyncs()
        let store = try EncryptedStore(
            folder: "\(place.root)/\(name)", key: .passphrase(Secret("correct horse")), cost: StorePlace.cheap,
            calls: calls)
        try await store.keep("text")
        var wanted = [place.root]
        for part in name.split(separator: "/").dropLast() { wanted.append("\(wanted.last ?? "")/\(part)") }
        for folder in wanted { #expect(calls.inodes.contains(try Self.inode(folder)), "\(folder)") }
        // Once it is there, the folders above it are not synced again.
        let count = calls.inodes.count
        try await store.keep("more")
        #expect(calls.inodes.count == count + 2)
    }

    fileprivate static func inode(_ path: String) throws -> UInt64 {
        var facts = stat()
        try #require(stat(path, &facts) == 0)
        return UInt64(facts.st_ino)
    }
}

/// The system's calls, with a list of what was brought to the disk.
private final class CountedSyncs: StoreFileCalls {
    private let system = SystemFileCalls()
    private let synced = Locked<[UInt64]>([])
    var inodes: [UInt64] { synced.withLock { $0 } }

    func create(_ name: String, in folder: Int32) -> Int32 { system.create(name, in: folder) }
    func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int { system.write(bytes, to: file) }
    func sync(_ descriptor: Int32) -> Int32 {
        var facts = stat()
        if fstat(descriptor, &facts) == 0 { synced.withLock { $0.append(UInt64(facts.st_ino)) } }
        return system.sync(descriptor)
    }
    func rename(_ name: String, to other: String, in folder: Int32) -> Int32 {
        system.rename(name, to: other, in: folder)
    }
    func unlink(_ name: String, in folder: Int32) -> Int32 { system.unlink(name, in: folder) }
}
