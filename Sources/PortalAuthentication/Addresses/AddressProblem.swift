internal import HTTPSemantics

/// What is wrong with an address that is none, in words that hold no password of it.
enum AddressProblem {
    /// A sentence about an address that cannot be read; `otherwise` where nothing better can be said.
    static func words(for text: String, otherwise: String) -> String {
        guard let mark = text.firstRange(of: "://") else { return otherwise }
        let scheme = text[..<mark.lowerBound].lowercased()
        guard scheme == "http" || scheme == "https" else {
            return "\"\(PortalError.printable(String(scheme.prefix(20))))\" is no scheme of a portal; write https"
        }
        let authority = authority(of: text)
        if let sign = authority.lastIndex(of: "@") {
            let hasPassword = authority[..<sign].contains(":")
            return
                "what stands before the @ is \(hasPassword ? "a user name and a password" : "a user name"); leave it out of the address, "
                + "where others can read it, and give it apart"
        }
        let host = authority.last == "]" ? authority : authority.prefix { $0 != ":" }
        if host.isEmpty { return "there is no host in it; \(example)" }
        let port = authority.dropFirst(host.count).dropFirst()
        if !port.isEmpty, !(1...65_535).contains(Int(port) ?? 0) {
            return "the port \"\(PortalError.printable(String(port.prefix(20))))\" is no number from 1 to 65535"
        }
        return otherwise
    }

    /// An address as it can be shown: without what stands before the host.
    static func shown(_ text: String) -> String {
        let authority = authority(of: text)
        guard let sign = authority.lastIndex(of: "@") else { return text }
        return String(text[..<authority.startIndex] + text[text.index(after: sign)...])
    }

    static let example = "give it like https://gis.example.com/portal"

    private static func authority(of text: String) -> Substring {
        let rest = text.firstRange(of: "://").map { text[$0.upperBound...] } ?? text[...]
        return rest.prefix { !"/?#".contains($0) }
    }
}
