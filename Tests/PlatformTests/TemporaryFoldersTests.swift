import Testing

@testable import Platform

@Suite struct `Temporary folders` {
    private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
    private func name() -> String { "mockportal-test-held-\(UInt32.random(in: .min ... .max))" }

    @Test func `that are held stay while their process lives, and are removed with it`() throws {
        let (name, folders, others) = (name(), TemporaryFolders(), TemporaryFolders())
        let held = try folders.makeHeld(name)
        // As another process does that begins.
        let second = try others.makeHeld(name)
        #expect(exists(held) && exists(second) && held != second)
        folders.removeAll()
        others.removeAll()
        #expect(!exists(held) && !exists(second))
    }

    @Test func `whose process was killed are removed by the next one`() throws {
        let name = name()
        // A folder of that name on which no process has a lock is what a killed one leaves.
        let maker = TemporaryFolders()
        let abandoned = try maker.make(name)
        #expect(mkdir(abandoned + "/keys", 0o700) == 0)
        close(open(abandoned + "/.in-use", O_RDWR | O_CREAT | O_CLOEXEC, 0o600))
        let folders = TemporaryFolders()
        let held = try folders.makeHeld(name)
        #expect(!exists(abandoned) && exists(held))
        folders.removeAll()
    }

    @Test func `whose process was killed are looked for once for each name`() throws {
        let (name, folders) = (name(), TemporaryFolders())
        let first = try folders.makeHeld(name)
        let abandoned = try TemporaryFolders().make(name)
        close(open(abandoned + "/.in-use", O_RDWR | O_CREAT | O_CLOEXEC, 0o600))
        let second = try folders.makeHeld(name)
        #expect(exists(abandoned) && exists(first) && exists(second))
        TemporaryFolders.removeAbandoned(name)
        #expect(!exists(abandoned) && exists(first) && exists(second))
        folders.removeAll()
    }

    @Test func `that are held are found where they were moved, and removed there`() throws {
        let (folders, others) = (TemporaryFolders(), TemporaryFolders())
        let elsewhere = try others.make(name())
        let held = try folders.makeHeld(name())
        close(open(held + "/key", O_RDWR | O_CREAT | O_CLOEXEC, 0o600))
        #expect(folders.place(of: held) == BytePath(held))
        #expect(rename(held, elsewhere + "/moved") == 0 && mkdir(held, 0o700) == 0)
        let place = try #require(folders.place(of: held))
        #expect(place.withCString { access($0, F_OK) } == 0 && place.description.hasSuffix("/moved"))
        folders.remove(held)
        #expect(!exists(held) && !exists(elsewhere + "/moved"))
        #expect(folders.place(of: held) == nil && others.removeAll() == [])
    }

    @Test func `that something else has removed are nowhere`() throws {
        let folders = TemporaryFolders()
        let held = try folders.makeHeld(name())
        #expect(unlink(held + "/.in-use") == 0 && rmdir(held) == 0)
        #expect(folders.place(of: held) == nil)
        #expect(folders.removeAll() == [])
    }

    @Test func `that could not be removed are removed at the end`() throws {
        let isHindered = Locked(true)
        let folders = TemporaryFolders(removingBy: { path in
            isHindered.withLock { $0 }
                ? TreeRemoval.Left(path: BytePath(path), number: EMFILE) : TreeRemoval.remove(BytePath(path))
        })
        let folder = try folders.make(name())
        #expect(mkdir(folder + "/keys", 0o700) == 0)
        folders.remove(folder)
        #expect(!exists(folder) && exists(folder + ".gone/keys"))
        isHindered.withLock { $0 = false }
        folders.removeAll()
        #expect(!exists(folder + ".gone"))
    }

    @Test func `are removed with all folders in them`() throws {
        let folders = TemporaryFolders()
        let folder = try folders.make(name())
        #expect(mkdir(folder + "/keys", 0o700) == 0 && mkdir(folder + "/keys/old", 0o700) == 0)
        close(open(folder + "/keys/old/ca.key", O_RDWR | O_CREAT | O_CLOEXEC, 0o600))
        folders.remove(folder)
        #expect(!exists(folder) && !exists(folder + ".gone"))
    }

    @Test func `that were replaced by a link leave neither the link nor what it leads to changed`() throws {
        let folders = TemporaryFolders()
        let other = try folders.make(name())
        close(open(other + "/kept", O_RDWR | O_CREAT | O_CLOEXEC, 0o600))
        let folder = try folders.make(name())
        #expect(rmdir(folder) == 0 && symlink(other, folder) == 0)
        folders.remove(folder)
        var facts = stat()
        #expect(lstat(folder, &facts) != 0 && lstat(folder + ".gone", &facts) != 0)
        #expect(exists(other + "/kept"))
        #expect(folders.removeAll() == [] && !exists(other))
    }

    #if os(Linux)
        @Test func `leave no descriptor behind`() throws {
            let folders = TemporaryFolders()
            let name = name()
            for _ in 0..<20 { folders.remove(try folders.makeHeld(name)) }
            // Other tests of the process open descriptors too: only those of these folders count (proc(5), `/proc/self/fd`).
            let kept = (0..<Int32(65_536)).filter { number in
                var target = [CChar](repeating: 0, count: 4096)
                let count = readlink("/proc/self/fd/\(number)", &target, target.count)
                let path = String(decoding: target.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
                return path.contains(name)
            }
            #expect(kept.isEmpty)
        }
    #endif
}
