/// A file that a client sent, as long as the portal keeps it.
struct StoredFile: StoredBody {
    /// Its name without folders.
    var name: String
    var mediaType: String
    /// Its bytes, in one piece or, where it came in parts, in several.
    private(set) var pieces: [UploadedContent]

    init(name: String, mediaType: String, pieces: [UploadedContent]) {
        self.name = name
        self.mediaType = mediaType
        self.pieces = pieces
    }

    /// Takes a file of a form.
    init(_ file: UploadedFile) { self.init(name: file.baseName, mediaType: file.mediaType, pieces: [file.content]) }

    /// Its bytes where they are in memory in one piece.
    var bytesInMemory: [UInt8]? {
        guard pieces.count == 1, case .memory(let bytes) = pieces[0] else { return nil }
        return bytes
    }

    var count: Int { pieces.reduce(0) { $0 + $1.count } }

    /// All of it; nil where a temporary file cannot be read.
    var bytes: [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        for piece in pieces {
            guard let read = piece.bytes else { return nil }
            bytes += read
        }
        return bytes
    }

    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        var rest = offset
        for piece in pieces {
            if rest < piece.count { return piece.read(at: rest, into: buffer) }
            rest -= piece.count
        }
        return nil
    }
}
