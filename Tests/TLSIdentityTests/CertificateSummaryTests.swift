import Foundation
import Platform
import Testing

@testable import TLSIdentity

@Suite struct `Summaries of certificates` {
    /// What `openssl x509 -serial` prints, and what a summary says.
    @Test(arguments: [("0x7f", "7f", "7F"), ("0x80", "80", "80"), ("0x0102abcdef", "0102abcdef", "01:02:AB:CD:EF")])
    func `tell the serial number`(given: String, digits: String, shown: String) async throws {
        let openssl = try OpenSSLProgram()
        try await openssl.run([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=s",
            "-set_serial", given, "-days", "1", "-keyout", "key.pem", "-out", "one.pem",
        ])
        let pem = String(decoding: try openssl.bytes(of: "one.pem"), as: UTF8.self)
        let summary = CertificateSummary(try #require(X509Certificate.all(inPEM: pem).first))
        #expect(summary.serialNumber == digits && summary.serialNumberText == shown)
        let said = try await openssl.run(["x509", "-in", "one.pem", "-noout", "-serial"])
        #expect(said.lowercased().contains(digits), "\(said)")
    }

    /// No certificate of ours has such names, so they are put into one.
    @Test func `have no marks without an end`() throws {
        let issued = try TestPKI().issue("good", names: ["localhost"], addresses: [])
        let der = try #require(X509Certificate.all(inPEM: issued.chainPEM).first).der
        let (name, long) = (Array("localhost".utf8), Array(("e" + String(repeating: "\u{301}", count: 150)).utf8))
        // A common name as UTF8String, and a dNSName (RFC 5280 §4.2.1.6).
        let parts = try #require(DER.all(der[...])).map { part in
            [UInt8(0x0C), 0x82].reduce(part) { $0.replacing(.value($1, name), by: .value($1, long)) }
        }
        let base64 = Data(parts.flatMap(\.bytes)).base64EncodedString(options: .lineLength64Characters)
        let pem = "-----BEGIN CERTIFICATE-----\n\(base64)\n-----END CERTIFICATE-----\n"
        let certificate = try #require(X509Certificate.all(inPEM: pem).first)
        let summary = CertificateSummary(certificate)
        for text in [certificate.commonName, try #require(summary.names.first), summary.subject] {
            #expect(text.utf8.count > 300 && !text.hasLongMarkRun, "\(text)")
        }
    }

    @Test func `keep the sign of a number that should have had none`() {
        let summary = CertificateSummary(
            subject: "", issuer: "", names: [], notBefore: 0, notAfter: 0, sha256: "", serialNumber: "-01ff")
        #expect(summary.serialNumberText == "-01:FF")
    }
}
