internal import HTTPSemantics
internal import Platform

/// Reads origins off URLs, and remembers some: a client asks few servers many times.
final class OriginReader: Sendable {
    /// An origin and its normal spelling.
    struct Reading: Sendable {
        let origin: Origin
        let text: String
    }

    private struct Memory {
        var latest: Reading?
        var bySpelling: [String: Reading] = [:]
    }

    private static let limit = 64
    private let memory = Locked(Memory())

    /// The origin of a URL that needs no other spelling: the latest one's normal text, then a path of printable ASCII.
    func readPlain(_ url: String) -> Reading? {
        guard let latest = memory.withLock({ $0.latest }) else { return nil }
        let isPlain = url.utf8.withContiguousStorageIfAvailable { url in
            latest.text.utf8.withContiguousStorageIfAvailable { start in
                guard url.count > start.count, url[start.count] == UInt8(ascii: "/") else { return false }
                for index in 0..<start.count where url[index] != start[index] { return false }
                for index in start.count..<url.count {
                    guard Self.isPrintable(url[index]), url[index] != UInt8(ascii: "#") else { return false }
                }
                return true
            }
        }
        return isPlain == .some(true) ? latest : nil
    }

    /// The origin at the start of a URL that was cut into parts; nil where there is none.
    func read(_ parts: URLParts) -> Reading? {
        let spelling = "\(parts.scheme)://\(parts.hostPort)"
        if let reading = memory.withLock({ $0.bySpelling[spelling] }) {
            memory.withLock { $0.latest = reading }
            return reading
        }
        guard let origin = Origin(ofURL: spelling), !origin.host.utf8.contains(UInt8(ascii: "%")) else { return nil }
        let reading = Reading(origin: origin, text: origin.description)
        memory.withLock { memory in
            if memory.bySpelling.count >= Self.limit { memory.bySpelling.removeAll() }
            memory.bySpelling[spelling] = reading
            memory.latest = reading
        }
        return reading
    }

    /// Whether a byte of a URL is read alike by everybody: a backslash ends the host for some and not for others.
    static func isPrintable(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "\\") }
}
