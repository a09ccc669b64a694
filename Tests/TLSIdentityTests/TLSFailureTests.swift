import Testing

@testable import TLSIdentity

@Suite struct TLSFailures {
    struct Case: CustomTestStringConvertible, Sendable {
        let text: String
        let code: TLSFailure.Code?
        let alert: UInt8?
        var testDescription: String { text }
    }

    @Test(arguments: [
        Case(
            text: "OpenSSL SSL_read: error:0A00045C:SSL routines::tlsv13 alert certificate required, errno 0",
            code: .clientCertificateRequired, alert: 116),
        Case(text: "error:0A000418:SSL routines::tlsv1 alert unknown ca", code: .clientCertificateRejected, alert: 48),
        Case(
            text: "error:0A000415:SSL routines::sslv3 alert certificate expired", code: .clientCertificateRejected,
            alert: 45),
        Case(
            text: "error:0A000414:SSL routines::sslv3 alert certificate revoked", code: .clientCertificateRejected,
            alert: 44),
        Case(text: "error:0A00042E:SSL routines::tlsv1 alert protocol version", code: .protocolVersion, alert: 70),
        Case(text: "error:0A000102:SSL routines::unsupported protocol", code: .protocolVersion, alert: nil),
        Case(text: "error:0A00010B:SSL routines::wrong version number", code: .notTLS, alert: nil),
        Case(text: "error:0A000410:SSL routines::sslv3 alert handshake failure", code: .alert, alert: 40),
        Case(text: "error:0A000438:SSL routines::tlsv1 alert internal error", code: .alert, alert: 80),
        Case(text: "error:0A000086:SSL routines::certificate verify failed", code: nil, alert: nil),
        Case(text: "error:0308010C:digital envelope routines::unsupported", code: nil, alert: nil),
        Case(text: "Connection reset by peer", code: nil, alert: nil),
        Case(text: "error:", code: nil, alert: nil),
    ])
    func `an error text tells what the server wanted`(_ row: Case) {
        let failure = TLSFailure(text: row.text, evaluation: nil)
        #expect(failure?.code == row.code)
        #expect(failure?.alert == row.alert)
    }

    @Test func `under TLS 1.2 a handshake failure means a missing certificate only where one was asked for`() {
        let asked = TLSFailure(alert: 40, isClientCertificateRequested: true, sentClientCertificate: false)
        #expect(asked.code == .clientCertificateRequired)
        #expect(asked.description == "clientCertificateRequired: alert handshake failure")
        let newer = TLSFailure(.clientCertificateRequired, alert: 116)
        #expect(newer.description == "clientCertificateRequired: alert certificate required")
        #expect(TLSFailure(alert: 40, isClientCertificateRequested: false, sentClientCertificate: false).code == .alert)
        #expect(
            TLSFailure(alert: 40, isClientCertificateRequested: true, sentClientCertificate: true).code
                == .clientCertificateRejected)
    }

    @Test(arguments: [40, 42, 43, 44, 45, 46, 116] as [UInt8])
    func `what is said of an empty certificate is that it is missing, of another that it is refused`(alert: UInt8) {
        let empty = TLSFailure(alert: alert, isClientCertificateRequested: true, sentClientCertificate: false)
        #expect(empty.code == .clientCertificateRequired)
        let sent = TLSFailure(alert: alert, isClientCertificateRequested: true, sentClientCertificate: true)
        #expect(sent.code == .clientCertificateRejected)
    }
}
