internal import PortalAuthentication
internal import TLSIdentity

extension Set<CertificateDefect> {
    /// The defects that a user may accept: all others are refused without a question.
    static let grantable: Set = [.selfSigned, .unknownRoot]
}

extension RowOutcome {
    /// There is nothing to ask about the portal's certificate.
    static var validCertificate: RowOutcome { .notApplicable("the portal shows a valid certificate") }

    /// Notes every request that was answered, and a load that succeeded, over a connection that is not to be trusted.
    mutating func expectRefusal(_ error: PortalError?, in client: RowClient) {
        for exchange in client.own where exchange.response != nil {
            self.client(
                "R17", "request-sent", "a request was answered over a connection that is not to be trusted",
                expected: "no request", at: exchange)
        }
        if error == nil {
            self.client("R17", "accepted", "it loads in spite of the certificate", at: client.own.last)
        }
    }
}
