/// What a person needs to see of an X.509 certificate before trusting it.
public struct CertificateSummary: Sendable, Hashable, Codable {
    /// Distinguished name of the subject, RFC 2253 style.
    public let subject: String
    /// Distinguished name of the issuer.
    public let issuer: String
    /// DNS names and IP addresses of the subject alternative name.
    public let names: [String]
    /// Start of its validity, in seconds since 1970.
    public let notBefore: Int64
    /// End of its validity, in seconds since 1970.
    public let notAfter: Int64
    /// SHA-256 fingerprint of the DER form, in lower-case hex.
    public let sha256: String
    /// Serial number that its issuer gave it, in lower-case hex, two digits for each octet (RFC 5280 §4.1.2.2); with a minus where it
    /// is negative, and empty where it is not known.
    public let serialNumber: String
    /// What binds a sign-in to a TLS channel with this server (RFC 5929 §4.1): the digest by the hash of the certificate's
    /// signature, SHA-256 in place of MD5 and SHA-1. Empty where the signature has no hash of its own, or where it was not read.
    public let endPointDigest: [UInt8]

    /// The SHA-256 fingerprint as devices show it: upper-case pairs with colons between them.
    public var fingerprint: String { Self.fingerprint(ofHex: sha256) }

    /// The serial number as devices show it: upper-case pairs with colons between them, after a minus where it is negative.
    public var serialNumberText: String {
        let isNegative = serialNumber.hasPrefix("-")
        return (isNegative ? "-" : "") + Self.fingerprint(ofHex: String(serialNumber.drop { $0 == "-" }))
    }

    /// A fingerprint in hex as devices show it.
    public static func fingerprint(ofHex text: String) -> String {
        let digits = Array(text.uppercased())
        return stride(from: 0, to: digits.count, by: 2).map { String(digits[$0..<min($0 + 2, digits.count)]) }
            .joined(separator: ":")
    }

    /// Puts a summary together, for transports and for tests.
    public init(
        subject: String, issuer: String, names: [String], notBefore: Int64, notAfter: Int64, sha256: String,
        serialNumber: String = "", endPointDigest: [UInt8] = []
    ) {
        self.subject = subject
        self.issuer = issuer
        self.names = names
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.sha256 = sha256
        self.serialNumber = serialNumber
        self.endPointDigest = endPointDigest
    }

    private enum CodingKeys: String, CodingKey {
        case subject, issuer, names, notBefore, notAfter, sha256, serialNumber
    }

    /// Reads what was written; the digest for channels is not.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            subject: try values.decode(String.self, forKey: .subject),
            issuer: try values.decode(String.self, forKey: .issuer),
            names: try values.decode([String].self, forKey: .names),
            notBefore: try values.decode(Int64.self, forKey: .notBefore),
            notAfter: try values.decode(Int64.self, forKey: .notAfter),
            sha256: try values.decode(String.self, forKey: .sha256),
            serialNumber: try values.decode(String.self, forKey: .serialNumber))
    }

    /// The digest for channels follows from the fingerprint's certificate.
    public static func == (one: CertificateSummary, other: CertificateSummary) -> Bool {
        one.sha256 == other.sha256 && one.subject == other.subject && one.issuer == other.issuer
            && one.names == other.names && one.notBefore == other.notBefore && one.notAfter == other.notAfter
            && one.serialNumber == other.serialNumber
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(sha256)
        hasher.combine(subject)
        hasher.combine(serialNumber)
    }
}

/// What can be wrong with a server's certificate (RFC 5280 §6.1, RFC 9525 §6).
public enum CertificateDefect: Sendable, Hashable {
    /// The leaf is its own issuer and is not trusted.
    case selfSigned
    /// The issuer is unknown: a private authority, or a missing intermediate.
    case unknownRoot
    case expired
    case notYetValid
    case hostMismatch
    /// The certificate is not meant for a server (RFC 5280 §4.2.1.12).
    case unsuitablePurpose
    /// A key of the chain is too short: below 112 bits of security, as RSA with 1024 bits is.
    case weakKey
    /// A signature of the chain rests on a digest that can be forged: MD5 or SHA-1.
    case weakSignature
    /// An authority of the chain may not issue for this name (RFC 5280 §4.2.1.10).
    case nameNotPermitted
    /// An authority of the chain has more authorities below it than it may (RFC 5280 §4.2.1.9).
    case pathTooLong
    /// An issuer of the chain is no authority (RFC 5280 §4.2.1.9, §4.2.1.3).
    case issuerIsNoAuthority
    /// A certificate has a critical extension that is not understood (RFC 5280 §4.2).
    case unknownCriticalExtension
    /// A certificate of the chain was revoked.
    case revoked
    /// Any other verdict of OpenSSL, with its X509_V_ERR number.
    case other(Int32)
}
