import HTTPSemantics
import PortalJudge

/// Takes secrets out of what a log tells of requests, while new ones are still being made.
///
/// Names stand in their place, as in the redacted journal. A field of a query that is named like a secret is masked whatever it holds.
struct TrafficRedactor {
    private var markers: [SecretMarker] = []
    /// The same secrets in small letters.
    private var smallMarkers: [SecretMarker] = []
    private var known: Set<String> = []
    private var latest: [Canary] = []

    /// Sets of secrets that are looked for one after the other before they become one.
    private static let mostMarkers = 16

    /// Learns the secrets that were made since the last call.
    mutating func learn(_ canaries: [Canary]) {
        guard canaries.count != latest.count || canaries.last?.value != latest.last?.value else { return }
        latest = canaries
        let new = canaries.filter { !known.contains($0.value) }
        guard !new.isEmpty else { return }
        known.formUnion(new.map(\.value))
        if markers.count < Self.mostMarkers {
            prepare(new)
        } else {
            (markers, smallMarkers) = ([], [])
            prepare(canaries)
            known = Set(canaries.map(\.value))
        }
    }

    private mutating func prepare(_ canaries: [Canary]) {
        markers.append(SecretMarker(canaries))
        smallMarkers.append(
            SecretMarker(
                canaries.map { canary in
                    var small = canary
                    small.value = canary.value.lowercased()
                    return small
                }))
    }

    /// A text without secrets.
    func text(_ text: String) -> String { markers.reduce(text) { $1.text($0) } }

    /// The name of a server without secrets: letters have no case in it (RFC 4343), and clients write small ones.
    func serverName(_ name: String) -> String {
        // Encoded ones first: base64 ends with small letters.
        let name = text(name)
        let small = name.lowercased()
        let clean = smallMarkers.reduce(small) { $1.text($0) }
        return clean == small ? name : clean
    }

    /// A target without secrets.
    func target(_ target: String) -> String {
        let clean = text(withoutSecretHost(target))
        guard let mark = clean.firstIndex(of: "?") else { return clean }
        let fields = clean[clean.index(after: mark)...].split(separator: "&", omittingEmptySubsequences: false).map {
            field in
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let isSecret = parts.count == 2 && SecretFields.hold(parts[0]) && !parts[1].isEmpty
            return isSecret && !parts[1].hasPrefix("redacted-") ? "\(parts[0])=redacted" : String(field)
        }
        return clean[...mark] + fields.joined(separator: "&")
    }

    /// A target whose host, where it names one, is shown as the name of a server is: in absolute form and in that of an authority
    /// (RFC 9112 §3.2.2 and §3.2.3).
    private func withoutSecretHost(_ target: String) -> String {
        guard !target.utf8.starts(with: "/".utf8) else { return target }
        let start = target.firstRange(of: "://")?.upperBound ?? target.startIndex
        let end = target[start...].firstIndex { $0 == "/" || $0 == "?" } ?? target.endIndex
        return target[..<start] + serverName(String(target[start..<end])) + target[end...]
    }
}
