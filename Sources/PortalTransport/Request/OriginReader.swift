internal import HTTPAuthentication
internal import Locking

/// Reads origins off URLs, and remembers the last few spellings: a client asks few servers many times.
final class OriginReader: Sendable {
    /// An origin and its normal spelling.
    struct Reading: Sendable {
        let origin: Origin
        let text: String
    }

    private static let limit = 64
    private let known = Locked<[String: Reading]>([:])

    /// The origin at the start of a URL that was cut into parts; nil where there is none.
    func read(_ parts: URLParts) -> Reading? {
        let spelling = "\(parts.scheme)://\(parts.hostPort)"
        if let reading = known.withLock({ $0[spelling] }) { return reading }
        guard let origin = Origin(ofURL: spelling) else { return nil }
        let reading = Reading(origin: origin, text: origin.description)
        known.withLock { known in
            if known.count >= Self.limit { known.removeAll() }
            known[spelling] = reading
        }
        return reading
    }
}
