import TestFolders
import Testing

@testable import Platform

@Suite struct `Removals of trees` {
    private let files: TemporaryFolder
    private var tree: BytePath { BytePath(files.path + "/tree") }

    init() throws {
        files = try TemporaryFolder()
        make(tree)
    }

    private func make(_ folder: BytePath) { _ = folder.withCString { mkdir($0, 0o700) } }

    private func touch(_ file: BytePath) {
        close(file.withCString { open($0, O_WRONLY | O_CREAT | O_CLOEXEC, mode_t(0o600)) })
    }

    private func isThere(_ path: BytePath) -> Bool {
        var facts = stat()
        return path.withCString { lstat($0, &facts) } == 0
    }

    #if os(Linux)
        // macOS lets no such name be made.
        @Test func `take files and folders whose names are in no encoding`() {
            // One level for each time that another try would multiply.
            var folder = tree
            for _ in 0..<8 {
                touch(folder.appending(BytePath([0x63, 0xE9, 0x2E])))
                folder = folder.appending(BytePath([0x64, 0xFF]))
                make(folder)
            }
            #expect(TreeRemoval.remove(tree) == nil && !isThere(tree))
        }
    #endif

    @Test func `pass over what cannot be removed, take the rest, and tell of it`() {
        let depth = 20
        var folder = tree
        for level in 0..<depth {
            touch(folder.appending("file-\(level)"))
            folder = folder.appending("in")
            make(folder)
        }
        let kept = folder.appending("kept")
        touch(kept)
        var tries = 0
        // As the system refuses what is immutable, whoever asks (chattr(1), `i`).
        let left = TreeRemoval.remove(tree) { place, name, flags in
            tries += 1
            guard strcmp(name, "kept") != 0 else {
                errno = EPERM
                return -1
            }
            return unlinkat(place, name, flags)
        }
        #expect(left == TreeRemoval.Left(path: kept, number: EPERM))
        #expect(left?.description.hasSuffix("/kept: Operation not permitted") == true)
        #expect(tries < 5 * depth)
        #expect(isThere(kept) && !isThere(tree.appending("file-0")) && !isThere(tree.appending("in/in/file-2")))
        #expect(TreeRemoval.remove(tree) == nil)
    }

    @Test func `take more levels than there are descriptors, and longer paths than a path may be`() throws {
        let name = BytePath([UInt8](repeating: 0x61, count: 50))
        var here = open(files.path + "/tree", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        for _ in 0..<3000 {
            let next = name.withCString { name in
                mkdirat(here, name, 0o700) == 0 ? openat(here, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1
            }
            try #require(next >= 0)
            close(here)
            here = next
        }
        close(openat(here, "file", O_WRONLY | O_CREAT | O_CLOEXEC, mode_t(0o600)))
        close(here)
        #expect(TreeRemoval.remove(tree) == nil && !isThere(tree))
    }

    @Test func `take folders without rights, links, and not what the links lead to`() throws {
        let other = BytePath(files.path + "/other")
        make(other)
        touch(other.appending("kept"))
        make(tree.appending("closed"))
        touch(tree.appending("closed/file"))
        for (target, link) in [(other, "folder"), (other.appending("kept"), "file"), ("/nowhere", "dead")] {
            let link = tree.appending(BytePath(link))
            #expect(target.withCString { target in link.withCString { symlink(target, $0) } } == 0)
        }
        for folder in [tree.appending("closed"), tree] { #expect(folder.withCString { chmod($0, 0) } == 0) }
        #expect(TreeRemoval.remove(tree) == nil && !isThere(tree) && isThere(other.appending("kept")))
    }

    @Test func `take a link in the place of the tree, and find nothing amiss where there is none`() {
        let link = BytePath(files.path + "/link")
        #expect(link.withCString { link in tree.withCString { symlink($0, link) } } == 0)
        #expect(TreeRemoval.remove(link) == nil && !isThere(link) && isThere(tree))
        #expect(TreeRemoval.remove(link) == nil)
    }
}
