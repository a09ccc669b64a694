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
    private var isPlainAlert = false
    /// What is seen once the rest of the record has passed by.
    private var whole: Event?
    /// The first byte of an alert whose second one has not come yet.
    private var level: UInt8?
    private var isFirst = true

    /// The content types of RFC 8446 §5.1, from change_cipher_spec to application_data.
    private static let types: ClosedRange<UInt8> = 0x14...0x17
    private static let alert: UInt8 = 0x15
    /// The smallest alert under a cipher: two bytes with CCM_8's nonce and tag (RFC 6655 §3), or with a tag of 16 (RFC 7905 §2).
    private static let smallestSealedAlert = 18
    /// An alert under TLS 1.3's handshake keys: two bytes, the inner type and a tag of 16. No handshake message is as small.
    private static let handshakeAlert = 19

    /// What passed by.
    enum Event: Equatable {
        /// The first byte is none of a TLS record; a letter looks like a request line.
        case notTLS(looksLikeHTTP: Bool)
        case plainAlert(level: UInt8, number: UInt8)
        /// A whole encrypted record that has an alert's size; under TLS 1.3 it may as well be data of two bytes (RFC 8446 §5.2).
        case sealedAlert
        /// A whole application data record with so many bytes in it.
        case data(Int)
    }

    /// Whether the next byte begins a record.
    var isBetweenRecords: Bool { remaining == 0 && headerCount == 0 }

    /// Whether a plain alert has begun to pass by.
    var isInsideAlert: Bool { level != nil || (isPlainAlert && remaining > 0) }

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

    /// Whether bytes that begin with a record's first one end inside a plain alert, or between two records that share one.
    ///
    /// RFC 5246 §6.2.1 lets several records share a message. Bytes that are no alert are never waited for, and no more than two
    /// records are: the second completes what the first began, and what it begins itself may go on for ever.
    static func endsInsideAlert(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var rest = bytes[...]
        var isOdd = false
        var whole = 0
        while let type = rest.first, type == alert {
            guard rest.count >= 5 else { return true }
            let length = Int(rest[rest.startIndex + 3]) << 8 | Int(rest[rest.startIndex + 4])
            guard (1..<smallestSealedAlert).contains(length) else { return false }
            guard rest.count >= 5 + length else { return true }
            isOdd = isOdd != (length % 2 == 1)
            whole += 1
            guard isOdd, whole < 2 else { return false }
            rest = rest.dropFirst(5 + length)
        }
        return isOdd && rest.isEmpty
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
        if isFirst, headerCount == 1, !Self.types.contains(byte) {
            isNotTLS = true
            saw(.notTLS(looksLikeHTTP: (0x41...0x5A).contains(byte)))
            return
        }
        guard headerCount == 5 else { return }
        isFirst = false
        headerCount = 0
        remaining = Int(header.3) << 8 | Int(header.4)
        classify(saw)
    }

    private mutating func classify(_ saw: (Event) -> Void) {
        isPlainAlert = header.0 == Self.alert && remaining < Self.smallestSealedAlert
        if header.0 != Self.alert { level = nil }
        whole =
            switch header.0 {
            case Self.alert where !isPlainAlert: .sealedAlert
            case 0x17 where isSealed && isVersion13 && remaining == 2 + overhead: .sealedAlert
            case 0x17 where isSealed: .data(max(0, remaining - overhead))
            case 0x17 where remaining == Self.handshakeAlert: .sealedAlert
            default: nil
            }
        finishRecord(saw)
    }

    /// A header may announce more than ever comes, so nothing is told of a record before its end.
    private mutating func finishRecord(_ saw: (Event) -> Void) {
        guard remaining == 0, let event = whole else { return }
        whole = nil
        saw(event)
    }

    private mutating func takePayload(_ rest: inout Slice<UnsafeRawBufferPointer>, _ saw: (Event) -> Void) {
        if isPlainAlert, let byte = rest.popFirst() {
            remaining -= 1
            if let first = level {
                level = nil
                saw(.plainAlert(level: first, number: byte))
            } else {
                level = byte
            }
            return
        }
        let taken = min(remaining, rest.count)
        rest = rest.dropFirst(taken)
        remaining -= taken
        finishRecord(saw)
    }
}
