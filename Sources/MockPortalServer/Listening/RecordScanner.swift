/// Reads the headers of the TLS records that pass by (RFC 8446 §5.1), however the bytes are cut.
struct RecordScanner {
    /// Whether what comes is encrypted, so that alerts show only by their size.
    var isSealed = false
    var isVersion13 = false
    /// Bytes that encryption adds to a record.
    var overhead = 0
    /// Whether the first bytes were no TLS record.
    private(set) var isNotTLS = false

    private var header: (UInt8, UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0, 0)
    private var headerCount = 0
    private var remaining = 0
    private var payload: (UInt8, UInt8) = (0, 0)
    private var payloadCount = 0
    private var isFirst = true

    /// What passed by.
    enum Event {
        /// The first byte is none of a TLS record; a letter looks like a request line.
        case notTLS(looksLikeHTTP: Bool)
        case plainAlert(level: UInt8, number: UInt8)
        /// An encrypted record that has an alert's size.
        case sealedAlert
        /// An application data record with so many bytes in it.
        case data(Int)
    }

    /// Looks at the next bytes of the stream.
    mutating func scan(_ bytes: UnsafeRawBufferPointer, _ saw: (Event) -> Void) {
        var rest = bytes[...]
        while !rest.isEmpty, !isNotTLS {
            if remaining == 0 {
                takeHeader(&rest, saw)
            } else {
                takePayload(&rest, saw)
            }
        }
    }

    private mutating func takeHeader(_ rest: inout Slice<UnsafeRawBufferPointer>, _ saw: (Event) -> Void) {
        guard let byte = rest.popFirst() else { return }
        switch headerCount {
        case 0: header.0 = byte
        case 1: header.1 = byte
        case 2: header.2 = byte
        case 3: header.3 = byte
        default: header.4 = byte
        }
        headerCount += 1
        if isFirst, headerCount == 1, byte != 0x16 {
            isNotTLS = true
            saw(.notTLS(looksLikeHTTP: (0x41...0x5A).contains(byte)))
            return
        }
        guard headerCount == 5 else { return }
        isFirst = false
        headerCount = 0
        payloadCount = 0
        remaining = Int(header.3) << 8 | Int(header.4)
        classify(saw)
    }

    private func classify(_ saw: (Event) -> Void) {
        switch header.0 {
        case 0x15 where remaining > 2: saw(.sealedAlert)
        case 0x17 where isSealed && isVersion13 && remaining == 2 + overhead: saw(.sealedAlert)
        case 0x17 where isSealed: saw(.data(max(1, remaining - overhead)))
        default: break
        }
    }

    private mutating func takePayload(_ rest: inout Slice<UnsafeRawBufferPointer>, _ saw: (Event) -> Void) {
        if header.0 == 0x15, payloadCount < 2, let byte = rest.first {
            if payloadCount == 0 { payload.0 = byte } else { payload.1 = byte }
            payloadCount += 1
            rest = rest.dropFirst()
            remaining -= 1
            if payloadCount == 2, remaining == 0 { saw(.plainAlert(level: payload.0, number: payload.1)) }
            return
        }
        let taken = min(remaining, rest.count)
        rest = rest.dropFirst(taken)
        remaining -= taken
    }
}
