internal import HTTPSemantics
internal import PortalJudge

extension WebAuthenticationGate {
    /// Judges `NTLM` and a message in base 64 (MS-NTHT §2.1).
    func judgeNTLM(_ authorization: Authorization, _ exchange: WindowsExchange) -> HTTPCredentialsJudgement {
        guard let message = authorization.token68.flatMap({ Base64.decode($0) }) else {
            return unreadable(.ntlm, "it is no message in base 64")
        }
        return NTLMGate(exchange: exchange, framing: .init(scheme: .ntlm, isWrapped: false)).judge(message)
    }

    /// Judges `Negotiate` and a token in base 64 (RFC 4559 §4.1), which may be an NTLM message.
    func judgeNegotiate(_ authorization: Authorization, _ exchange: WindowsExchange) -> HTTPCredentialsJudgement {
        guard let token = authorization.token68.flatMap({ Base64.decode($0) }) else {
            return unreadable(.negotiate, "it is no token in base 64")
        }
        let wrapped = SPNEGOToken(token)
        guard let message = NTLM.isMessage(token) ? token : wrapped?.mechanismToken, NTLM.isMessage(message) else {
            return KerberosGate(exchange: exchange).judge(token, wrapped)
        }
        guard rules.challenges.contains(where: { $0.scheme == .ntlm }) else {
            var refused = unreadable(.negotiate, "an NTLM message came, and NTLM is not offered")
            refused.authorization.verdict = .unasked
            refused.authorization.windows?.mechanism = "NTLM"
            return refused
        }
        let framing = WindowsSignIn.Framing(scheme: .negotiate, isWrapped: wrapped != nil)
        return NTLMGate(exchange: exchange, framing: framing).judge(message)
    }

    private func unreadable(
        _ scheme: Blueprint.WebAuthentication.Offer.Scheme, _ reason: String
    ) -> HTTPCredentialsJudgement {
        HTTPCredentialsJudgement(
            authorization: .init(
                scheme: scheme.rawValue.lowercased(), verdict: .malformed, windows: .init(message: "unreadable")),
            reason: reason)
    }
}
