internal import Platform

/// What one TLS connection of a client found out about the server: one instance per connection.
///
/// Every defect is recorded, not only the first. The handshake goes on where there is none, or where `tolerates` says so
/// for all of them together.
public final class ServerTrustEvaluation: Sendable {
    /// One complaint about one certificate of the chain.
    public struct Finding: Sendable, Hashable {
        public let defect: CertificateDefect
        /// 0 is the leaf.
        public let depth: Int
        /// OpenSSL's X509_V_ERR number.
        public let openSSLError: Int32
        /// The certificate that it is about; nil where OpenSSL names none.
        public let certificate: CertificateSummary?

        /// Puts a complaint together, for transports and for tests.
        public init(
            defect: CertificateDefect, depth: Int, openSSLError: Int32 = 0, certificate: CertificateSummary? = nil
        ) {
            self.defect = defect
            self.depth = depth
            self.openSSLError = openSSLError
            self.certificate = certificate
        }
    }

    /// A TLS alert (RFC 8446 §6) that was seen during or after the handshake.
    public struct Alert: Sendable, Hashable {
        public let number: UInt8
        /// Whether the server sent it.
        public let isReceived: Bool
    }

    struct State {
        var hasRun = false
        var findings: [Finding] = []
        var defects: Set<CertificateDefect> = []
        var chain: [CertificateSummary] = []
        var isRefused = false
        var acceptableIssuers: [[UInt8]]?
        var certificateRequests = 0
        var identityWasSent = false
        var isUndecided = false
        var hasCompletedHandshake = false
        var acceptedRequests = 0
        var alerts: [Alert] = []
    }

    /// The name or address that the certificate must be for, without brackets and trailing dot.
    public let host: String
    let authoritiesPEM: [String]
    let includesSystemAuthorities: Bool
    private let tolerates: @Sendable (Set<CertificateDefect>, _ leafSHA256: String) -> Bool
    private let state = Locked(State())

    /// Prepares for one handshake with a host; `tolerates` is asked once, and only where there is a defect.
    public init(
        host: String, authoritiesPEM: [String], includesSystemAuthorities: Bool,
        tolerates: @escaping @Sendable (Set<CertificateDefect>, _ leafSHA256: String) -> Bool = { _, _ in false }
    ) {
        var name = Substring(host.lowercased())
        if name.first == "[", name.last == "]" { name = name.dropFirst().dropLast() }
        while name.last == "." { name = name.dropLast() }
        self.host = String(name)
        self.authoritiesPEM = authoritiesPEM
        self.includesSystemAuthorities = includesSystemAuthorities
        self.tolerates = tolerates
    }

    /// Whether a certificate was looked at; false before the handshake and where a TLS session was resumed.
    public var hasRun: Bool { state.withLock { $0.hasRun } }
    /// Everything that is wrong, tolerated or not.
    public var defects: Set<CertificateDefect> { state.withLock { $0.defects } }
    /// Each complaint with the certificate that it is about, in the order of OpenSSL's finding.
    public var findings: [Finding] { state.withLock { $0.findings } }
    /// The certificates that the server sent, leaf first, else in its order.
    public var chain: [CertificateSummary] { state.withLock { $0.chain } }
    /// Whether the handshake was ended because of the defects.
    public var isRefused: Bool { state.withLock { $0.isRefused } }
    /// Names of the issuers whose client certificates the server accepts, in DER; nil where it asked for none.
    public var acceptableIssuers: [[UInt8]]? { state.withLock { $0.acceptableIssuers } }
    /// Whether the server asked for a client certificate.
    public var isClientCertificateRequested: Bool { acceptableIssuers != nil }
    /// How often it asked: a second time in a renegotiation or after the handshake (RFC 8446 §4.6.2).
    public var certificateRequestCount: Int { state.withLock { $0.certificateRequests } }
    /// Whether an identity was sent and proven, in any of the handshakes of this connection.
    public var identityWasSent: Bool { state.withLock { $0.identityWasSent } }
    /// Whether the connection was ended where the server asked for a certificate, because none had been decided on.
    public var isUndecided: Bool { state.withLock { $0.isUndecided } }
    /// Alerts in the order in which they were sent and received.
    public var alerts: [Alert] { state.withLock { $0.alerts } }

    /// Whether this side ended the connection with an alert because it found a fault.
    public var hasSentFatalAlert: Bool {
        state.withLock { $0.alerts.contains { !$0.isReceived && $0.number != 0 } }
    }

    /// Takes down what verification found and decides; the number of the error to report, or nil to go on.
    func conclude(_ findings: [Finding], chain: [CertificateSummary]) -> Int32? {
        let defects = Set(findings.map(\.defect))
        let passes = defects.isEmpty || tolerates(defects, chain.first?.sha256 ?? "")
        state.withLock { state in
            state.hasRun = true
            state.findings = findings
            state.defects = defects
            state.chain = chain
            state.isRefused = !passes
        }
        return passes ? nil : findings.first?.openSSLError
    }

    /// Whether the first handshake is over: from then on both sides encrypt.
    public var hasCompletedHandshake: Bool { state.withLock { $0.hasCompletedHandshake } }

    func note(acceptableIssuers: [[UInt8]]) {
        state.withLock { state in
            state.acceptableIssuers = acceptableIssuers
            state.certificateRequests += 1
        }
    }

    func noteIdentitySent() { state.withLock { $0.identityWasSent = true } }

    func noteUndecided() { state.withLock { $0.isUndecided = true } }

    /// How many of the server's requests for a certificate its own end of a handshake has settled.
    ///
    /// Up to TLS 1.2 the server speaks last, and finishes with no client that it refuses (RFC 5246 §7.3); under TLS 1.3
    /// the client is done before its certificate is looked at (RFC 8446 §2).
    public var acceptedRequestCount: Int { state.withLock { $0.acceptedRequests } }

    func noteHandshakeDone(isSpokenLastByServer: Bool) {
        state.withLock { state in
            state.hasCompletedHandshake = true
            if isSpokenLastByServer { state.acceptedRequests = state.certificateRequests }
        }
    }

    func note(_ alert: Alert) { state.withLock { $0.alerts.append(alert) } }
}
