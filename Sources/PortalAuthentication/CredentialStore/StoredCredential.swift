internal import HTTPSemantics
internal import JSONValues
internal import TLSIdentity

/// The kinds of credentials that are made again after a restart.
enum StoredKinds {
    /// Every kind of ours.
    static let known: [any StorableCredential.Type] = [
        TokenCredential.self, PregeneratedTokenCredential.self, OAuthUserCredential.self,
        OAuthApplicationCredential.self, IAPCredential.self,
    ]
}

/// What an ``ArcGISCredentialStore`` keeps in its document: `credential <id>` holds one, `at <URL>` and `below <URL>` say what for.
enum StoredCredential {
    /// A key for a credential that is written for the first time.
    static func newKey() -> String { StoreDocument.credentialPrefix + Hexadecimal.encode(randomBytes(8)) }

    /// The entry of a credential; nil for one that cannot be written down.
    static func entry(of credential: any ArcGISCredential) -> JSONValue? {
        guard let credential = credential as? any StorableCredential else { return nil }
        return ["kind": .string(type(of: credential).storedKind), "is": credential.stored()]
    }

    /// The key of what a credential is kept for: a whole context, or what lies below a URL; a slash at the end is none.
    static func placeKey(of url: HTTPURL, isPrefix: Bool) -> String {
        "\(isPrefix ? "below" : "at") \(url.origin)/\(url.segments.joined(separator: "/"))"
    }

    /// What one entry of a place says.
    struct Place {
        let key: String
        /// The key of the credential.
        let credential: String
        /// nil: the credential's whole context.
        let prefix: HTTPURL?

        /// Reads an entry; nil for one of another sort.
        init?(_ key: String, _ entry: JSONValue) {
            guard let credential = entry["credential"]?.string else { return nil }
            if key.hasPrefix("below ") {
                guard let url = HTTPURL(parsing: String(key.dropFirst(6))) else { return nil }
                prefix = url
            } else if key.hasPrefix("at ") {
                prefix = nil
            } else {
                return nil
            }
            self.key = key
            self.credential = credential
        }
    }
}
