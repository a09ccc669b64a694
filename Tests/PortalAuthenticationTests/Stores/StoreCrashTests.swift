import Foundation
import HTTPSemantics
import Platform
import PortalAuthentication
import PretendPortals
import TLSIdentity
import Testing

struct `Saves that are cut short` {
    private let place: StorePlace
    init() throws { place = try StorePlace() }

    @Test func `leave the old store or the new one, wherever they are cut`() async throws {
        let good = try place.keyedStore()
        try await good.keep("old")
        let old = try place.bytes("test")
        var kept: [String] = []
        for count in 0... {
            try place.put(old, as: "test")
            let calls = CutCalls(after: count)
            let cut = try EncryptedStore(
                folder: place.folder, key: .keyFile(place.keyFile), cost: StorePlace.cheap, calls: calls)
            let error = await failure { () throws(PortalError) in try await cut.keep("new") }
            #expect(calls.isWhole == (error == nil) && (error == nil || error?.code == .storeNotAccessible))
            let text = try #require(try await good.text(), "nothing is left after \(count) steps")
            #expect(text == "old" || text == "new")
            if error == nil { #expect(text == "new") }
            kept.append(text)
            // What was left beside is sealed, and does not stand in the way of the next one.
            let left = place.names.filter { $0 != "test.store" }
            #expect(left.isEmpty || left == [".test.store.new"])
            if count % 32 == 0 || error == nil {
                try await good.keep("later")
                #expect(try await good.text() == "later")
                #expect(place.names == ["test.store"])
            }
            if error == nil { break }
        }
        // It was cut before and after the new one took its place, and within each byte.
        let turns = zip(kept, kept.dropFirst()).filter { $0 != $1 }.count
        #expect(kept.count > old.count && turns == 1, "\(kept.count) cuts, \(turns) turns")
    }

    @Test func `by the end of the process leave the old store or the new one`() async throws {
        let good = try place.keyedStore()
        try await good.keep("old")
        let bytes = try place.bytes("test").count
        var seen: Set<String> = []
        // Before what was left is removed, the new file is made, each of some bytes, it is on the disk, it takes its place, and after.
        for step in [0, 1, 2, 50, 100, bytes + 1, bytes + 2, bytes + 3, bytes + 4, bytes + 5] {
            try await good.keep("old")
            let (folder, key) = (place.folder, place.keyFile)
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [folder = folder as String, key = key as String, step = step as Int] in
                let calls = CutCalls(after: step) { kill(getpid(), SIGKILL) }
                let store = try EncryptedStore(
                    folder: folder, key: .keyFile(key), cost: StorePlace.cheap, calls: calls)
                try await store.keep("new")
                kill(getpid(), SIGKILL)
            }
            let text = try #require(try await place.keyedStore().text())
            #expect(text == "old" || text == "new")
            seen.insert(text)
        }
        #expect(seen == ["old", "new"])
        try await good.keep("later")
        #expect(place.names == ["test.store"])
    }

    @Test(arguments: 0..<24) func `at any moment leave a whole store`(_ round: Int) async throws {
        let place = try StorePlace()
        try await place.keyedStore().keep("0")
        let (folder, key) = (place.folder, place.keyFile)
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [folder = folder as String, key = key as String, round = round as Int] in
            // Some time after the first save, as the machine has it.
            let begun = Locked(false)
            let killer = NativeThread {
                while !begun.withLock({ $0 }) { poll(nil, 0, 0) }
                poll(nil, 0, Int32(round / 4))
                for _ in 0..<round * 997 { _ = getppid() }
                kill(getpid(), SIGKILL)
            }
            let store = try EncryptedStore(folder: folder, key: .keyFile(key))
            for count in 1... {
                try await store.keep(String(repeating: "\(count) ", count: 1 + count % 3000))
                begun.withLock { $0 = true }
            }
            killer?.join()
        }
        let store = try place.keyedStore()
        let text = try #require(try await store.text())
        let words = Set(text.split(separator: " "))
        #expect(words.count == 1 && text != "0", "\(words)")
        try await store.keep("later")
        #expect(place.names == ["test.store"])
    }

    @Test func `by a full disk leave the old store`() async throws {
        try await place.keyedStore().keep("old")
        let (folder, key) = (place.folder, place.keyFile)
        await #expect(processExitsWith: .success) { [folder = folder as String, key = key as String] in
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 1000, rlim_max: 1000)
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            let store = try EncryptedStore(folder: folder, key: .keyFile(key))
            do throws(PortalError) {
                try await store.keep(String(repeating: "new", count: 5000))
                exit(3)
            } catch {
                guard error.code == .storeNotAccessible, (error.underlying as? SystemCallError)?.number == EFBIG,
                    error.detail.contains("make room")
                else { exit(4) }
            }
            guard try await store.text() == "old" else { exit(5) }
        }
        #expect(try await place.keyedStore().text() == "old")
        #expect(place.names == ["test.store"])
    }
}
