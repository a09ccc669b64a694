internal import Platform

/// The server's side of SPNEGO with Kerberos (RFC 4559, RFC 4178), one context.
///
/// It asks no key distribution centre: the keytab is all that it needs.
package final class GSSAcceptor: Sendable {
    private let credential: GSSCredential
    private let bindings: GSSChannelBindings?
    private let handle: GSSContextHandle
    private let principal = Locked<String?>(nil)

    /// Prepares a context; bindings are compared with those of an initiator that gives some.
    ///
    /// Whether it gave them is ``GSSFlags/channelBound`` of the last round.
    package init(credential: GSSCredential, bindings: GSSChannelBindings? = nil) {
        self.credential = credential
        self.bindings = bindings
        handle = GSSContextHandle(credential.library.functions)
    }

    /// The initiator's name with its realm, such as `alice@EXAMPLE.COM`; nil until the context is complete.
    package var initiator: String? { principal.withLock { $0 } }

    /// Takes the initiator's token and gives the reply.
    ///
    /// An error has the token that the initiator may still be sent.
    package func accept(_ token: [UInt8]) throws(GSSError) -> GSSRound {
        let functions = credential.library.functions
        let input = GSSInput(token)
        let output = GSSOutput(functions)
        var minor: UInt32 = 0
        var given: UInt32 = 0
        var name: OpaquePointer?
        var delegated: OpaquePointer?
        defer {
            var minor: UInt32 = 0
            if name != nil { _ = functions.releaseName(&minor, &name) }
            if delegated != nil { _ = functions.releaseCredential(&minor, &delegated) }
        }
        let major = handle.use { slot in
            bindings.withStructure { bindings in
                functions.acceptContext(
                    &minor, slot, credential.handle, input.structure, bindings, &name, nil, output.structure, &given,
                    nil, &delegated)
            }
        }
        guard let major else { throw GSSError(.other, "accepting a token: a round is still under way") }
        guard major >> 16 == 0 else {
            throw credential.library.failure("accepting a token", major, minor, token: output.bytes)
        }
        let isComplete = major & 1 == 0
        if isComplete, let name {
            let text = GSSOutput(functions)
            if functions.displayName(&minor, name, text.structure, nil) >> 16 == 0 {
                principal.withLock { $0 = String(decoding: text.bytes, as: UTF8.self) }
            }
        }
        var flags = GSSFlags(rawValue: given)
        // Some releases tell it by the credential alone, which nothing here uses.
        if delegated != nil { flags.insert(.delegation) }
        return GSSRound(token: output.bytes, isComplete: isComplete, flags: flags)
    }
}
