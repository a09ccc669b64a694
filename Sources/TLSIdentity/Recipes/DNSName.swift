/// A host name that may stand in a certificate: letters, digits, hyphens and underscores in labels; `*` only as the first.
package struct DNSName: Hashable {
    /// In lower case, without a trailing dot.
    let text: String

    /// Throws `badName` for anything that is no host name.
    package init(_ name: String) throws(TLSIdentityError) {
        var name = Substring(name.lowercased())
        if name.last == "." { name = name.dropLast() }
        text = String(name)
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        let rest = labels.first == "*" && labels.count > 1 ? labels.dropFirst() : labels[...]
        guard name.utf8.count <= 253, rest.allSatisfy(Self.isLabel) else {
            throw TLSIdentityError(.badName, "\"\(name)\" is not a host name (RFC 1123 §2.1)")
        }
    }

    private static func isLabel(_ label: Substring) -> Bool {
        !label.isEmpty && label.utf8.count <= 63 && label.first != "-" && label.last != "-"
            && label.utf8.allSatisfy { byte in
                (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x5F
            }
    }
}
