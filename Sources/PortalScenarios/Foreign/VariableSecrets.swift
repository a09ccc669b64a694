internal import HTTPSemantics
internal import Platform
internal import PortalJudge

/// Which values of variables that were passed to a client by name are secrets.
///
/// Each is one, whatever the variable is called, but for what evidently is none: up to three characters, a number, a truth value and
/// other words that stand in every report, a word of the protocols that the judge and the server know, a locale, an address without a
/// path, and a path that exists. A single word of letters, as `strict`, is one only under a name that says so. A password in a URL
/// (RFC 3986 §3.2.1) is a secret of its own.
enum VariableSecrets {
    /// The secrets in the value of a variable.
    static func all(in value: String, of name: String) -> [MachineSecret] {
        let saysSo = says(name)
        var secrets = credentials(inURLsOf: value).map { credential in
            MachineSecret(name: "password of variable:\(name)", value: credential, isKnownInPieces: true)
        }
        if !isHarmless(value, saysSo: saysSo) {
            let isKnownInPieces = !value.contains("://") && (saysSo || isOneToken(value))
            secrets.append(
                MachineSecret(name: "variable:\(name)", value: value, isKnownInPieces: isKnownInPieces))
        }
        return secrets
    }

    /// Whether a name says that its value is a secret.
    private static func says(_ name: String) -> Bool {
        let name = name.uppercased()
        return ["TOKEN", "SECRET", "PASS", "PWD", "KEY", "CRED", "AUTH", "COOKIE", "_PAT", "_PIN"]
            .contains { name.contains($0) }
    }

    private static func isHarmless(_ value: String, saysSo: Bool) -> Bool {
        if value.utf8.count < MachineSecret.shortest || isCommon(value) { return true }
        if isNumber(value) { return !saysSo || value.filter(\.isNumber).count < 6 }
        if value.utf8.allSatisfy({ isLetter($0) }) { return !saysSo }
        return isLocale(value) || isOrigin(value) || isPath(value)
    }

    /// Whether it is a word that stands in requests and answers of portals, or in every log: as a secret it would protect nothing, a
    /// report without it could not be read, and one of the protocol is what a judge compares.
    private static func isCommon(_ value: String) -> Bool {
        commonWords.contains(value.lowercased()) || ProtocolWords.contain(value) || ProtocolWords.arePairs(value)
    }

    /// Those of logs and of the worlds that scenarios are about.
    private static let commonWords: Set<String> = [
        "true", "false", "none", "null", "auto", "default", "enabled", "disabled", "always", "never",
        "debug", "info", "warn", "warning", "error", "trace", "verbose", "quiet", "test", "testing", "development",
        "staging", "production", "release", "local", "localhost", "http", "https", "oauth", "portal", "server", "user",
        "users", "secret", "admin", "alice", "bob", "carol", "dana",
    ]

    /// Whether it is a number, or several as in a version, a date or an address.
    private static func isNumber(_ value: String) -> Bool {
        value.utf8.allSatisfy { isDigit($0) || "+-.,:/_% ".utf8.contains($0) } && value.utf8.contains { isDigit($0) }
    }

    /// Whether it is the name of a locale with a country, or of the one that every system has (POSIX.1-2017, XBD 8.2).
    private static func isLocale(_ value: String) -> Bool {
        if ["C.UTF-8", "C.utf8", "POSIX"].contains(value) { return true }
        let name = value.prefix { $0 != "." && $0 != "@" }
        let parts = name.split(separator: "_", omittingEmptySubsequences: false)
        let rest = value.dropFirst(name.count).prefix { $0 != "@" }.lowercased().filter { $0 != "-" }
        return parts.count == 2 && (2...3).contains(parts[0].utf8.count) && parts[1].utf8.count == 2
            && name.utf8.allSatisfy { isLetter($0) || $0 == UInt8(ascii: "_") }
            && (rest.isEmpty || rest == ".utf8" || rest.hasPrefix(".iso8859"))
    }

    /// Whether it is a URL of a host alone.
    private static func isOrigin(_ value: String) -> Bool {
        guard let mark = value.firstRange(of: "://") else { return false }
        let rest = value[mark.upperBound...]
        return !rest.isEmpty && !(rest.last == "/" ? rest.dropLast() : rest).contains { "/?#@ ".contains($0) }
    }

    /// Whether it is the absolute path of something that is there, or a list of such paths.
    private static func isPath(_ value: String) -> Bool {
        value.split(separator: ":").allSatisfy { $0.first == "/" && access(String($0), F_OK) == 0 }
    }

    /// Whether it is one word of letters and digits, as tokens are.
    private static func isOneToken(_ value: String) -> Bool {
        value.utf8.contains { isDigit($0) } && value.utf8.contains { isLetter($0) }
            && value.utf8.allSatisfy { isDigit($0) || isLetter($0) || "-._~+=".utf8.contains($0) }
    }

    /// The passwords in the URLs of a text, decoded, and what stands alone where a user and a password belong, as a token does.
    private static func credentials(inURLsOf text: String) -> [String] {
        var found: [String] = []
        var rest = text[...]
        while let mark = rest.firstRange(of: "://") {
            rest = rest[mark.upperBound...]
            let authority = rest.prefix { !"/?#,;\"' \t\n".contains($0) }
            guard let at = authority.lastIndex(of: "@") else { continue }
            let user = authority[..<at]
            let credential: Substring
            if let colon = user.firstIndex(of: ":") {
                credential = user[user.index(after: colon)...]
            } else {
                credential = user
                guard isOneToken(String(user)), user.utf8.count >= 16 else { continue }
            }
            let value = String(decoding: PercentEncoding.decode(Array(credential.utf8)[...]), as: UTF8.self)
            if value.utf8.count >= MachineSecret.shortest, !isCommon(value) { found.append(value) }
        }
        return found
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
