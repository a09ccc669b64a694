internal import HTTPSemantics

/// User name, password and the token service that refused them.
package struct RefusedTriple: Sendable, Hashable {
    let service: HTTPURL
    let username: String
    let password: Secret<String>
}
