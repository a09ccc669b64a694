internal import GSSAPI

/// How far a Negotiate or NTLM sign-in has come on one connection (RFC 4559 §6).
struct WindowsSignIn: ConnectionSignIn {
    /// Of which portal's web tier it is: another one that takes its place knows nothing of it.
    let memory: WebTierMemory
    let stage: Stage

    enum Stage: Sendable {
        /// A challenge went out, and its answer has to come over this connection, framed alike.
        case challenged(NTLM.NegotiateMessage, NTLM.ChallengeMessage, Framing)
        /// A ticket is half accepted, and the rest has to come over this connection.
        case accepting(GSSAcceptor)
        /// The user stays as long as the connection.
        case signedIn(user: String, mechanism: String)
    }

    /// How the messages of an NTLM exchange travel: Windows has a context for each of its packages, which goes on as it began.
    struct Framing: Sendable, Equatable, CustomStringConvertible {
        /// `NTLM` or `Negotiate`.
        let scheme: Blueprint.WebAuthentication.Offer.Scheme
        /// Whether messages travel inside SPNEGO tokens, as Windows may send them (RFC 4178; MS-SPNG).
        let isWrapped: Bool

        var description: String { isWrapped ? "\(scheme.rawValue) with SPNEGO" : scheme.rawValue }
    }
}

extension WebTierMemory {
    /// How far a sign-in has come on the connection of a request; nil where none has begun here.
    func signIn(over connection: (any ConnectionMemory)?) -> WindowsSignIn.Stage? {
        guard let signIn = connection?.signIn as? WindowsSignIn, signIn.memory === self else { return nil }
        return signIn.stage
    }

    /// The same, and the connection forgets it: whatever credentials come next stand for themselves.
    func takeSignIn(over connection: (any ConnectionMemory)?) -> WindowsSignIn.Stage? {
        defer { connection?.signIn = nil }
        return signIn(over: connection)
    }

    /// Remembers how far a sign-in has come.
    func remember(_ stage: WindowsSignIn.Stage, over connection: (any ConnectionMemory)?) {
        connection?.signIn = WindowsSignIn(memory: self, stage: stage)
    }
}
