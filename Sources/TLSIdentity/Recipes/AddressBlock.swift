internal import HTTPSemantics
internal import Platform

/// An IP address or a block of them (`127.0.0.0/8`, `::1`).
package struct AddressBlock: Hashable, Sendable {
    /// Four or sixteen octets, those outside the prefix being zero.
    let octets: [UInt8]
    /// How many leading bits are fixed.
    let prefix: Int

    package init(_ text: String) throws(TLSIdentityError) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let first = parts.first, parts.count <= 2, let octets = Self.octets(of: String(first)) else {
            throw TLSIdentityError(.badName, "\"\(text)\" is not an IP address")
        }
        let bits = octets.count * 8
        let prefix = parts.count == 2 ? Int(digits: parts[1]) : bits
        guard let prefix, (0...bits).contains(prefix) else {
            throw TLSIdentityError(.badName, "\"\(text)\" has a prefix length that is not within 0 and \(bits)")
        }
        self.prefix = prefix
        self.octets = zip(octets, Self.mask(prefix, bytes: octets.count)).map { $0 & $1 }
    }

    /// Whether it is one address.
    var isSingle: Bool { prefix == octets.count * 8 }

    /// Whether every address of another block lies in this one.
    package func covers(_ other: AddressBlock) -> Bool {
        guard octets.count == other.octets.count, prefix <= other.prefix else { return false }
        return zip(other.octets, Self.mask(prefix, bytes: octets.count)).map { $0 & $1 } == octets
    }

    /// The first address, as text.
    var address: String { Self.text(of: octets) ?? "" }

    /// Address and mask, as name constraints want them.
    var addressAndMask: String {
        address + "/" + (Self.text(of: Self.mask(prefix, bytes: octets.count)) ?? "")
    }

    /// Writes four or sixteen octets as an address.
    static func text(of octets: [UInt8]) -> String? {
        guard octets.count == 4 || octets.count == 16 else { return nil }
        var text = [CChar](repeating: 0, count: 64)
        guard inet_ntop(octets.count == 4 ? AF_INET : AF_INET6, octets, &text, socklen_t(text.count)) != nil else {
            return nil
        }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Reads an address; nil for anything else.
    static func octets(of text: String) -> [UInt8]? {
        var four = [UInt8](repeating: 0, count: 4)
        if inet_pton(AF_INET, text, &four) == 1 { return four }
        var sixteen = [UInt8](repeating: 0, count: 16)
        return inet_pton(AF_INET6, text, &sixteen) == 1 ? sixteen : nil
    }

    private static func mask(_ prefix: Int, bytes: Int) -> [UInt8] {
        (0..<bytes).map { index in
            let bits = min(8, max(0, prefix - index * 8))
            return bits == 0 ? 0 : 0xFF << UInt8(8 - bits)
        }
    }
}
