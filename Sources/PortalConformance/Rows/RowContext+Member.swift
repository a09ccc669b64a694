internal import Platform
internal import PortalTransport

extension RowContext {
    /// Why no member can sign in with a password; nil where one can.
    var missingMember: String? {
        if profile.member == nil { return "the profile names no member" }
        if facts.isTokenBased == false { return "the portal issues no tokens: its security is the web tier's" }
        if memberIsRefused.withLock({ $0 }) {
            return "the portal has refused the profile's member; the password is not sent again"
        }
        return nil
    }

    /// Stops signing in once the profile's member is refused: whether name, password or portal is wrong cannot be told.
    func noteRefusedMember(_ exchanges: [WireExchange], _ outcome: inout RowOutcome) {
        let requests = exchanges.filter { $0.endpoint == .generateToken && $0.formValue("password") != nil }
        guard let last = requests.last, last.envelope != nil || last.response?.status == 401,
            !requests.contains(where: \.isSuccess)
        else { return }
        memberIsRefused.withLock { $0 = true }
        outcome.notJudged = "the portal refused the profile's member: \(last.line)"
    }
}
