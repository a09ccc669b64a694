internal import HTTPSemantics

/// What is wrong with an address that is none, in words that hold no password of it.
enum AddressProblem {
    /// A sentence about an address that cannot be read; `otherwise` where nothing better can be said.
    static func words(for text: String, otherwise: String) -> String {
        guard let mark = text.firstRange(of: "://") else { return otherwise }
        let scheme = text[..<mark.lowerBound].lowercased()
        guard isScheme(scheme) else {
            return "\"\(PortalError.printable(String(scheme.prefix(20))))\" is no scheme of a portal; write https"
        }
        if let user = userInformation(in: text) {
            let hasPassword = user.contains(":")
            return
                "what stands before the @ is \(hasPassword ? "a user name and a password" : "a user name"); leave it out of the address, "
                + "where others can read it, and give it apart"
        }
        let (host, port) = hostAndPort(in: text)
        if host.isEmpty { return "there is no host in it; \(example)" }
        if !port.isEmpty, !(1...65_535).contains(Int(port) ?? 0) {
            let shown = isNumber(port) ? "the port \"\(port.prefix(20))\"" : "what stands behind the colon"
            return "\(shown) is no number from 1 to 65535"
        }
        return otherwise
    }

    /// An address as it can be shown: without what stands before the host, and with `***` in the place of a port that is no number, and
    /// of every value of its query and its fragment.
    static func shown(_ text: String) -> String {
        let plain = withoutPassword(text)
        // By scalars: a mark with an accent behind it is still a mark.
        guard let end = plain.unicodeScalars.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return plain }
        var shown = String(plain[..<end])
        var part = ""
        for scalar in plain[end...].unicodeScalars {
            if "?#&;".unicodeScalars.contains(scalar) {
                shown += masked(part)
                shown.unicodeScalars.append(scalar)
                part = ""
            } else {
                part.unicodeScalars.append(scalar)
            }
        }
        return shown + masked(part)
    }

    private static func withoutPassword(_ text: String) -> String {
        if let user = userInformation(in: text) {
            return String(text[..<user.startIndex] + text[text.index(after: user.endIndex)...])
        }
        let port = hostAndPort(in: text).port
        return isNumber(port) ? text : text[..<port.startIndex] + "***" + text[port.endIndex...]
    }

    /// What stands before and behind the first colon of the authority; in brackets it is an address of IPv6 (RFC 3986 §3.2.2).
    private static func hostAndPort(in text: String) -> (host: Substring, port: Substring) {
        let authority = rest(of: text).prefix { !"/?#".contains($0) }
        let bracket = authority.first == "[" ? authority.firstIndex(of: "]") : nil
        let host = authority[(bracket ?? authority.startIndex)...].prefix { $0 != ":" }
        return (authority[..<host.endIndex], authority[host.endIndex...].dropFirst())
    }

    /// Whether a port is digits, or none; what is not may be a password whose `@` was left out.
    private static func isNumber(_ port: Substring) -> Bool { port.utf8.allSatisfy { (0x30...0x39).contains($0) } }

    /// A part of a query with its name alone; one without a name may be a secret as a whole.
    private static func masked(_ part: String) -> String {
        guard !part.isEmpty else { return "" }
        guard let equals = part.unicodeScalars.firstIndex(of: "=") else { return "***" }
        return "\(part[..<equals])=***"
    }

    /// Whether the problem with an address is the user name or the password in it.
    static func isUserInformation(_ text: String) -> Bool {
        let scheme = text.firstRange(of: "://").map { text[..<$0.lowerBound].lowercased() }
        return isScheme(scheme ?? "https") && userInformation(in: text) != nil
    }

    /// Whether the path of a portal holds an `@`, as where a user name stands behind a scheme that was mistyped.
    static func isUserInformation(inPath path: String) -> Bool {
        PercentEncoding.decodeText(path).contains(where: isAt)
    }

    /// What an address begins with in the place of `http://` or `https://`, as `https:/`; nil where it begins otherwise.
    static func mistypedScheme(of text: some StringProtocol) -> String? {
        let start = text.prefix { $0 != "/" && $0 != ":" }
        let marks = text.dropFirst(start.count).prefix { $0 == "/" || $0 == ":" }
        guard isScheme(start.lowercased()), !marks.isEmpty, !marks.hasPrefix("://") else { return nil }
        return "\(start)\(marks.prefix(4))"
    }

    private static func isScheme(_ word: String) -> Bool { word == "http" || word == "https" }

    /// `@` as keyboards of all scripts write it (Unicode, Halfwidth and Fullwidth Forms, Small Form Variants).
    private static func isAt(_ character: Character) -> Bool { "@\u{FF20}\u{FE6B}".contains(character) }

    static let example = "give it like https://gis.example.com/portal"

    /// What stands before the host of an address that is none; nil where nothing does.
    ///
    /// A password may hold a slash, a question mark or a number sign, which would end the authority: up to the last `@` all of it counts.
    private static func userInformation(in text: String) -> Substring? {
        let rest = rest(of: text)
        return rest.lastIndex(where: isAt).map { rest[..<$0] }
    }

    private static func rest(of text: String) -> Substring {
        text.firstRange(of: "://").map { text[$0.upperBound...] } ?? text[...]
    }
}
