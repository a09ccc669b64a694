import Foundation
import Fuzzing
import HTTPSemantics
import JSONValues
import Platform
import PretendPortals
import TLSIdentity
import Testing

@testable import PortalAuthentication

struct `Changes that are cut short` {
    private let place: StorePlace
    init() throws { place = try StorePlace() }

    private func store(_ calls: CutCalls) throws -> EncryptedStore {
        try EncryptedStore(folder: place.folder, key: .keyFile(place.keyFile), cost: StorePlace.cheap, calls: calls)
    }

    /// Puts the files back, lets a body run out of calls after each number of them, and gives what is there then.
    ///
    /// Each byte that is written counts as a call; of many in a row only some are tried.
    private func cuts(
        of files: [String: [UInt8]], _ body: (EncryptedStore) async throws(PortalError) -> Void
    ) async throws -> [[String: JSONValue]?] {
        try place.putBack(files)
        let whole = CutCalls(after: .max)
        try await body(try store(whole))
        // After the bytes come a few calls, and one for each file that is removed.
        let written = .max - whole.rest - files.count - 8
        var kept: [[String: JSONValue]?] = []
        var count = 0
        while true {
            try place.putBack(files)
            let calls = CutCalls(after: count)
            let cut = try store(calls)
            let error = await failure { () throws(PortalError) in try await body(cut) }
            #expect(calls.isWhole == (error == nil) && (error == nil || error?.code == .storeNotAccessible))
            kept.append(try await place.keyedStore().contents())
            // What was left is sealed, and does not stand in the way of the next one.
            #expect(place.names.allSatisfy { $0.hasPrefix("test.store") || $0 == ".test.store.new" }, "\(place.names)")
            try await place.keyedStore().put("later", 1)
            #expect(try await place.keyedStore().contents()?["later"] == 1, "after \(count) steps")
            #expect(!place.names.contains(".test.store.new"))
            if error == nil { return kept }
            count += count > 8 && count < written ? min(max(1, written / 60), written - count) : 1
        }
    }

    /// A store of 100 entries with some changes.
    private func chain(_ count: Int) async throws -> [String: [UInt8]] {
        let store = try place.keyedStore()
        try await store.fill()
        for number in 0..<count { try await store.put("entry \(number)", .integer(Int64(number))) }
        return try place.files()
    }

    @Test(.ownThread) func `leave the store without the change or with it`() async throws {
        let files = try await chain(2)
        let old = try #require(try await place.keyedStore().contents())
        let kept = try await cuts(of: files) { cut throws(PortalError) in
            try await cut.put("entry 7", "new")
        }
        var new = old
        new["entry 7"] = "new"
        #expect(kept.first == old && kept.last == new && kept.allSatisfy { $0 == old || $0 == new })
        #expect(zip(kept, kept.dropFirst()).filter { $0 != $1 }.count == 1)
    }

    @Test(.ownThread) func `leave what was there or all of a new base, and no change twice`() async throws {
        let store = try place.keyedStore()
        try await store.fill()
        var number = 0
        // Up to the change that makes a new base.
        var files = try place.files()
        while true {
            let before = try place.files()
            try await store.put("entry \(number % 3)", .integer(Int64(number)))
            if place.names == ["test.store"], before.count > 1 {
                files = before
                break
            }
            number += 1
        }
        try place.putBack(files)
        let old = try #require(try await place.keyedStore().contents())
        let kept = try await cuts(of: files) { cut throws(PortalError) in
            try await cut.put("entry 7", "new")
        }
        var new = old
        new["entry 7"] = "new"
        #expect(kept.first == old && kept.last == new && kept.allSatisfy { $0 == old || $0 == new })
        // It was cut before and after the base took its place, and between the changes that were removed then.
        #expect(zip(kept, kept.dropFirst()).filter { $0 != $1 }.count == 1)
        #expect(kept.filter { $0 == new }.count > files.count)
    }

    @Test func `of an erased store leave all of it or nothing`() async throws {
        let files = try await chain(4)
        let old = try #require(try await place.keyedStore().contents())
        let kept = try await cuts(of: files) { cut throws(PortalError) in try await cut.erase("test") }
        #expect(kept.first == old && kept.last == .some(nil) && kept.allSatisfy { $0 == old || $0 == nil })
        #expect(zip(kept, kept.dropFirst()).filter { $0 != $1 }.count == 1 && kept.filter { $0 == nil }.count > 4)
    }

    @Test func `are made up for by the next one`() async throws {
        let files = try await chain(1)
        let size = try #require(files["test.store.1"]).count
        // Before it takes its place, and after.
        for count in [size + 2, size + 3, size + 4] {
            try place.putBack(files)
            let cut = try store(CutCalls(after: count))
            _ = await failure { () throws(PortalError) in try await cut.put("entry 7", "new") }
            let other = try place.keyedStore()
            try await other.put("entry 8", "new")
            try await other.put("entry 7", "new")
            let entries = try await place.keyedStore().contents()
            #expect(entries?["entry 7"] == "new" && entries?["entry 8"] == "new" && entries?.count == 100)
        }
    }

    @Test(arguments: 0..<16) func `at any moment leave every change that was told to be kept`(_ round: Int) async throws
    {
        let place = try StorePlace()
        try await place.keyedStore().fill()
        let (folder, key, told) = (place.folder, place.keyFile, place.root + "/told")
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [folder = folder as String, key = key as String, told = told as String, round = round as Int] in
            let begun = Locked(false)
            let killer = NativeThread {
                while !begun.withLock({ $0 }) { poll(nil, 0, 0) }
                poll(nil, 0, Int32(round))
                for _ in 0..<round * 997 { _ = getppid() }
                kill(getpid(), SIGKILL)
            }
            let store = try EncryptedStore(folder: folder, key: .keyFile(key))
            let file = open(told, O_WRONLY | O_CREAT | O_APPEND, 0o600)
            for count in 1... {
                try await store.put("count \(count % 5)", .integer(Int64(count)))
                _ = write(file, "x", 1)
                begun.withLock { $0 = true }
            }
            killer?.join()
        }
        let count = try Data(contentsOf: URL(fileURLWithPath: told)).count
        let store = try place.keyedStore()
        let entries = try #require(try await store.contents())
        let counts = (0..<5).compactMap { entries["count \($0)"]?.integer }.sorted()
        let last = try #require(counts.last)
        #expect(last == count || last == count + 1, "\(last) of \(count)")
        #expect(counts == Array(max(1, last - 4)...last))
        try await store.put("later", 1)
        #expect(try await place.keyedStore().contents()?["later"] == 1)
    }
}
