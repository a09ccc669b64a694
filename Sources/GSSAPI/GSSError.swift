/// What the GSS-API refused, in a typed reason and in the library's own words.
package struct GSSError: Error, Sendable, CustomStringConvertible {
    /// Why it refused, as far as its codes say.
    package let reason: Reason
    /// What was being done, and what the library said of it.
    package let description: String
    /// The library's own words for the major and the minor status; empty where it was not asked.
    package let words: String
    /// The major status (RFC 2744 §3.9.1).
    package let major: UInt32
    /// The mechanism's status.
    package let minor: UInt32
    /// The token that the other side may still be sent; empty for none.
    package let token: [UInt8]

    init(
        _ reason: Reason, _ description: String, words: String = "", major: UInt32 = 0, minor: UInt32 = 0,
        token: [UInt8] = []
    ) {
        self.reason = reason
        self.description = description
        self.words = words
        self.major = major
        self.minor = minor
        self.token = token
    }

    /// Why the GSS-API refused.
    package enum Reason: String, Sendable, Hashable, CaseIterable {
        /// The library cannot be opened.
        case libraryMissing
        /// There is no ticket, and nothing to get one with.
        case noTicket
        /// The ticket, or the credential, has expired.
        case expired
        /// The realm's key distribution centre does not know the service's name.
        case unknownServer
        /// The realm's key distribution centre does not know the person's name.
        case unknownPrincipal
        /// The key distribution centre refused the person's key.
        case refusedKey
        /// Clocks differ too much.
        case clockSkew
        /// The realm is not known, or not the one of the service.
        case wrongRealm
        /// No key distribution centre answers.
        case unreachable
        /// The keytab cannot be read, or has no such key.
        case keytab
        /// The ticket is for another service or key.
        case wrongKey
        /// The token was seen before.
        case replay
        /// The channel bindings are of another channel.
        case badBindings
        /// The token is none.
        case badToken
        /// The other side speaks no common mechanism.
        case noMechanism
        /// Kerberos's settings cannot be used.
        case configuration
        /// The answer was given up.
        case cancelled
        /// Anything else.
        case other
    }
}

extension GSSError.Reason {
    /// Reads the mechanism's status (krb5.h), else the routine error of the major one (RFC 2744 §3.9.1).
    init(major: UInt32, minor: UInt32, words: String) {
        if let known = Self.ofKerberos[Int32(bitPattern: minor)] {
            self = known
            return
        }
        // A status that came through SPNEGO may have a number of the library's own; its words are still Kerberos's.
        let text = words.lowercased()
        if let known = Self.inWords.first(where: { text.contains($0.0) }) {
            self = known.1
            return
        }
        switch (major >> 16) & 0xff {
        case 1: self = .noMechanism
        case 4: self = .badBindings
        case 7: self = .noTicket
        case 9, 10: self = .badToken
        case 11, 12: self = .expired
        default: self = major & 0b110 != 0 ? .replay : .other
        }
    }

    private static let ofKerberos: [Int32: GSSError.Reason] = [
        -1_765_328_383: .expired, -1_765_328_378: .unknownPrincipal, -1_765_328_377: .unknownServer,
        -1_765_328_366: .refusedKey, -1_765_328_361: .refusedKey, -1_765_328_360: .refusedKey,
        -1_765_328_353: .wrongKey, -1_765_328_352: .expired, -1_765_328_351: .clockSkew, -1_765_328_350: .replay,
        -1_765_328_349: .wrongKey, -1_765_328_348: .wrongKey, -1_765_328_347: .clockSkew, -1_765_328_343: .wrongKey,
        -1_765_328_339: .wrongKey, -1_765_328_316: .wrongRealm, -1_765_328_249: .configuration,
        -1_765_328_248: .configuration, -1_765_328_243: .noTicket, -1_765_328_230: .wrongRealm,
        -1_765_328_228: .unreachable, -1_765_328_205: .keytab, -1_765_328_203: .keytab, -1_765_328_202: .keytab,
        -1_765_328_200: .keytab, -1_765_328_189: .noTicket, -1_765_328_174: .refusedKey,
        -1_765_328_167: .wrongRealm, -1_765_328_164: .unreachable, -1_765_328_160: .wrongRealm,
        -1_765_328_154: .keytab, -1_765_328_149: .keytab, -1_765_328_145: .clockSkew,
    ]

    private static let inWords: [(String, GSSError.Reason)] = [
        ("no kerberos credentials available", .noTicket), ("no credentials cache found", .noTicket),
        ("ticket expired", .expired), ("credential has expired", .expired), ("clock skew too great", .clockSkew),
        ("ticket not yet valid", .clockSkew), ("cannot contact any kdc", .unreachable),
        ("cannot find kdc for realm", .wrongRealm), ("cannot determine realm", .wrongRealm),
        ("default realm", .wrongRealm), ("request ticket server", .wrongKey), ("keytab", .keytab),
        ("key table", .keytab),
        ("server krbtgt/", .wrongRealm), ("client not found", .unknownPrincipal),
        ("not found in kerberos database", .unknownServer), ("replay", .replay),
        ("channel bindings", .badBindings),
    ]
}

extension GSSError {
    /// Joins the library's words for both statuses. A minor status that says nothing is left out, and with it what refers to it.
    ///
    /// MIT Kerberos has no text for a status that came through SPNEGO with a number of its own, and says `Success` or `Unknown error` then.
    package static func words(major: String, minor: String) -> String {
        guard saysNothing(minor) else { return major.isEmpty ? minor : "\(major): \(minor)" }
        guard major.hasSuffix(reference) else { return major }
        var rest = Substring(major.dropLast(reference.count))
        while let last = rest.last, last == " " || last == "." || last == "," { rest.removeLast() }
        return String(rest)
    }

    /// What the major status says where the minor one is to be looked at, sometimes all that it says.
    private static let reference = "Minor code may provide more information"

    private static func saysNothing(_ minor: String) -> Bool {
        minor.isEmpty || minor == "Success" || minor == "No error" || minor == reference
            || minor.hasPrefix("Unknown error")
    }
}

extension GSSLibrary {
    /// Tells what a call refused, by both of its statuses.
    func failure(
        _ doing: String, _ major: UInt32, _ minor: UInt32, of mechanism: GSSObject = .spnego, token: [UInt8] = []
    ) -> GSSError {
        let words = GSSError.words(
            major: text(major, kind: 1, of: mechanism), minor: minor == 0 ? "" : text(minor, kind: 2, of: mechanism))
        return GSSError(
            GSSError.Reason(major: major, minor: minor, words: words),
            words.isEmpty ? "\(doing): the library gives no reason" : "\(doing): \(words)", words: words,
            major: major, minor: minor, token: token)
    }

    /// The library's words for a status; it may give several lines, of which a few are taken.
    private func text(_ status: UInt32, kind: Int32, of mechanism: GSSObject) -> String {
        var lines: [String] = []
        var position: UInt32 = 0
        repeat {
            var minor: UInt32 = 0
            let output = GSSOutput(functions)
            let result = functions.displayStatus(
                &minor, status, kind, mechanism.identifier, &position, output.structure)
            guard result == 0 else { break }
            lines.append(String(decoding: output.bytes.prefix(500), as: UTF8.self))
        } while position != 0 && lines.count < 4
        return lines.joined(separator: ", ")
    }
}
