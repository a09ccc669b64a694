/// What a process wrote to one stream: all of it up to a limit, beyond it the head and the tail.
struct BoundedOutput: Sendable {
    /// More than this many bytes are not kept.
    static let limit = 1 << 20

    private var head: [UInt8] = []
    private var tail: [UInt8] = []
    private var count = 0

    /// Whether something was left out.
    var isCut: Bool { count > Self.limit }

    /// The text, in which keys can be found that the client was given; where something was left out, a line of its own says so.
    func text(knowing keys: GivenKeys) -> String {
        // As one: a key, or a character, may stand across both.
        guard isCut else { return keys.text(of: head + tail) }
        return keys.text(of: head) + "\n[\(count - Self.limit) bytes are left out]\n"
            + keys.text(of: Array(tail.suffix(Self.limit / 2)))
    }

    /// Takes over what was read.
    mutating func add(_ bytes: some Collection<UInt8>) {
        count += bytes.count
        let room = min(bytes.count, Self.limit / 2 - head.count)
        head += bytes.prefix(room)
        tail += bytes.dropFirst(room)
        if tail.count > Self.limit { tail.removeFirst(tail.count - Self.limit / 2) }
    }
}
