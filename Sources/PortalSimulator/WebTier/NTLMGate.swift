internal import HTTPSemantics
internal import PortalJudge
internal import TLSIdentity

/// Judges NTLM messages (MS-NLMP), which come as `NTLM` or inside `Negotiate` (MS-NTHT §2.1; RFC 4559 §4).
struct NTLMGate {
    let exchange: WindowsExchange
    /// How the message came, and its reply goes.
    let framing: WindowsSignIn.Framing
    private var scheme: Blueprint.WebAuthentication.Offer.Scheme { framing.scheme }

    func judge(_ message: [UInt8]) -> HTTPCredentialsJudgement {
        do throws(NTLM.Complaint) {
            return try read(message)
        } catch {
            let words = Journal.WindowsCredentials(message: "unreadable", mechanism: "NTLM")
            return judgement(.malformed, error.text, words)
        }
    }

    private func read(_ message: [UInt8]) throws(NTLM.Complaint) -> HTTPCredentialsJudgement {
        switch NTLM.Reader.type(of: message) {
        case 1: return challenge(try NTLM.NegotiateMessage(message))
        case 3:
            let answer = try NTLM.AuthenticateMessage(message)
            guard case .challenged(let negotiate, let challenge, let begun)? = exchange.pending else {
                return refusal(
                    of: answer, .malformed,
                    "an authenticate message came over a connection on which no challenge is open",
                    .credentialsConnection)
            }
            guard begun == framing else {
                return refusal(
                    of: answer, begun.scheme == scheme ? .malformed : .unasked,
                    "the challenge went out as \(begun), and the authenticate message came as \(framing)")
            }
            return try judge(answer, to: challenge, after: negotiate)
        case let type?: throw NTLM.Complaint("a client sends messages of type 1 and 3, not \(type)")
        case nil: throw NTLM.Complaint("it is no NTLM message")
        }
    }

    /// A refusal of an authenticate message that belongs to no challenge.
    private func refusal(
        of answer: NTLM.AuthenticateMessage, _ verdict: Journal.Authorization.Verdict, _ reason: String,
        _ cause: Journal.Cause? = nil
    ) -> HTTPCredentialsJudgement {
        var refused = judgement(verdict, reason, words(of: answer))
        refused.authorization.username = answer.user.isEmpty ? nil : answer.user
        refused.ownCause = cause
        return refused
    }

    private func challenge(_ negotiate: NTLM.NegotiateMessage) -> HTTPCredentialsJudgement {
        let words = Journal.WindowsCredentials(
            message: "negotiate", mechanism: "NTLM", domain: negotiate.domain.isEmpty ? nil : negotiate.domain)
        var information: NTLM.TargetInformation?
        if exchange.windows.ntlmChallenge != .version1 {
            typealias ID = NTLM.TargetInformation.ID
            var list = NTLM.TargetInformation()
            list.append(ID.domainName, NTLM.utf16(exchange.windows.domain))
            list.append(ID.computerName, NTLM.utf16(exchange.windows.computer))
            list.append(ID.dnsDomainName, NTLM.utf16(exchange.windows.dnsDomain))
            list.append(
                ID.dnsComputerName,
                NTLM.utf16("\(exchange.windows.computer.lowercased()).\(exchange.windows.dnsDomain)"))
            // 100 ns since 1601 (MS-DTYP §2.3.3).
            let time = UInt64(clamping: exchange.request.time &+ 11_644_473_600_000) &* 10_000
            list.append(ID.timestamp, NTLM.long(time))
            information = list
        }
        let challenge = NTLM.ChallengeMessage(
            challenge: randomBytes(8), to: negotiate, target: exchange.windows.domain, information: information)
        exchange.remember(.challenged(negotiate, challenge, framing))
        var going = judgement(.continued, "a challenge goes back to an NTLM negotiate message", words)
        let bytes = exchange.windows.ntlmChallenge == .junk ? Array("no challenge".utf8) : challenge.bytes
        let token =
            framing.isWrapped
            ? SPNEGOToken.response(isComplete: false, mechanism: SPNEGOToken.ntlmBytes, token: bytes) : bytes
        going.reply = [HeaderField("WWW-Authenticate", "\(scheme.rawValue) \(Base64.encode(token))")]
        if exchange.windows.closesBetweenLegs { going.reply.append(HeaderField("Connection", "close")) }
        return going
    }

    private func words(of answer: NTLM.AuthenticateMessage) -> Journal.WindowsCredentials {
        Journal.WindowsCredentials(
            message: "authenticate", mechanism: "NTLM", response: answer.response.rawValue,
            domain: answer.domain.isEmpty ? nil : answer.domain)
    }

    private func judge(
        _ answer: NTLM.AuthenticateMessage, to challenge: NTLM.ChallengeMessage, after negotiate: NTLM.NegotiateMessage
    ) throws(NTLM.Complaint) -> HTTPCredentialsJudgement {
        var words = self.words(of: answer)
        func refusal(
            _ verdict: Journal.Authorization.Verdict, _ reason: String, _ cause: Journal.Cause? = nil
        ) -> HTTPCredentialsJudgement {
            var refused = judgement(verdict, reason, words)
            refused.authorization.username = answer.user.isEmpty ? nil : answer.user
            refused.ownCause = cause
            return refused
        }
        switch answer.response {
        case .anonymous: return refusal(.wrong, "an anonymous sign-in names no user", .credentialsMissing)
        case .version1, .lanManager:
            let reason =
                "an \(answer.response.rawValue) response is refused, whatever the password: only NTLMv2 is taken"
            return refusal(.wrong, reason, .credentialsVersion)
        case .version2: break
        }
        let response = try NTLM.Version2(answer.ntResponse)
        let binding = exchange.request.binding(of: response.information.channelBindings)
        words.channelBinding = binding.rawValue
        guard
            let account = WindowsName(user: answer.user, domain: answer.domain).account(
                in: exchange.accounts, exchange.windows)
        else {
            return refusal(.wrong, "no account of that name and domain is let in")
        }
        let key = exchange.accounts[account]?.reveal {
            NTLM.Version2.key(password: $0, user: answer.user, domain: answer.domain)
        }
        guard let key, let base = response.sessionBaseKey(under: key, challenge: challenge.challenge) else {
            return refusal(.wrong, "the response is not that of \(account)")
        }
        if response.information.announcesIntegrityCode,
            !NTLM.isIntegrityCodeRight(
                answer, negotiate: negotiate.bytes, challenge: challenge.bytes, sessionBaseKey: base)
        {
            return refusal(.malformed, "the integrity code is not that of the three messages")
        }
        if let complaint = binding.complaint(
            under: exchange.windows.channelBinding, isTLS: exchange.request.endPointHash != nil)
        {
            return refusal(.wrong, complaint, .channelBinding)
        }
        var right = judgement(.right, "the NTLMv2 response is that of \(account)", words)
        right.authorization.username = account
        if framing.isWrapped {
            let token = SPNEGOToken.response(isComplete: true, mechanism: nil, token: nil)
            right.reply = [HeaderField("WWW-Authenticate", "\(scheme.rawValue) \(Base64.encode(token))")]
        }
        if scheme == .negotiate {
            right.reply.append(.persistentAuthentication(exchange.windows.persistence != .request))
        }
        if exchange.windows.persistence != .request {
            exchange.remember(.signedIn(user: account, mechanism: "NTLM"))
        }
        return right
    }

    private func judgement(
        _ verdict: Journal.Authorization.Verdict, _ reason: String, _ words: Journal.WindowsCredentials
    ) -> HTTPCredentialsJudgement {
        exchange.judgement(scheme, verdict, reason, words)
    }
}

/// What a sign-in needs of its request.
struct WindowsRequest {
    let memory: (any ConnectionMemory)?
    /// The hash of the certificate that this connection has shown, in hex; nil without TLS.
    let endPointHash: String?
    let time: Int64

    /// What an NTLM response says of the channel.
    func binding(of sent: [UInt8]?) -> ChannelBindingFinding {
        guard let sent else { return .none }
        guard let hash = endPointHash.flatMap({ Hexadecimal.decode($0) }) else { return .wrong }
        return isEqualInConstantTime(sent, NTLM.channelBindingsHash(certificateHash: hash)) ? .right : .wrong
    }
}

extension HeaderField {
    /// Whether what was signed in stays with the connection (MS-N2HT).
    static func persistentAuthentication(_ persists: Bool) -> HeaderField {
        HeaderField("Persistent-Auth", persists ? "true" : "false")
    }
}

/// What credentials say of the TLS channel that they came over (RFC 5929).
enum ChannelBindingFinding: String, Sendable {
    case none
    case right
    case wrong

    /// What a rule has against it; nil where it may pass.
    func complaint(under rule: Blueprint.WebAuthentication.Windows.ChannelBinding, isTLS: Bool) -> String? {
        switch (rule, self) {
        case (.none, _), (_, .right), (.allow, .none): nil
        case (_, .wrong): "the channel binding is that of another channel"
        case (.require, .none):
            isTLS
                ? "a channel binding is required and none came"
                : "a channel binding is required, and there is no TLS channel to be bound to"
        }
    }
}

/// A user's name as Windows clients send it: `alice` in `MOCK`, `alice@mock.test`, or `MOCK\alice` in one text.
struct WindowsName {
    let user: String
    let domain: String?

    init(user: String, domain: String) {
        if domain.isEmpty, let slash = user.firstIndex(of: "\\") {
            self.user = String(user[user.index(after: slash)...])
            self.domain = String(user[..<slash])
        } else if domain.isEmpty, let at = user.lastIndex(of: "@") {
            self.user = String(user[..<at])
            self.domain = String(user[user.index(after: at)...])
        } else {
            self.user = user
            self.domain = domain.isEmpty ? nil : domain
        }
    }

    /// The account that is meant; nil where there is none of that name, or the domain is another one.
    func account(
        in accounts: [String: Secret<String>], _ windows: Blueprint.WebAuthentication.Windows
    ) -> String? {
        if let domain {
            let known = [windows.domain, windows.dnsDomain, windows.computer].map(NTLM.upperCase)
            guard known.contains(NTLM.upperCase(domain)) else { return nil }
        }
        let name = NTLM.upperCase(user)
        return accounts.keys.sorted().first { NTLM.upperCase($0).utf8.elementsEqual(name.utf8) }
    }
}
