internal import Platform

/// What takes the parts of a body as they are read.
protocol MultipartSink {
    /// A part begins.
    mutating func began(_ head: PartHead) throws(BodyProblem)
    /// Some of its bytes; how they are cut means nothing.
    mutating func took(_ bytes: UnsafeBufferPointer<UInt8>) throws(BodyProblem)
    /// The part is over.
    mutating func ended() throws(BodyProblem)
}

/// Takes a multipart body apart as it arrives (RFC 2046 §5.1.1); what comes out never depends on how the bytes were cut.
struct MultipartParser: Sendable {
    private enum State {
        /// Before the first boundary, where anything may stand.
        case preamble
        /// Right behind a boundary.
        case boundary
        /// Behind one `-` after a boundary.
        case closing
        /// In the blanks behind a boundary, or before the LF of its line.
        case padding(Int), lineEnd
        case head, data
        /// Behind the last boundary, where anything may stand.
        case epilogue
    }
    private let limits: MultipartLimits
    /// The line end that belongs to a boundary, and the boundary.
    private let delimiter: [UInt8]
    private var state = State.preamble
    /// Bytes of the delimiter that were matched, of which the first so many were not in the body: a boundary may begin it.
    private var matched = 2
    private var assumed = 2
    private var head: [UInt8] = []
    /// Bytes read so far.
    private(set) var count = 0
    /// Parts begun so far.
    private(set) var parts = 0
    /// The name of the part at hand.
    private var name: String?

    init(_ boundary: MultipartBoundary, limits: MultipartLimits) {
        self.limits = limits
        delimiter = [0x0D, 0x0A, UInt8(ascii: "-"), UInt8(ascii: "-")] + boundary.bytes
    }

    /// Where the bytes at hand belong.
    private var place: String { parts == 0 ? "the body" : BodyProblem.place(parts, name) }

    /// Reads some bytes.
    mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, into sink: inout some MultipartSink) throws(BodyProblem) {
        // What is within the bound is read first, so that the first problem is the same however the bytes are cut.
        let readable = UnsafeBufferPointer(rebasing: bytes.prefix(limits.bodyBytes - count))
        var index = 0
        while index < readable.count {
            let start = index
            switch state {
            case .preamble, .data: try search(readable, &index, into: &sink)
            case .epilogue: index = readable.count
            case .head:
                try readHead(readable[index], into: &sink)
                index += 1
            case .boundary, .closing, .padding, .lineEnd:
                try readBoundaryLine(readable[index])
                index += 1
            }
            count += index - start
        }
        guard readable.count == bytes.count else {
            throw BodyProblem(.tooLarge, "it has more than \(limits.bodyBytes) bytes")
        }
    }

    /// Ends the body; throws where its last boundary is missing.
    func finish() throws(BodyProblem) {
        switch state {
        case .epilogue: return
        case .preamble:
            throw BodyProblem("the boundary \(shown) that Content-Type names does not stand in it")
        case .head:
            throw BodyProblem("it ends inside the head of part \(parts)", at: place)
        case .data, .boundary, .closing, .padding, .lineEnd:
            throw BodyProblem("the last boundary \(shown)-- is missing: the body was cut off", at: place)
        }
    }

    private var shown: String { BodyProblem.quoted(String(decoding: delimiter.dropFirst(2), as: UTF8.self)) }

    /// Looks for the next delimiter; what stands before it is data, or the preamble.
    private mutating func search(
        _ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int, into sink: inout some MultipartSink
    ) throws(BodyProblem) {
        while index < bytes.count {
            if matched == 0 {
                let end = firstDelimiter(bytes, from: index)
                if end > index { try pass(UnsafeBufferPointer(rebasing: bytes[index..<end]), to: &sink) }
                index = end
                guard index < bytes.count else { return }
            }
            guard bytes[index] == delimiter[matched] else {
                // A delimiter has one CR, at its start: nothing inside it can begin another.
                let data = delimiter[assumed..<max(assumed, matched)]
                (matched, assumed) = (0, 0)
                try data.withUnsafeBufferPointer { bytes throws(BodyProblem) in try pass(bytes, to: &sink) }
                if bytes[index] != 0x0D {
                    try pass(UnsafeBufferPointer(rebasing: bytes[index...index]), to: &sink)
                    index += 1
                }
                continue
            }
            matched += 1
            index += 1
            guard matched == delimiter.count else { continue }
            if case .data = state { try ended(&sink) }
            state = .boundary
            return
        }
    }

    private mutating func ended(_ sink: inout some MultipartSink) throws(BodyProblem) {
        do { try sink.ended() } catch { throw BodyProblem(error.kind, error.words, at: place) }
    }

    private mutating func pass(
        _ bytes: UnsafeBufferPointer<UInt8>, to sink: inout some MultipartSink
    ) throws(BodyProblem) {
        guard case .data = state, !bytes.isEmpty else { return }
        do { try sink.took(bytes) } catch { throw BodyProblem(error.kind, error.words, at: place) }
    }

    /// Where a delimiter begins that stands whole in the bytes, or may go on behind them; their end where there is none.
    ///
    /// The other line ends are data, and not looked at one by one: a body may be nothing else.
    private func firstDelimiter(_ bytes: UnsafeBufferPointer<UInt8>, from index: Int) -> Int {
        guard let base = bytes.baseAddress else { return bytes.count }
        var index = index
        while index < bytes.count, let found = memchr(base + index, 0x0D, bytes.count - index) {
            let start = UnsafeRawPointer(found) - UnsafeRawPointer(base)
            var length = 1
            while length < delimiter.count, start + length < bytes.count,
                bytes[start + length] == delimiter[length]
            { length += 1 }
            if length == delimiter.count || start + length == bytes.count { return start }
            index = start + 1
        }
        return bytes.count
    }

    /// Reads the rest of a boundary's line: `--` behind the last one, else blanks and a line end.
    private mutating func readBoundaryLine(_ byte: UInt8) throws(BodyProblem) {
        switch (state, byte) {
        case (.boundary, UInt8(ascii: "-")): state = .closing
        case (.closing, UInt8(ascii: "-")): state = .epilogue
        case (.boundary, 0x20), (.boundary, 0x09): state = .padding(1)
        case (.padding(let count), 0x20), (.padding(let count), 0x09):
            guard count < limits.headBytes else {
                throw BodyProblem(.tooLarge, "more than \(limits.headBytes) blanks follow a boundary", at: place)
            }
            state = .padding(count + 1)
        case (.boundary, 0x0D), (.padding, 0x0D): state = .lineEnd
        case (.lineEnd, 0x0A):
            guard parts < limits.parts else {
                throw BodyProblem(.tooLarge, "it has more than \(limits.parts) parts")
            }
            parts += 1
            name = nil
            head = []
            state = .head
        case (_, 0x0A):
            throw BodyProblem(
                "the line of the boundary before byte \(count + 1) ends with LF alone; CRLF is asked for (RFC 2046 §4.1.1)"
            )
        default:
            // RFC 2046 §5.1.1: what begins like a boundary is one, so that nothing else may stand in its line.
            throw BodyProblem("behind the boundary \(shown), at byte \(count + 1), stands neither a line end nor --")
        }
    }

    private mutating func readHead(_ byte: UInt8, into sink: inout some MultipartSink) throws(BodyProblem) {
        head.append(byte)
        guard head.count <= limits.headBytes else {
            throw BodyProblem(.tooLarge, "its head has more than \(limits.headBytes) bytes", at: place)
        }
        guard byte == 0x0A, head == [0x0D, 0x0A] || head.suffix(4) == [0x0D, 0x0A, 0x0D, 0x0A] else { return }
        do {
            let found = try PartHead(Array(head.dropLast(head.count == 2 ? 2 : 4)), limits: limits)
            name = found.name
            try sink.began(found)
        } catch {
            throw BodyProblem(error.kind, error.words, at: place)
        }
        state = .data
        // The empty line may be the line end of the next boundary: a part without any byte (RFC 2046 §5.1.1, body-part).
        (matched, assumed) = (2, 2)
    }
}
