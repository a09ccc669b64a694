internal import HTTPSemantics
package import Platform

/// A directory for certificates and keys; files appear in it whole or not at all.
package struct PrivateDirectory: Sendable {
    package let path: String

    /// Makes the directory, and those above it, with mode 0700 where there is none; throws where the process is about to end.
    package init(_ path: String, while temporary: TemporaryFolders = .process) throws(TLSIdentityError) {
        self.path = path.isEmpty ? "." : path
        guard let outcome = temporary.whileOpen({ Self.make(path) }) else {
            throw TLSIdentityError(.file, "\(path) is not made: the process is about to end")
        }
        if let reason = outcome { throw problem("cannot be made", reason) }
        guard let names = opendir(self.path) else { throw problem("cannot be opened", errno) }
        closedir(names)
    }

    /// Makes a directory and those above it; gives the system's reason where it cannot.
    private static func make(_ path: String) -> Int32? {
        var made = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            made += made.isEmpty || made.hasSuffix("/") ? String(part) : "/" + part
            guard mkdir(made, 0o700) != 0, errno != EEXIST, errno != EISDIR else { continue }
            let reason = errno
            // A parent on a read-only disk may be there all the same.
            var facts = stat()
            guard stat(made, &facts) == 0 else { return reason }
        }
        return nil
    }

    /// Reads a file; nil where there is none. Throws for what is no regular file.
    package func contents(of name: String) throws(TLSIdentityError) -> String? {
        // A pipe without a writer must not hold the caller up.
        let file = open(path + "/" + name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw problem("cannot be read", errno, file: name)
        }
        defer { close(file) }
        var facts = stat()
        guard fstat(file, &facts) == 0 else { throw problem("cannot be read", errno, file: name) }
        guard facts.st_mode & S_IFMT == S_IFREG else {
            throw TLSIdentityError(.file, "\(path)/\(name) is no regular file; move it away")
        }
        return try text(of: file, name)
    }

    private func text(of file: Int32, _ name: String) throws(TLSIdentityError) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16384)
        while true {
            // What lies behind a part that was read must not pass unseen.
            guard bytes.count <= 1 << 20 else {
                throw TLSIdentityError(
                    .file, "\(path)/\(name) is larger than 1 MiB, too large for a certificate or key")
            }
            let count = read(file, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw problem("cannot be read", errno, file: name) }
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The names of everything in it, sorted.
    package func names() throws(TLSIdentityError) -> [String] {
        guard let entries = opendir(path) else { throw problem("cannot be read", errno) }
        defer { closedir(entries) }
        var names: [String] = []
        while let entry = readdir(entries) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Throws where the directory belongs to another user, or where others may enter it.
    package func requirePrivacy() throws(TLSIdentityError) {
        let directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw problem("cannot be opened", errno) }
        defer { close(directory) }
        do { try SecretFile.requirePrivacy(of: directory, path) } catch {
            throw TLSIdentityError(.notPrivate, "\(path) is for private keys: \(error.description)")
        }
    }

    /// Reads a file that only the owner may use, links not followed; nil where there is none.
    package func secret(of name: String) throws(TLSIdentityError) -> String? {
        let place = path + "/" + name
        // A pipe without a writer must not hold the caller up.
        let file = open(place, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            guard errno != ELOOP else {
                throw TLSIdentityError(
                    .notPrivate, "\(place) is a symbolic link; put the file itself there, or remove the link")
            }
            throw problem("cannot be read", errno, file: name)
        }
        defer { close(file) }
        var facts = stat()
        guard fstat(file, &facts) == 0 else { throw problem("cannot be read", errno, file: name) }
        guard facts.st_mode & S_IFMT == S_IFREG else {
            throw TLSIdentityError(.notPrivate, "\(place) is no regular file; move it away")
        }
        do { try SecretFile.requirePrivacy(of: file, place) } catch {
            throw TLSIdentityError(.notPrivate, "\(place) is a private key: \(error.description)")
        }
        return try text(of: file, name)
    }

    /// Removes a file; one that is not there is no failure.
    package func remove(_ name: String) throws(TLSIdentityError) {
        guard unlink(path + "/" + name) != 0, errno != ENOENT else { return }
        throw problem("cannot be removed", errno, file: name)
    }

    /// Writes files beside their places and then moves them there: all, or none where one cannot be written or a directory is in
    /// its place. Those before one that the system does not move after all, as on a failing disk, stay (rename(2)).
    ///
    /// Durable files are on the disk before they take their places, so that a crash of the machine leaves the old ones.
    package func replace(
        _ files: [(name: String, bytes: [UInt8], mode: UInt32)], durably: Bool = false
    ) throws(TLSIdentityError) {
        let suffix = ".new-" + Hexadecimal.encode(randomBytes(6))
        var written: [String] = []
        do throws(TLSIdentityError) {
            for file in files {
                let beside = path + "/." + file.name + suffix
                try create(beside, file, durably: durably, listing: &written)
            }
            for file in files where isDirectory(file.name) {
                throw problem("cannot be written", EISDIR, file: file.name)
            }
            for (beside, file) in zip(written, files) where rename(beside, path + "/" + file.name) != 0 {
                throw problem("cannot be written", errno, file: file.name)
            }
            if durably { try sync() }
        } catch {
            for beside in written { unlink(beside) }
            throw error
        }
    }

    /// Whether a directory has the name of a file: no file is moved there. Links are not followed, as they are replaced.
    private func isDirectory(_ name: String) -> Bool {
        var facts = stat()
        return lstat(path + "/" + name, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
    }

    /// Brings the names of its files to the disk.
    private func sync() throws(TLSIdentityError) {
        let directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw problem("cannot be opened", errno) }
        defer { close(directory) }
        guard fsync(directory) == 0 else { throw problem("cannot be brought to the disk", errno) }
    }

    /// Keeps other processes that ask for the same out until the body has ended; throws where one keeps this one out for longer
    /// than `patience`. Default: 1 min, as the system may halt the other one for a while.
    package func locked<Result>(
        patience: Duration = .seconds(60), _ body: () throws(TLSIdentityError) -> Result
    ) throws(TLSIdentityError) -> Result {
        let directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw problem("cannot be opened", errno) }
        defer { close(directory) }
        let end = ContinuousClock.now + patience
        while flock(directory, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { throw problem("cannot be locked", errno) }
            guard ContinuousClock.now < end else {
                throw TLSIdentityError(
                    .file, "another process has been changing \(path) for \(patience); end it and try again",
                    number: EWOULDBLOCK)
            }
            // Nothing tells when it is free without waiting for ever (flock(2)).
            poll(nil, 0, 5)
        }
        return try body()
    }

    /// Takes the rights of everybody but the owner away from a file.
    package func makePrivate(_ name: String) { chmod(path + "/" + name, 0o600) }

    private func create(
        _ beside: String, _ wanted: (name: String, bytes: [UInt8], mode: UInt32), durably: Bool,
        listing written: inout [String]
    ) throws(TLSIdentityError) {
        let file = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(0o600))
        guard file >= 0 else { throw problem("cannot be written", errno, file: wanted.name) }
        written.append(beside)
        defer { close(file) }
        // The mode is set on the open file, whatever the umask says.
        guard fchmod(file, mode_t(wanted.mode)) == 0 else {
            throw problem("cannot be written", errno, file: wanted.name)
        }
        var rest = wanted.bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw problem("cannot be written", errno, file: wanted.name) }
            rest = rest.dropFirst(count)
        }
        guard !durably || fsync(file) == 0 else { throw problem("cannot be written", errno, file: wanted.name) }
    }

    private func problem(_ what: String, _ number: Int32, file: String? = nil) -> TLSIdentityError {
        let place = file.map { path + "/" + $0 } ?? path
        return TLSIdentityError(
            .file, "\(place) \(what): \(String(cString: strerror(number)))\(Self.advice(for: number))", number: number)
    }

    /// What helps against a failure of the system, behind a semicolon; empty where naming another directory need not help.
    static func advice(for number: Int32) -> String {
        switch number {
        case ENOSPC, EDQUOT, EFBIG: "; make room on its disk"
        case EROFS: "; its disk is read-only, so name a directory that you may write to"
        case EACCES, EPERM: "; name a directory that you may write to"
        case EISDIR: "; move it away"
        case ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG: "; name another directory"
        default: ""
        }
    }
}
