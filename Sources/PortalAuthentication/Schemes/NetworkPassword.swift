package import HTTPSemantics

/// A user name and a password for a web tier.
package struct NetworkPassword: Sendable, Hashable {
    package let username: String
    package let password: Secret<String>

    package init(username: String, password: Secret<String>) {
        self.username = username
        self.password = password
    }

    /// Whether either is missing; such a pair is not worth a request.
    var isEmpty: Bool { username.isEmpty || password.reveal { $0.isEmpty } }
}

/// User name, password and the realm that refused them; Basic and Digest of one realm are alike.
package struct RefusedPassword: Sendable, Hashable {
    let origin: Origin
    let realm: String?
    let password: NetworkPassword
}
