internal import Platform

/// Reads the pieces of a body one after the other; files are open only while they are read.
struct BodyReader: ~Copyable {
    /// Why a body cannot be read to its end.
    struct Problem: Error {
        let description: String
    }

    private let pieces: [BodyPiece]
    private var index = 0
    /// Bytes of the present piece that were read.
    private var offset = 0
    private var file: Descriptor?

    init(_ pieces: [BodyPiece]) { self.pieces = pieces }

    /// How many bytes there are in all.
    var count: Int { pieces.reduce(0) { $0 + $1.count } }

    /// Begins again at the first byte.
    mutating func rewind() {
        index = 0
        offset = 0
        file = nil
    }

    /// Fills a buffer as far as one piece goes; 0 at the end.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(Problem) -> Int {
        while index < pieces.count {
            let left = pieces[index].count - offset
            guard left > 0 else {
                index += 1
                offset = 0
                file = nil
                continue
            }
            let wanted = min(left, buffer.count)
            let count: Int
            switch pieces[index] {
            case .bytes(let bytes):
                bytes.withUnsafeBytes {
                    buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<(offset + wanted)]))
                }
                count = wanted
            case .file(let path, _):
                count = try read(path, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]))
            }
            offset += count
            return count
        }
        return 0
    }

    private mutating func read(
        _ path: String, into buffer: UnsafeMutableRawBufferPointer
    ) throws(Problem) -> Int {
        if file == nil {
            file = try Self.opened(path)
        }
        let number = file?.number ?? -1
        while true {
            let count = Platform.read(number, buffer.baseAddress, buffer.count)
            if count > 0 { return count }
            if count < 0, errno == EINTR { continue }
            throw Problem(
                description: count == 0
                    ? "\(path) has become shorter while it was sent" : "\(path): \(String(cString: strerror(errno)))")
        }
    }

    /// Opens a regular file: what is none, as a FIFO that has no writer (fifo(7)), may hold up the thread that reads it for ever.
    private static func opened(_ path: String) throws(Problem) -> Descriptor {
        let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard number >= 0 else { throw Problem(description: "\(path): \(String(cString: strerror(errno)))") }
        let file = Descriptor(number)
        var facts = stat()
        guard fstat(file.number, &facts) == 0 else {
            throw Problem(description: "\(path): \(String(cString: strerror(errno)))")
        }
        guard facts.st_mode & S_IFMT == S_IFREG else { throw Problem(description: "\(path) is no regular file") }
        return file
    }
}
