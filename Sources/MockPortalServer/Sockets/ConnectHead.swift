internal import HTTPSemantics
internal import Platform

/// The head of a request that asks a proxy for a tunnel (RFC 9110 §9.3.6), as far as it has arrived.
enum ConnectHead: Equatable {
    /// What has arrived may become one.
    case incomplete
    /// A whole head, of so many bytes.
    case tunnel(ConnectTarget, headBytes: Int)
    /// Any other request, or one that is too long or malformed.
    case other

    /// Bytes of a head that are read; a client sends a line with the target, `Host` and little more.
    static let largest = 8 * 1024

    /// Reads what has arrived of a connection.
    init(_ bytes: some Collection<UInt8>) {
        let method = "CONNECT ".utf8
        guard zip(bytes, method).allSatisfy({ $0 == $1 }) else {
            self = .other
            return
        }
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else {
            self = bytes.count >= Self.largest ? .other : .incomplete
            return
        }
        let length = bytes.distance(from: bytes.startIndex, to: end.upperBound)
        let line = bytes.prefix { $0 != UInt8(ascii: "\r") }
        let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard length <= Self.largest, words.count == 3,
            ["HTTP/1.1", "HTTP/1.0"].contains(where: { words[2].elementsEqual($0.utf8) }),
            let target = ConnectTarget(String(decoding: words[1], as: UTF8.self).withoutLongMarkRuns)
        else {
            self = .other
            return
        }
        self = .tunnel(target, headBytes: length)
    }
}

/// Where a tunnel is to lead: a host and a port, both told (RFC 9112 §3.2.3).
struct ConnectTarget: Hashable, CustomStringConvertible {
    /// In lower case, without a trailing dot; an IPv6 address without brackets.
    let host: String
    let port: Int

    /// Joins a host as ``Origin`` has it with a port.
    init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Reads the authority form of a target; nil for anything else.
    init?(_ text: String) {
        // What stands before an "@" would be user information, which the form has not.
        // A colon in a host is one of an IPv6 address, which stands in brackets (RFC 3986 §3.2.2).
        guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")), !text.utf8.contains(UInt8(ascii: "@")),
            text.hasPrefix("[") || !text[..<colon].utf8.contains(UInt8(ascii: ":")),
            let port = Int(digits: text[text.index(after: colon)...]),
            let origin = Origin(scheme: "https", host: String(text[..<colon]), port: port)
        else { return nil }
        host = origin.host
        self.port = origin.port
    }

    var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
