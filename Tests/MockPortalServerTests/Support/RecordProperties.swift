@testable import MockPortalServer
@testable import PortalSimulator

/// What holds for the readers of TLS records and of the ClientHello, whatever a client sends; the fuzzer and the tests ask the same.
enum RecordProperties {
    /// The first property that a stream breaks, in words; nil where all hold.
    ///
    /// The first byte says how it is looked at: the lowest four bits cut it, `0x40` has it encrypted, `0x80` under TLS 1.3.
    static func violation(by bytes: [UInt8]) -> String? {
        guard let mode = bytes.first else { return nil }
        let stream = Array(bytes.dropFirst())
        let events = events(stream, mode, cut: stream.count)
        for cut in [1, 2, 5, 5 + Int(mode & 15)] where Self.events(stream, mode, cut: cut) != events {
            return "other events where it comes in pieces of \(cut)"
        }
        guard events.count <= stream.count else { return "more events than bytes" }
        guard alerts(events) == alerts(Self.events(parted(stream), mode, cut: stream.count)) else {
            return "other alerts where each of their bytes is a record"
        }
        return waiting(stream) ?? hello(stream) ?? hello(Array(stream.dropFirst(9)))
    }

    private static func events(_ stream: [UInt8], _ mode: UInt8, cut: Int) -> [RecordScanner.Event] {
        var scanner = RecordScanner()
        scanner.isSealed = mode & 0x40 != 0
        scanner.isVersion13 = mode & 0x80 != 0
        scanner.overhead = scanner.isVersion13 ? 17 : 24
        var events: [RecordScanner.Event] = []
        for start in Swift.stride(from: 0, to: stream.count, by: max(1, cut)) {
            let piece = Array(stream[start..<min(stream.count, start + cut)])
            piece.withUnsafeBytes { scanner.scan($0) { events.append($0) } }
        }
        return events
    }

    private static func alerts(_ events: [RecordScanner.Event]) -> [RecordScanner.Event] {
        events.filter { if case .plainAlert = $0 { true } else { false } }
    }

    /// The same stream with every byte of a plain alert in a record of its own (RFC 5246 §6.2.1).
    private static func parted(_ stream: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var rest = stream[...]
        while rest.count >= 5 {
            let head = Array(rest.prefix(5))
            let length = Int(head[3]) << 8 | Int(head[4])
            let content = rest.dropFirst(5).prefix(length)
            if head[0] == 0x15, (1..<18).contains(length) {
                for byte in content { result += head.prefix(3) + [0, 1, byte] }
            } else {
                result += head + content
            }
            rest = rest.dropFirst(5 + length)
        }
        return result + rest
    }

    /// An alert is waited for within bounds, and nothing is waited for that need not have been.
    private static func waiting(_ stream: [UInt8]) -> String? {
        var isGiven = false
        for count in 1...64 where count <= stream.count {
            let waits = Array(stream.prefix(count)).withUnsafeBytes { RecordScanner.endsInsideAlert($0) }
            if waits, isGiven { return "waits for what was given before" }
            if waits, count >= 2 * (5 + 17) { return "waits for \(count) bytes" }
            if !waits { isGiven = true }
        }
        return nil
    }

    /// What was read of a ClientHello stands in its bytes.
    private static func hello(_ body: [UInt8]) -> String? {
        guard let hello = body.withUnsafeBytes({ ClientHello($0) }) else { return nil }
        guard hello == body.withUnsafeBytes({ ClientHello($0) }) else { return "another hello the second time" }
        guard body.count >= 38 else { return "a hello in \(body.count) bytes" }
        guard 2 * hello.versions.count <= body.count, hello.alpn.count <= body.count else {
            return "more than was sent"
        }
        for text in hello.alpn + [hello.serverName ?? ""]
        where !text.isEmpty && !text.unicodeScalars.contains("\u{FFFD}") {
            guard contains(body, Array(text.utf8)) else { return "a name that was not sent" }
        }
        return nil
    }

    private static func contains(_ body: [UInt8], _ part: [UInt8]) -> Bool {
        guard part.count <= body.count else { return false }
        return (0...body.count - part.count).contains { body[$0..<$0 + part.count].elementsEqual(part) }
    }
}
