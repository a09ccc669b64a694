internal import Platform

/// A temporary file without a name for what was uploaded: it goes when the last value that reads it does, however the process ends.
final class UploadSpool: Sendable {
    /// Bytes that all temporary files of this process may hold together.
    static let roomBytes = 1 << 30
    /// Bytes that all temporary files of this process hold now.
    static let taken = Locked(0)

    private let descriptor: Int32
    private let length = Locked(0)

    /// Makes the file in `TMPDIR`, else in `/tmp`, and takes its name away at once.
    init() throws(BodyProblem) {
        let folder = getenv("TMPDIR").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        let path = "\(folder)/mockportal-upload-\(RandomText.secret(22))"
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure("a temporary file cannot be made in \(folder)") }
        guard unlink(path) == 0 else {
            // A failed init runs deinit, which closes.
            throw Self.failure("the temporary file \(path) cannot be removed")
        }
    }

    deinit {
        let length = length.withLock { $0 }
        Self.taken.withLock { $0 -= length }
        if descriptor >= 0 { close(descriptor) }
    }

    /// Adds bytes at the end.
    func append(_ bytes: UnsafeBufferPointer<UInt8>) throws(BodyProblem) {
        let hasRoom = Self.taken.withLock { taken in
            guard taken + bytes.count <= Self.roomBytes else { return false }
            taken += bytes.count
            return true
        }
        guard hasRoom else {
            throw BodyProblem(.noRoom, "all uploads together may take \(Self.roomBytes) bytes, which are in use")
        }
        let start = length.withLock { length in
            defer { length += bytes.count }
            return length
        }
        var done = 0
        while done < bytes.count {
            let count = pwrite(
                descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(start + done))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.failure("an upload cannot be written to its temporary file") }
            done += count
        }
    }

    /// How many bytes it holds.
    var count: Int { length.withLock { $0 } }

    /// Some of its bytes; nil where they cannot be read.
    func bytes(_ range: Range<Int>) -> [UInt8]? {
        var isWhole = true
        let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            while count < range.count {
                let rest = UnsafeMutableRawBufferPointer(
                    rebasing: UnsafeMutableRawBufferPointer(buffer)[count..<range.count])
                guard let read = read(at: range.lowerBound + count, into: rest) else {
                    isWhole = false
                    return
                }
                count += read
            }
        }
        return isWhole ? bytes : nil
    }

    /// Reads some bytes from a place on and gives their number, at least 1; nil where they cannot be read.
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        while true {
            let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
            if count < 0, errno == EINTR { continue }
            return count > 0 ? count : nil
        }
    }

    private static func failure(_ words: String) -> BodyProblem {
        BodyProblem(.noRoom, "\(words): \(String(cString: strerror(errno)))")
    }
}
