/// A folder that is open to be read, closed when its value ends; it stays the same one whatever its path comes to name.
package struct OpenFolder: ~Copyable {
    #if canImport(Glibc)
        private typealias Stream = OpaquePointer
    #else
        private typealias Stream = UnsafeMutablePointer<DIR>
    #endif
    private let stream: Stream
    /// The folder for the system's calls that take a place and a name (openat(2)).
    package let number: Int32

    /// A name in a folder, and whether it may be that of a folder: not every file system tells.
    package typealias Entry = (name: BytePath, mayBeFolder: Bool)

    /// Which folder or file it is, whatever it is called.
    package struct Identity: Hashable, Sendable {
        private let device: dev_t
        private let inode: ino_t

        /// That of what the system has told of.
        package init(_ facts: stat) { (device, inode) = (facts.st_dev, facts.st_ino) }

        /// That of what a path names, links not followed; nil where it names nothing.
        package init?(_ path: BytePath) {
            var facts = stat()
            guard path.withCString({ lstat($0, &facts) }) == 0 else { return nil }
            self.init(facts)
        }

        /// The same for a path that is text.
        package init?(_ path: String) { self.init(BytePath(path)) }
    }

    /// Opens a folder at a place; nil with `errno` for anything else, and for a link unless it is to be followed.
    package init?(_ name: BytePath, at place: Int32 = AT_FDCWD, followsLink: Bool = false) {
        let flags = O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC | (followsLink ? 0 : O_NOFOLLOW)
        let descriptor = name.withCString { openat(place, $0, flags) }
        guard descriptor >= 0 else { return nil }
        // One descriptor a folder: a process that has few left still reads it.
        guard let stream = fdopendir(descriptor) else {
            let why = errno
            close(descriptor)
            errno = why
            return nil
        }
        (self.stream, number) = (stream, descriptor)
    }

    deinit { closedir(stream) }

    /// Which folder it is; nil where the system does not tell.
    package var identity: Identity? {
        var facts = stat()
        return fstat(number, &facts) == 0 ? Identity(facts) : nil
    }

    /// The path of an open folder as the system has it now; nil where it does not tell. Of a folder that was removed it may be another
    /// one's: its identity says so.
    static func path(of number: Int32) -> BytePath? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { room in
            guard let start = room.baseAddress else { return nil }
            #if canImport(Darwin)
                guard fcntl(number, F_GETPATH, UnsafeMutableRawPointer(start)) == 0 else { return nil }
                let count = strlen(start)
            #else
                let count = readlink("/proc/self/fd/\(number)", start, room.count)
            #endif
            return count > 0 ? BytePath(room[..<count].map { UInt8(bitPattern: $0) }) : nil
        }
    }

    /// What is in it now but for itself and the one above, in no order; at most so many.
    package func entries(atMost limit: Int = .max) -> [Entry] {
        rewinddir(stream)
        var entries: [Entry] = []
        while entries.count < limit, let entry = readdir(stream) {
            // In place: an entry ends with its name, so a copy of the whole field would read beyond it.
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in BytePath(bytes.prefix { $0 != 0 }) }
            let mayBeFolder = [DT_DIR, DT_UNKNOWN].contains { Int($0) == Int(entry.pointee.d_type) }
            if name != ".", name != ".." { entries.append((name, mayBeFolder)) }
        }
        return entries
    }

    /// What a link leads to, as it is written in it, to 4 KiB; nil where the entry is none.
    package func target(of name: BytePath) -> [UInt8]? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { room in
            guard let start = room.baseAddress else { return nil }
            let count = name.withCString { readlinkat(number, $0, start, room.count) }
            return count < 0 ? nil : room[..<count].map { UInt8(bitPattern: $0) }
        }
    }

    /// What the system tells of an entry, of a link itself; nil with `errno` where there is none.
    package func facts(_ name: BytePath) -> stat? {
        var facts = stat()
        return name.withCString { fstatat(number, $0, &facts, AT_SYMLINK_NOFOLLOW) } == 0 ? facts : nil
    }
}
