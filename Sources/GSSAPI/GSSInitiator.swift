internal import Platform

/// The client's side of SPNEGO with Kerberos (RFC 4559, RFC 4178), one context.
package final class GSSInitiator: Sendable {
    /// The service that must prove who it is, such as `HTTP@gis.example.com`.
    package let service: String
    private let library: GSSLibrary
    private let source: GSSCredential.Source
    private let credential: Locked<GSSCredential?>
    private let flags: GSSFlags
    private let bindings: GSSChannelBindings?
    private let handle: GSSContextHandle

    /// Prepares a context with a host's web service; nothing is sent and no ticket asked for yet.
    package init(
        host: String, source: GSSCredential.Source, credential: GSSCredential? = nil, delegates: Bool = false,
        bindings: GSSChannelBindings? = nil, library: GSSLibrary
    ) {
        service = "HTTP@\(host)"
        self.library = library
        self.source = source
        self.credential = Locked(credential)
        flags = delegates ? [.mutual, .replay, .integrity, .delegation] : [.mutual, .replay, .integrity]
        self.bindings = bindings
        handle = GSSContextHandle(library.functions)
    }

    /// Takes the other side's token, none at first, and gives the next one, on a thread that may wait.
    ///
    /// A task that is cancelled goes on at once with ``GSSError/Reason/cancelled``; the thread ends by itself.
    package func step(_ token: [UInt8]?) async throws(GSSError) -> GSSRound {
        let answer = FirstAnswer<Result<GSSRound, GSSError>>(
            ifCancelled: .failure(GSSError(.cancelled, "the sign-in with \(service) was given up")))
        return try await answer.from { reply in
            let isStarted = NativeThread.run {
                reply(Result { () throws(GSSError) in try self.stepWaiting(token) })
            }
            if !isStarted { reply(.failure(GSSError(.other, "the system has no thread left"))) }
        }.get()
    }

    /// The same on the caller's thread, which waits for the key distribution centre.
    private func stepWaiting(_ token: [UInt8]?) throws(GSSError) -> GSSRound {
        let doing = "signing in to \(service)"
        let credential = try self.credential(at: doing)
        var name: OpaquePointer? = try library.name(service, .hostBasedService)
        defer {
            var minor: UInt32 = 0
            _ = library.functions.releaseName(&minor, &name)
        }
        guard let target = name else { throw GSSError(.other, doing) }
        let input = GSSInput(token ?? [])
        let output = GSSOutput(library.functions)
        var minor: UInt32 = 0
        var given: UInt32 = 0
        let major = handle.use { slot in
            bindings.withStructure { bindings in
                library.functions.initContext(
                    &minor, credential.handle, slot, target, GSSObject.spnego.identifier, flags.rawValue, 0, bindings,
                    token == nil ? nil : input.structure, nil, output.structure, &given, nil)
            }
        }
        guard let major else { throw GSSError(.other, "\(doing): a round is still under way") }
        guard major >> 16 == 0 else {
            throw library.failure(doing, major, minor, token: output.bytes)
        }
        return GSSRound(token: output.bytes, isComplete: major & 1 == 0, flags: GSSFlags(rawValue: given))
    }

    private func credential(at doing: String) throws(GSSError) -> GSSCredential {
        if let known = credential.withLock({ $0 }) { return known }
        let acquired = try GSSCredential.initiator(source, library: library)
        credential.withLock { $0 = acquired }
        return acquired
    }
}
