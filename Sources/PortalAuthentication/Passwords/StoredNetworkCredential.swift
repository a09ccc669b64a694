internal import HTTPSemantics
internal import JSONValues
internal import PortalTransport
internal import TLSIdentity

/// What a ``NetworkCredentialStore`` keeps in its document: passwords by origin and realm, and exceptions for servers.
///
/// Client identities have a store of their own.
enum StoredNetworkCredential {
    case password(NetworkCredentialStore.Realm, NetworkCredentialStore.Password)
    case trust(TrustGrant)

    /// The key of its entry.
    var key: String {
        switch self {
        case .password(let realm, _): realm.storedKey
        case .trust(let grant):
            switch grant.scope {
            case .host: "trust \(grant.host) \(grant.port ?? 0) host"
            case .certificate: "trust \(grant.host) \(grant.port ?? 0) certificate"
            }
        }
    }

    /// Its entry.
    var entry: JSONValue {
        switch self {
        case .password(let realm, let password):
            return [
                "origin": .string(realm.origin.description), "realm": realm.name.map { .string($0) } ?? .null,
                "method": .string(password.method.description), "username": .string(password.value.username),
                "password": .string(password.value.password.reveal { $0 }),
            ]
        case .trust(let grant):
            var sha256 = JSONValue.null
            if case .certificate(let fingerprint) = grant.scope { sha256 = .string(fingerprint) }
            return [
                "host": .string(grant.host), "port": grant.port.map { .integer(Int64($0)) } ?? .null,
                "certificate": sha256,
                "tolerating": .array(grant.tolerating.map(\.storedName).sorted().map { .string($0) }),
            ]
        }
    }

    /// Reads an entry; nil for one of another kind, or of one that says less than it must.
    init?(_ key: String, _ entry: JSONValue) {
        if key.hasPrefix("password ") {
            guard let origin = entry["origin"]?.string.flatMap({ Origin(ofURL: $0) }),
                let method = entry["method"]?.string,
                let username = entry["username"]?.string, let password = entry["password"]?.string
            else { return nil }
            self = .password(
                NetworkCredentialStore.Realm(origin: origin, name: entry["realm"]?.string),
                NetworkCredentialStore.Password(
                    method: AuthenticationMethod(method),
                    value: NetworkPassword(username: username, password: Secret(password))))
        } else if key.hasPrefix("trust ") {
            // A defect whose name is not known makes the grant another one.
            guard let host = entry["host"]?.string, let names = entry["tolerating"]?.array,
                let certificate = entry["certificate"], certificate.isNull || certificate.string != nil
            else { return nil }
            let defects = names.compactMap { $0.string.flatMap { CertificateDefect(storedName: $0) } }
            guard defects.count == names.count else { return nil }
            self = .trust(
                TrustGrant(
                    host: host, port: entry["port"]?.integer.flatMap { Int(exactly: $0) },
                    scope: certificate.string.map { .certificate(sha256: $0) } ?? .host, tolerating: Set(defects)))
        } else {
            return nil
        }
        guard self.key == key else { return nil }
    }
}

extension NetworkCredentialStore.Realm {
    /// The key of the entry of its password.
    var storedKey: String { "password \(origin) \(name.map { "realm \($0)" } ?? "any realm")" }

    /// Reads the key of an entry; nil for that of another kind.
    init?(storedKey key: String) {
        // Bytes: a realm may begin with a mark that makes another character of the blank before it.
        let (kind, any, named) = (Array("password ".utf8), Array("any realm".utf8), Array("realm ".utf8))
        guard key.utf8.starts(with: kind) else { return nil }
        let rest = key.utf8.dropFirst(kind.count)
        guard let blank = rest.firstIndex(of: UInt8(ascii: " ")),
            let origin = Origin(ofURL: String(Substring(rest[..<blank])))
        else {
            return nil
        }
        let realm = rest[blank...].dropFirst()
        if realm.elementsEqual(any) {
            self.init(origin: origin, name: nil)
        } else if realm.starts(with: named) {
            self.init(origin: origin, name: String(Substring(realm.dropFirst(named.count))))
        } else {
            return nil
        }
        guard storedKey == key else { return nil }
    }
}

extension CertificateDefect {
    private static let stored: [CertificateDefect: String] = [
        .selfSigned: "selfSigned", .unknownRoot: "unknownRoot", .expired: "expired", .notYetValid: "notYetValid",
        .hostMismatch: "hostMismatch", .unsuitablePurpose: "unsuitablePurpose", .weakKey: "weakKey",
        .weakSignature: "weakSignature", .nameNotPermitted: "nameNotPermitted", .pathTooLong: "pathTooLong",
        .issuerIsNoAuthority: "issuerIsNoAuthority", .unknownCriticalExtension: "unknownCriticalExtension",
        .revoked: "revoked",
    ]

    /// Its name in a document.
    fileprivate var storedName: String {
        if case .other(let number) = self { return "other \(number)" }
        return Self.stored[self] ?? ""
    }

    fileprivate init?(storedName name: String) {
        if let known = Self.stored.first(where: { $0.value == name })?.key {
            self = known
        } else if name.hasPrefix("other "), let number = Int32(name.dropFirst(6)) {
            self = .other(number)
        } else {
            return nil
        }
    }
}
