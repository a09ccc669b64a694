internal import HTTPSemantics
internal import Platform

/// What a browser keeps from one window to the next: the cookies of its session.
final class BrowserJar: Sendable {
    private let cookies = Locked<[Origin: [String: String]]>([:])

    /// The field `Cookie` for an origin; nil where it knows none.
    func field(for origin: Origin) -> String? {
        let known = cookies.withLock { $0[origin] } ?? [:]
        guard !known.isEmpty else { return nil }
        return known.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
    }

    /// Takes over a value of `Set-Cookie`; a life of no length takes the cookie away (RFC 6265 §5.2.2).
    func take(_ field: String, from origin: Origin) {
        let parts = field.split(separator: ";").map { $0.drop { $0 == " " } }
        guard let pair = parts.first, let equals = pair.firstIndex(of: "=") else { return }
        let isOver = parts.dropFirst().contains { $0.lowercased() == "max-age=0" }
        cookies.withLock {
            $0[origin, default: [:]][String(pair[..<equals])] =
                isOver ? nil : String(pair[pair.index(after: equals)...])
        }
    }

    /// Forgets the cookies of an origin.
    func forget(_ origin: Origin) { cookies.withLock { $0[origin] = nil } }

    /// Takes over all that another jar holds, in place of its own.
    func adopt(_ other: BrowserJar) {
        let all = other.cookies.withLock { $0 }
        cookies.withLock { $0 = all }
    }
}
