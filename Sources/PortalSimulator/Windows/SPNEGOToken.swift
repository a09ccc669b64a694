/// A token of SPNEGO (RFC 4178 §4.2) as far as a server reads one: which mechanisms are offered, and what the first one sends.
struct SPNEGOToken: Sendable, Equatable {
    /// Object identifiers of the offered mechanisms, as `1.2.840.113554.1.2.2`; empty in all but the first token.
    let mechanisms: [String]
    /// What the mechanism itself sends; nil where there is none.
    let mechanismToken: [UInt8]?
    /// Whether it is the first token (NegTokenInit).
    let isInitial: Bool

    static let kerberos = "1.2.840.113554.1.2.2"
    /// The number that Windows 2000 gave Kerberos by mistake (MS-SPNG §1.9).
    static let windowsKerberos = "1.2.840.48018.1.2.2"
    static let ntlm = "1.3.6.1.4.1.311.2.2.10"
    private static let spnego = "1.3.6.1.5.5.2"

    /// Reads a token; nil where it is none of SPNEGO's, or cannot be read.
    init?(_ bytes: [UInt8]) {
        var outer = DERReader(bytes[...])
        guard let (tag, content) = outer.next(), outer.isAtEnd else { return nil }
        if tag == 0x60 {
            // GSS-API's frame around a first token (RFC 2743 §3.1).
            var frame = DERReader(content)
            guard case (0x06, let identifier)? = frame.next(), DERReader.identifier(identifier) == Self.spnego,
                case (0xA0, let body)? = frame.next(), frame.isAtEnd
            else { return nil }
            self.init(fields: body, isInitial: true)
        } else if tag == 0xA1 {
            self.init(fields: content, isInitial: false)
        } else {
            return nil
        }
    }

    private init?(fields bytes: ArraySlice<UInt8>, isInitial: Bool) {
        var reader = DERReader(bytes)
        guard case (0x30, let sequence)? = reader.next(), reader.isAtEnd else { return nil }
        var fields = DERReader(sequence)
        var mechanisms: [String] = []
        var token: [UInt8]?
        while let (tag, content) = fields.next() {
            var inner = DERReader(content)
            switch tag {
            case 0xA0 where isInitial:
                guard case (0x30, let list)? = inner.next() else { return nil }
                var items = DERReader(list)
                while let (tag, identifier) = items.next() {
                    guard tag == 0x06, mechanisms.count < 16, let text = DERReader.identifier(identifier) else {
                        return nil
                    }
                    mechanisms.append(text)
                }
                guard items.isAtEnd else { return nil }
            case 0xA2:
                guard case (0x04, let content)? = inner.next() else { return nil }
                token = Array(content)
            default: break
            }
        }
        guard fields.isAtEnd, !isInitial || !mechanisms.isEmpty else { return nil }
        self.mechanisms = mechanisms
        mechanismToken = token
        self.isInitial = isInitial
    }

    /// A server's answer (NegTokenResp): it goes on, or is complete.
    static func response(isComplete: Bool, mechanism: [UInt8]?, token: [UInt8]?) -> [UInt8] {
        func tagged(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
            let length = content.count
            let head: [UInt8] =
                length < 0x80
                ? [UInt8(length)]
                : length < 0x100 ? [0x81, UInt8(length)] : [0x82, UInt8(length >> 8), UInt8(length & 0xFF)]
            return [tag] + head + content
        }
        var fields = tagged(0xA0, [0x0A, 1, isComplete ? 0 : 1])
        if let mechanism { fields += tagged(0xA1, tagged(0x06, mechanism)) }
        if let token { fields += tagged(0xA2, tagged(0x04, token)) }
        return tagged(0xA1, tagged(0x30, fields))
    }

    /// NTLM's identifier as it travels.
    static let ntlmBytes: [UInt8] = [0x2B, 6, 1, 4, 1, 0x82, 0x37, 2, 2, 0x0A]
}
