/// Puts one response together from the pieces that libcurl hands over, and stops where a limit is passed.
struct ResponseAssembly {
    /// Why the rest is not wanted.
    enum Refusal: Equatable {
        case headTooLarge(limit: Int)
        case bodyTooLarge(limit: Int)
        case malformedHead
    }

    private let headLimit: Int
    private let bodyLimit: Int
    private let hasBody: Bool
    private var head = ResponseHead()
    /// Bytes of all heads and trailers so far, interim ones included: they count together.
    private(set) var headSize = 0
    private(set) var isHeadComplete = false
    private(set) var body: [UInt8] = []
    private(set) var refusal: Refusal?
    var status: Int { head.status }
    /// Whether what comes as the body is not its content yet.
    var isBodyCoded: Bool { head.isCoded }

    init(limits: TransportLimits, isHead: Bool) {
        headLimit = limits.headSize
        bodyLimit = limits.bodySize
        hasBody = !isHead
    }

    /// Takes one line of a head, its line end included; false if the transfer is to be ended.
    mutating func takeHeaderLine(_ line: UnsafeRawBufferPointer) -> Bool {
        headSize += line.count
        guard headSize <= headLimit else { return refuse(.headTooLarge(limit: headLimit)) }
        if ResponseHead.isStatusLine(line) {
            guard let begun = ResponseHead(statusLine: line) else { return refuse(.malformedHead) }
            head = begun
            isHeadComplete = false
            return true
        }
        // Fields after the body are trailers: they are no part of the head (RFC 9110 §6.5).
        guard !isHeadComplete else { return true }
        guard !ResponseHead.isLineEnd(line) else { return endHead() }
        guard head.append(line) else { return refuse(.malformedHead) }
        return true
    }

    /// Takes body bytes, already decompressed; false if the transfer is to be ended.
    mutating func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard body.count + bytes.count <= bodyLimit else { return refuse(.bodyTooLarge(limit: bodyLimit)) }
        body.append(contentsOf: bytes)
        return true
    }

    /// The response, leaving nothing behind.
    consuming func finished() -> (head: ResponseHead, body: [UInt8]) { (head, body) }

    private mutating func endHead() -> Bool {
        // An interim answer (RFC 9110 §15.2) is followed by another head.
        guard head.status >= 200 else { return true }
        isHeadComplete = true
        guard hasBody, let length = head.announcedLength else { return true }
        guard length <= bodyLimit else { return refuse(.bodyTooLarge(limit: bodyLimit)) }
        // What is only announced costs no more than this much memory.
        body.reserveCapacity(min(max(length, 0), 1 << 20))
        return true
    }

    private mutating func refuse(_ refusal: Refusal) -> Bool {
        self.refusal = refusal
        return false
    }
}
