/// A piece of a request's body; a file is read while it is sent, so that it never stands in memory as a whole.
public enum BodyPiece: Sendable, Hashable {
    /// These bytes.
    case bytes([UInt8])
    /// The first bytes of a regular file of this machine, so many; a negative number is no request.
    case file(path: String, count: Int)

    /// How many bytes it has.
    public var count: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .file(_, let count): count
        }
    }
}
