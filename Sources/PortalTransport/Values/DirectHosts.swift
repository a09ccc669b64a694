internal import Platform

/// Hosts that no proxy is asked for: the list of `no_proxy`, as curl reads it (CURLOPT_NOPROXY(3)).
///
/// Names stand between commas or blanks. A name means itself and what lies below it, `*` every host, an address itself, and an address
/// with a prefix (`10.0.0.0/8`) every address that begins so.
public struct DirectHosts: Sendable {
    private var isEveryHost = false
    private var names: [String] = []
    private var blocks: [(octets: [UInt8], bits: Int)] = []

    /// Reads a list; what is neither a name nor an address means no host.
    public init(_ list: String) {
        let words = list.lowercased().utf8.split { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: " ") || $0 == 9 }
        // Only alone does it mean every host.
        isEveryHost = words.count == 1 && words.first?.elementsEqual("*".utf8) == true
        for word in words {
            let parts = word.split(separator: UInt8(ascii: "/"), maxSplits: 1).map {
                String(decoding: $0, as: UTF8.self)
            }
            guard let first = parts.first else { continue }
            let bare = first.hasPrefix("[") && first.hasSuffix("]") ? String(first.dropFirst().dropLast()) : first
            if let octets = Self.octets(of: bare) {
                let bits = parts.count == 2 ? Int(parts[1]) : octets.count * 8
                if let bits, (0...octets.count * 8).contains(bits) { blocks.append((octets, bits)) }
            } else if parts.count == 1 {
                let name = bare.utf8.drop { $0 == UInt8(ascii: ".") }
                let end = name.lastIndex { $0 != UInt8(ascii: ".") }.map { name.index(after: $0) } ?? name.startIndex
                if end > name.startIndex { names.append(String(decoding: name[..<end], as: UTF8.self)) }
            }
        }
    }

    /// Whether a host, in lower case and without brackets, is one of them.
    func contains(_ host: String) -> Bool {
        if isEveryHost { return true }
        guard let address = Self.octets(of: host) else {
            return names.contains { host == $0 || (host.hasSuffix($0) && host.dropLast($0.count).hasSuffix(".")) }
        }
        return blocks.contains { block in
            block.octets.count == address.count
                && zip(0..., zip(block.octets, address)).allSatisfy { index, pair in
                    let bits = min(8, max(0, block.bits - index * 8))
                    return bits == 0 || (pair.0 ^ pair.1) >> UInt8(8 - bits) == 0
                }
        }
    }

    /// Reads an address; nil for anything else.
    private static func octets(of text: String) -> [UInt8]? {
        var four = [UInt8](repeating: 0, count: 4)
        if inet_pton(AF_INET, text, &four) == 1 { return four }
        var sixteen = [UInt8](repeating: 0, count: 16)
        return inet_pton(AF_INET6, text, &sixteen) == 1 ? sixteen : nil
    }
}
