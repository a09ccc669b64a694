internal import Platform

/// What a ClientHello offers (RFC 8446 §4.1.2); read without trusting any of its lengths.
struct ClientHello: Equatable {
    /// The server name (RFC 6066 §3).
    var serverName: String?
    /// The TLS versions, as `TLS1.3`, best first as the client orders them; one without a name as its number, `0x7f1c`.
    var versions: [String] = []
    /// The application protocols (RFC 7301).
    var alpn: [String] = []
    /// Whether it has the extension that lists versions.
    private var listsVersions = false

    /// Reads the body of a handshake message; nil where it is no ClientHello.
    init?(_ body: UnsafeRawBufferPointer) {
        var reader = ByteReader(body)
        guard let legacy = reader.number(2), reader.skip(32), let session = reader.number(1), reader.skip(session),
            let suites = reader.number(2), reader.skip(suites), let methods = reader.number(1), reader.skip(methods)
        else { return nil }
        if let length = reader.number(2), var extensions = reader.part(length) {
            while let type = extensions.number(2), let length = extensions.number(2),
                let content = extensions.part(length)
            {
                read(type, content)
            }
        }
        // Beside the extension the old field says nothing (RFC 8446 §4.2.1).
        if !listsVersions, let name = Self.versionName(legacy) { versions = [name] }
    }

    private mutating func read(_ type: Int, _ content: ByteReader) {
        var content = content
        switch type {
        case 0:
            guard content.skip(2), content.number(1) == 0, let length = content.number(2),
                let name = content.part(length)
            else { return }
            serverName = name.text
        case 16:
            guard content.skip(2) else { return }
            while let length = content.number(1), let name = content.part(length) { alpn.append(name.text) }
        case 43 where !listsVersions:
            listsVersions = true
            guard let length = content.number(1), var list = content.part(length) else { return }
            while let number = list.number(2) {
                if let name = Self.versionName(number) { versions.append(name) }
            }
        default: break
        }
    }

    /// The name of a version, or its number where it has none, as a draft; nil for a value of GREASE, which stands for nothing
    /// (RFC 8701).
    private static func versionName(_ number: Int) -> String? {
        switch number {
        case 0x0300: "SSL3.0"
        case 0x0301: "TLS1.0"
        case 0x0302: "TLS1.1"
        case 0x0303: "TLS1.2"
        case 0x0304: "TLS1.3"
        case _ where number & 0x0F0F == 0x0A0A && number >> 8 == number & 0xFF: nil
        default: "0x" + String(0x10000 + number, radix: 16).dropFirst()
        }
    }
}

/// Reads big-endian numbers and parts off the front of some bytes.
private struct ByteReader {
    private var rest: Slice<UnsafeRawBufferPointer>

    init(_ bytes: UnsafeRawBufferPointer) { rest = bytes[...] }

    private init(_ rest: Slice<UnsafeRawBufferPointer>) { self.rest = rest }

    /// The bytes as text, without marks beyond ``Platform/MarkRuns``.
    var text: String { String(decoding: rest, as: UTF8.self).withoutLongMarkRuns }

    mutating func number(_ size: Int) -> Int? {
        guard rest.count >= size else { return nil }
        defer { rest = rest.dropFirst(size) }
        return rest.prefix(size).reduce(0) { $0 << 8 | Int($1) }
    }

    mutating func skip(_ count: Int) -> Bool { part(count) != nil }

    mutating func part(_ count: Int) -> ByteReader? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return ByteReader(rest.prefix(count))
    }
}
