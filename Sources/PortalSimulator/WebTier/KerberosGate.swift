internal import GSSAPI
internal import HTTPSemantics
internal import Platform
internal import PortalJudge
internal import TLSIdentity

/// Judges the tokens of `Negotiate` that hold a Kerberos ticket (RFC 4559, RFC 4121), by the keys of a keytab.
///
/// It works on the thread that serves the connection: to accept a ticket is to decrypt it with a key from a local file, which asks no
/// key distribution centre, and takes less than an answer does that is worked out elsewhere. Tickets live in real time, whatever the
/// portal's clock says. Which tokens have signed in is remembered by the portal alone (``TicketLedger``), and not in the library's replay
/// cache, which is a file of the machine's.
struct KerberosGate {
    let exchange: WindowsExchange

    func judge(_ token: [UInt8], _ wrapped: SPNEGOToken?) -> HTTPCredentialsJudgement {
        var words = Journal.WindowsCredentials(message: "token", mechanism: Self.mechanism(of: token, wrapped))
        var begun: GSSAcceptor?
        if case .accepting(let acceptor)? = exchange.pending { begun = acceptor }
        guard begun != nil || words.mechanism != nil else {
            return judgement(.malformed, "it is no first token of the GSS-API", words)
        }
        guard let keytab = exchange.windows.keytab else {
            return judgement(.wrong, "a ticket cannot be checked: no keytab is set", words)
        }
        do throws(GSSError) {
            let acceptor: GSSAcceptor
            if let begun {
                acceptor = begun
            } else {
                let credential = try exchange.memory.credential(keytab: keytab)
                acceptor = GSSAcceptor(credential: credential, bindings: bindings)
            }
            let round = try acceptor.accept(token)
            guard round.isComplete else {
                exchange.remember(.accepting(acceptor))
                var going = judgement(.continued, "a token goes back to one of Negotiate", words)
                going.reply = [Self.field(round.token)]
                return going
            }
            words.mechanism = words.mechanism ?? "Kerberos"
            let accepted = Accepted(
                principal: acceptor.initiator ?? "", isDelegated: round.flags.contains(.delegation),
                isBound: round.flags.contains(.channelBound), reply: round.token,
                // The same ticket in another frame of SPNEGO is no other one.
                digest: Digest.sha256(wrapped?.mechanismToken ?? token))
            return decide(accepted, words)
        } catch {
            return refusal(error, words)
        }
    }

    private var bindings: GSSChannelBindings? {
        guard exchange.windows.channelBinding != .none else { return nil }
        return exchange.request.endPointHash.flatMap { Hexadecimal.decode($0) }.map { .tlsServerEndPoint($0) }
    }

    /// What a token says that the keytab's key has opened.
    struct Accepted {
        /// The name of its ticket's owner, with the realm.
        let principal: String
        let isDelegated: Bool
        /// Whether it is bound to this channel.
        let isBound: Bool
        /// The token that proves the server; empty for none.
        let reply: [UInt8]
        /// What a repetition is known by.
        let digest: [UInt8]
    }

    /// Decides whether a token that was accepted signs in.
    func decide(_ accepted: Accepted, _ words: Journal.WindowsCredentials) -> HTTPCredentialsJudgement {
        var words = words
        let principal = accepted.principal
        let at = principal.lastIndex(of: "@")
        let user = at.map { String(principal[..<$0]) } ?? principal
        words.domain = at.map { String(principal[principal.index(after: $0)...]) }
        words.delegated = accepted.isDelegated
        let binding: ChannelBindingFinding = accepted.isBound ? .right : .none
        if exchange.windows.channelBinding != .none { words.channelBinding = binding.rawValue }
        func refusal(
            _ reason: String, _ verdict: Journal.Authorization.Verdict = .wrong, _ cause: Journal.Cause? = nil
        ) -> HTTPCredentialsJudgement {
            var refused = judgement(verdict, reason, words)
            refused.authorization.username = user.isEmpty ? nil : user
            refused.ownCause = cause
            return refused
        }
        let name = exchange.accounts.keys.first { $0.utf8.elementsEqual(user.utf8) }
        guard let name else { return refusal("the ticket is good, but no account of its principal's name is let in") }
        if let complaint = binding.complaint(
            under: exchange.windows.channelBinding, isTLS: exchange.request.endPointHash != nil)
        {
            return refusal(complaint, .wrong, .channelBinding)
        }
        guard exchange.memory.tickets.withLock({ $0.accept(accepted.digest, at: exchange.request.time) }) else {
            return refusal(
                "the same token signed \(name) in before; each request needs a new one", .replayed, .credentialsReplayed
            )
        }
        var right = judgement(.right, "the ticket is that of \(principal)", words)
        right.authorization.username = name
        let persists = exchange.windows.persistence == .connection
        right.reply = mutual(accepted.reply) + [.persistentAuthentication(persists)]
        if persists { exchange.remember(.signedIn(user: name, mechanism: "Kerberos")) }
        return right
    }

    /// The final token, as the blueprint lets it go (RFC 4559 §5).
    private func mutual(_ token: [UInt8]) -> [HeaderField] {
        guard !token.isEmpty, exchange.windows.mutual != .withheld else { return [] }
        var token = token
        if exchange.windows.mutual == .falsified { token[token.count - 1] ^= 0x55 }
        return [Self.field(token)]
    }

    private static func field(_ token: [UInt8]) -> HeaderField {
        HeaderField("WWW-Authenticate", token.isEmpty ? "Negotiate" : "Negotiate \(Base64.encode(token))")
    }

    /// What a token is of, as far as its beginning tells (RFC 2743 §3.1, RFC 4178 §4.2.1).
    static func mechanism(of token: [UInt8], _ wrapped: SPNEGOToken?) -> String? {
        if let first = wrapped?.mechanisms.first {
            switch first {
            case SPNEGOToken.kerberos, SPNEGOToken.windowsKerberos: return "Kerberos"
            case SPNEGOToken.ntlm: return "NTLM"
            default: return first
            }
        }
        var reader = DERReader(token[...])
        guard case (0x60, let content)? = reader.next() else { return nil }
        var inner = DERReader(content)
        guard case (0x06, let identifier)? = inner.next() else { return nil }
        let text = DERReader.identifier(identifier)
        return text == SPNEGOToken.kerberos ? "Kerberos" : text
    }

    private func refusal(_ error: GSSError, _ words: Journal.WindowsCredentials) -> HTTPCredentialsJudgement {
        var words = words
        if error.reason == .badBindings { words.channelBinding = ChannelBindingFinding.wrong.rawValue }
        let isUnreadable = error.reason == .badToken || error.reason == .noMechanism
        // The library's words name the realm's principals and keys by name, no secret.
        let text = error.words.isEmpty ? error.description : error.words
        var refused = judgement(isUnreadable ? .malformed : .wrong, "the ticket is refused: \(text)", words)
        if error.reason == .badBindings { refused.ownCause = .channelBinding }
        if !error.token.isEmpty { refused.errorToken = Base64.encode(error.token) }
        return refused
    }

    private func judgement(
        _ verdict: Journal.Authorization.Verdict, _ reason: String, _ words: Journal.WindowsCredentials
    ) -> HTTPCredentialsJudgement {
        exchange.judgement(.negotiate, verdict, reason, words)
    }
}

extension WebTierMemory {
    /// The keys of a keytab; read when the first ticket comes.
    func credential(keytab: String) throws(GSSError) -> GSSCredential {
        if let kept = keys.withLock({ $0 }), kept.keytab == keytab { return kept.credential }
        let library = try GSSLibrary.shared()
        let credential = try GSSCredential.acceptor(keytab: keytab, library: library)
        keys.withLock { $0 = (keytab, credential) }
        return credential
    }
}
