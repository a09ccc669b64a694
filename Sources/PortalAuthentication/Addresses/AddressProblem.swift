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
        if let user = userInformation(in: text) {
            let hasPassword = user.contains(":")
            return
                "what stands before the @ is \(hasPassword ? "a user name and a password" : "a user name"); leave it out of the address, "
                + "where others can read it, and give it apart"
        }
        let authority = rest(of: text).prefix { !"/?#".contains($0) }
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
        guard let user = userInformation(in: text) else { return text }
        return String(text[..<user.startIndex] + text[text.index(after: user.endIndex)...])
    }

    static let example = "give it like https://gis.example.com/portal"

    /// What stands before the host of an address that is none; nil where nothing does.
    ///
    /// A password may hold a slash, a question mark or a number sign, which would end the authority: up to the last `@` all of it counts.
    private static func userInformation(in text: String) -> Substring? {
        let rest = rest(of: text)
        return rest.lastIndex(of: "@").map { rest[..<$0] }
    }

    private static func rest(of text: String) -> Substring {
        text.firstRange(of: "://").map { text[$0.upperBound...] } ?? text[...]
    }
}
