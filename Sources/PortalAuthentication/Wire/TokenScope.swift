internal import HTTPSemantics

/// Where the token of a request may go: to its own portal or server, and to what it was shared with (rule R26).
///
/// Another portal on the same host and port is another one.
package struct TokenScope: Sendable {
    private let isInside: @Sendable (HTTPURL) -> Bool

    init(_ isInside: @escaping @Sendable (HTTPURL) -> Bool) { self.isInside = isInside }

    func contains(_ url: HTTPURL) -> Bool { isInside(url) }
}
