/// The names and addresses that an authority may issue for (RFC 5280 §4.2.1.10).
struct NameConstraints: Hashable {
    /// Names, each with all names below it.
    let names: [String]
    let addresses: [AddressBlock]

    /// A leading dot is dropped: the RFC's form has none and covers the names below.
    init(names: [String], addresses: [String]) throws(TLSIdentityError) {
        var seen: [String] = []
        for name in names {
            let checked = try DNSName(name.hasPrefix(".") ? String(name.dropFirst()) : name).text
            if !seen.contains(checked) { seen.append(checked) }
        }
        // Sorted and each once, so that the same wish makes the same extension, whatever the order of a command line.
        self.names = seen.filter { name in !seen.contains { $0 != name && name.hasSuffix("." + $0) } }.sorted()
        var blocks: [AddressBlock] = []
        for address in addresses {
            let block = try AddressBlock(address)
            if !blocks.contains(block) { blocks.append(block) }
        }
        self.addresses = blocks.filter { block in !blocks.contains { $0 != block && $0.covers(block) } }
            .sorted { $0.addressAndMask < $1.addressAndMask }
    }

    func covers(_ name: DNSName) -> Bool {
        names.contains { name.text == $0 || name.text.hasSuffix("." + $0) }
    }

    func covers(_ block: AddressBlock) -> Bool { addresses.contains { $0.covers(block) } }

    func covers(_ other: NameConstraints) -> Bool {
        other.names.allSatisfy { name in names.contains { name == $0 || name.hasSuffix("." + $0) } }
            && other.addresses.allSatisfy(covers)
    }

    /// OpenSSL's text for the extension; a kind of which nothing is permitted is excluded altogether.
    var extensionText: String {
        var parts = ["critical"] + names.map { "permitted;DNS:" + $0 }
        parts += addresses.map { "permitted;IP:" + $0.addressAndMask }
        if addresses.isEmpty { parts += ["excluded;IP:0.0.0.0/0.0.0.0", "excluded;IP:::/::"] }
        return parts.joined(separator: ",")
    }

    /// What is permitted, in words.
    var words: String {
        (names.map { $0 + " and below" } + addresses.map { "\($0.address)/\($0.prefix)" }).joined(separator: ", ")
    }
}
