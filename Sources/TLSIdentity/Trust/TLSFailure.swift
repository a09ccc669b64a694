/// Why a client's TLS connection failed, apart from what its own verification found.
public struct TLSFailure: Sendable, Hashable, CustomStringConvertible {
    /// What the failure means to a client; the set grows, so switch with a default.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        public let description: String
        public init(_ name: String) { description = name }

        /// The server wants a client certificate and got none.
        public static let clientCertificateRequired = Code("clientCertificateRequired")
        /// The server refused the client certificate; the alert says why.
        public static let clientCertificateRejected = Code("clientCertificateRejected")
        /// No TLS version is common to both.
        public static let protocolVersion = Code("protocolVersion")
        /// The server sent another alert.
        public static let alert = Code("alert")
        /// What came was no TLS: a plain HTTP server, for instance.
        public static let notTLS = Code("notTLS")
    }

    public let code: Code
    /// The alert that the server sent (RFC 8446 §6); nil where it sent none.
    public let alert: UInt8?

    public init(_ code: Code, alert: UInt8? = nil) {
        self.code = code
        self.alert = alert
    }

    public var description: String { alert.map { "\(code): alert \(Self.name(ofAlert: $0))" } ?? code.description }

    /// Reads a failure off what the evaluation saw, else off the text of a TLS library's error; nil where neither tells.
    ///
    /// Ask it only where the evaluation did not refuse: after a refusal the alert is an answer to ours.
    public init?(text: String, evaluation: ServerTrustEvaluation?) {
        let asked = evaluation?.isClientCertificateRequested
        let sent = evaluation?.identityWasSent ?? false
        if let alert = evaluation?.alerts.last(where: { $0.isReceived && $0.number != Self.closeNotify }) {
            self.init(
                alert: alert.number, isClientCertificateRequested: asked ?? false, sentClientCertificate: sent)
        } else if let reason = Self.reason(in: text) {
            self.init(reason: reason, isClientCertificateRequested: asked, sentClientCertificate: sent)
        } else {
            return nil
        }
    }

    /// Reads a failure off an alert that the server sent.
    public init(alert: UInt8, isClientCertificateRequested asked: Bool, sentClientCertificate sent: Bool) {
        switch alert {
        case 116 where !sent: self.init(.clientCertificateRequired, alert: alert)
        case 70, 86: self.init(.protocolVersion, alert: alert)
        // TLS 1.2 has no alert of its own for a missing certificate (RFC 5246 §7.4.6), and some servers call an empty one bad.
        case 40 where asked && !sent, 42...46 where asked && !sent:
            self.init(.clientCertificateRequired, alert: alert)
        // The alerts about certificates can only be about the client's.
        case 42...46, 48, 49, 113, 114, 116: self.init(.clientCertificateRejected, alert: alert)
        case 40 where asked && sent, 51 where asked && sent: self.init(.clientCertificateRejected, alert: alert)
        default: self.init(.alert, alert: alert)
        }
    }

    /// Reads a failure off a reason of OpenSSL's `SSL routines` (`ERR_GET_REASON`); nil where it says nothing about the server.
    ///
    /// Where it is unknown whether a certificate was asked for, a handshake failure stays an alert.
    public init?(reason: Int, isClientCertificateRequested asked: Bool?, sentClientCertificate sent: Bool) {
        // SSL_AD_REASON_OFFSET: a received alert's reason is its number plus 1000.
        if let alert = UInt8(exactly: reason - 1000) {
            self.init(alert: alert, isClientCertificateRequested: asked ?? false, sentClientCertificate: sent)
        } else if Self.versionReasons.contains(reason) {
            self.init(.protocolVersion)
        } else if Self.plainReasons.contains(reason) {
            self.init(.notTLS)
        } else {
            return nil
        }
    }

    /// The reason in a text such as `error:0A00045C:SSL routines::tlsv13 alert certificate required`.
    static func reason(in text: String) -> Int? {
        for part in text.split(separator: "error:", omittingEmptySubsequences: false).dropFirst() {
            let digits = part.prefix { $0.isHexDigit }
            // OpenSSL 3 packs the library into bits 23 to 30 and the reason into the 23 below; SSL routines are number 20.
            guard digits.count == 8, let packed = UInt32(digits, radix: 16), packed >> 23 & 0xFF == 20 else { continue }
            return Int(packed & 0x7F_FFFF)
        }
        return nil
    }

    private static let closeNotify: UInt8 = 0
}
