/// The query of an address, member by member as it was written.
package enum AddressQuery {
    /// A member of an address's query; nil where there is none.
    package static func member(_ name: String, of address: String) -> String? {
        members(of: address).first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
    }

    /// An address without a member of its query.
    package static func without(_ name: String, in address: String) -> String {
        let kept = members(of: address).filter { !$0.hasPrefix(name + "=") }
        return String(address.prefix { $0 != "?" }) + "?" + kept.joined(separator: "&")
    }

    private static func members(of address: String) -> [Substring] {
        address.drop { $0 != "?" }.dropFirst().split(separator: "&")
    }
}
