/// A private key in PEM (PKCS #8, RFC 7468 §10); it prints as `***`.
public struct PrivateKeyPEM: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The key itself: for a file with mode 0600 or a TLS library, never for a log.
    public let expanded: String

    public init(_ text: String) { expanded = text }

    public var description: String { "***" }
    public var debugDescription: String { "***" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
