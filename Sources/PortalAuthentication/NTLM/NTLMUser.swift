package import HTTPSemantics
internal import TLSIdentity

/// A user with a password as NTLM takes them apart (MS-NLMP §3.3.2).
package struct NTLMUser: Sendable {
    /// The name without a domain before a backslash; a name with an at sign stays whole.
    package let name: String
    /// The domain; empty where the server is to know.
    package let domain: String
    private let password: Secret<String>

    /// Reads `DOMAIN\user`, `user@domain` or a plain name.
    package init(_ username: String, _ password: Secret<String>) {
        if let split = username.firstIndex(of: "\\") {
            domain = String(username[..<split])
            name = String(username[username.index(after: split)...])
        } else {
            domain = ""
            name = username
        }
        self.password = password
    }

    /// `NTOWFv2`.
    func key() -> [UInt8] {
        let hash = password.reveal { Digest.md4(NTLMBytes.text($0)) }
        return Digest.hmacMD5(key: hash, NTLMBytes.text(Self.upperCased(name) + domain))
    }

    /// Capitals as Windows has them: one code unit for each.
    private static func upperCased(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            let upper = scalar.properties.uppercaseMapping
            result += upper.utf16.count == String(scalar).utf16.count ? upper : String(scalar)
        }
        return result
    }
}
