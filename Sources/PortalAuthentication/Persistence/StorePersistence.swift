public import HTTPSemantics

/// Keeps the bytes of stores from one run to the next: an ``EncryptedStore``, or a keyring of the system's.
///
/// A type that conforms encrypts: the bytes hold passwords and tokens. No call may block a thread of Swift's pool.
public protocol StorePersistence: Sendable {
    /// The bytes that were kept under a name; nil where there are none. Nothing is changed on the way.
    func load(_ name: String) async throws(PortalError) -> Secret<[UInt8]>?
    /// Puts others in the place of what is kept, made of what is kept at that moment, and returns once they will be there
    /// after a crash too.
    ///
    /// No other process changes the store while `body` runs. Where anything throws, what was kept stays, whole.
    func update(
        _ name: String, _ body: @escaping @Sendable (Secret<[UInt8]>?) throws(PortalError) -> Secret<[UInt8]>
    ) async throws(PortalError)
    /// Deletes what is kept under a name, readable or not; nothing there is no failure.
    func erase(_ name: String) async throws(PortalError)
}
