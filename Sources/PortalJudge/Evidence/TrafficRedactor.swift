internal import HTTPSemantics

/// Takes secrets out of what a log tells of requests, while new ones are still being made.
///
/// Names stand in their place, as in the redacted journal. A field of a query that is named like a secret is masked whatever it holds.
package struct TrafficRedactor {
    private var markers: [SecretMarker] = []
    /// The same secrets in small letters.
    private var smallMarkers: [SecretMarker] = []
    private var known: Set<String> = []
    /// What the sets were last made of as one, and what was learned since.
    private var recent: [Canary] = []

    /// Sets of secrets that are looked for one after the other before they become one.
    private static let mostMarkers = 16

    package init() {}

    /// Learns those of some secrets that are new.
    ///
    /// They must have been asked for after what is to be shown had happened, else it may hold newer ones. One that the portal has
    /// forgotten since is still looked for until as many sets as there may be have been learned.
    package mutating func learn(_ canaries: [Canary]) {
        let new = canaries.filter { !known.contains($0.value) }
        guard !new.isEmpty else { return }
        if markers.count < Self.mostMarkers {
            known.formUnion(new.map(\.value))
            recent += new
            prepare(new)
        } else {
            (markers, smallMarkers) = ([], [])
            let current = Set(canaries.map(\.value))
            prepare(canaries + recent.filter { !current.contains($0.value) })
            known = current.union(recent.map(\.value))
            recent = canaries
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
    package func text(_ text: String) -> String { markers.reduce(text) { $1.text($0) } }

    /// The name of a server without secrets: letters have no case in it (RFC 4343), and clients write small ones.
    package func serverName(_ name: String) -> String {
        // Encoded ones first: base64 ends with small letters.
        let name = text(name)
        let small = name.lowercased()
        let clean = smallMarkers.reduce(small) { $1.text($0) }
        return clean == small ? name : clean
    }

    /// A target without secrets.
    package func target(_ target: String) -> String {
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
