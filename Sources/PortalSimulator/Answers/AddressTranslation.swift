internal import HTTPSemantics

/// Turns the portal's own origin in addresses into the one that a client sees it at, and back.
///
/// It works on what goes out, as reverse proxies do (httpd.apache.org, mod_proxy: `ProxyPassReverse`; mod_proxy_html), so that every
/// document of the world is told at whatever origin it is asked for.
struct AddressTranslation: Sendable {
    /// The origin that the portal has in its documents.
    let own: Origin
    /// The origin that the client sees.
    let seen: Origin
    private let pairs: [(own: [UInt8], seen: [UInt8])]

    /// Nil where the client sees the portal's own origin.
    init?(of own: Origin, to seen: Origin?) {
        guard let seen, seen != own else { return nil }
        self.own = own
        self.seen = seen
        // In a query the address is percent-encoded (RFC 3986 §2.1).
        pairs = [
            (Array(own.description.utf8), Array(seen.description.utf8)),
            (
                Array(PercentEncoding.encode(own.description).utf8),
                Array(PercentEncoding.encode(seen.description).utf8)
            ),
        ]
    }

    /// An answer with the addresses that the client knows; one without any is given back as it is.
    func told(_ answer: PreparedAnswer) -> PreparedAnswer {
        var isChanged = false
        let headers = answer.headers.map { field -> HeaderField in
            guard let value = told(Array(field.value.utf8)) else { return field }
            isChanged = true
            return HeaderField(field.name, String(decoding: value, as: UTF8.self))
        }
        let body = Self.isText(answer.headers) ? told(answer.body) : nil
        guard isChanged || body != nil else { return answer }
        return PreparedAnswer(
            status: answer.status, headers: headers, content: body.map { .bytes($0) } ?? answer.content,
            notes: answer.notes)
    }

    /// A client's address of the portal as the portal's documents have it.
    func ownAddress(_ text: String) -> String {
        let wanted = seen.description
        guard text.utf8.starts(with: wanted.utf8) else { return text }
        let rest = text.utf8.dropFirst(wanted.utf8.count)
        guard rest.first.map(Self.continuesAuthority) != true else { return text }
        return own.description + String(decoding: rest, as: UTF8.self)
    }

    private static func isText(_ headers: [HeaderField]) -> Bool {
        guard let type = headers.first(named: "Content-Type")?.lowercased() else { return false }
        return ["text/", "application/json", "application/xml", "application/javascript"].contains {
            type.hasPrefix($0)
        }
    }

    /// The bytes with each of the own addresses replaced; nil where there is none.
    private func told(_ bytes: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        var copied = 0
        bytes.withUnsafeBufferPointer { text in
            var index = 0
            let first = UInt8(ascii: "h")
            while index < text.count {
                guard text[index] == first else {
                    index += 1
                    continue
                }
                guard let pair = pairs.first(where: { Self.stands($0.own, in: text, at: index) }) else {
                    index += 1
                    continue
                }
                result.append(contentsOf: text[copied..<index])
                result.append(contentsOf: pair.seen)
                index += pair.own.count
                copied = index
            }
            if copied > 0 { result.append(contentsOf: text[copied...]) }
        }
        return copied > 0 ? result : nil
    }

    /// Whether an origin stands at a place and ends there: `https://a.example` is none of `https://a.example.org`.
    private static func stands(_ origin: [UInt8], in text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        guard text.count - index >= origin.count else { return false }
        for offset in 0..<origin.count where text[index + offset] != origin[offset] { return false }
        let end = index + origin.count
        guard end < text.count else { return true }
        // "%3A" is an encoded colon.
        let isEncodedColon =
            text.count - end >= 3 && text[end] == UInt8(ascii: "%") && text[end + 1] == UInt8(ascii: "3")
            && text[end + 2] | 0x20 == UInt8(ascii: "a")
        return !continuesAuthority(text[end]) && !isEncodedColon
    }

    /// Whether a byte behind a host or a port belongs to it (RFC 3986 §3.2).
    private static func continuesAuthority(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"),
            UInt8(ascii: "@"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

extension FormParameters {
    /// Turns the addresses of this portal that clients send into its own; what else they send stays as it is.
    mutating func translate(by translation: AddressTranslation) {
        let names = ["redirect_uri", "serverurl", "post_logout_redirect_uri"]
        guard entries.contains(where: { names.contains($0.name.lowercased()) }) else { return }
        self = FormParameters(
            entries.map { entry in
                guard names.contains(entry.name.lowercased()) else { return entry }
                return FormField(name: entry.name, value: translation.ownAddress(entry.value))
            })
    }
}
