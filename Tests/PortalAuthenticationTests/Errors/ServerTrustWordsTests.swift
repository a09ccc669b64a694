import HTTPSemantics
import PortalTransport
import TLSIdentity
import Testing

@testable import PortalAuthentication

@Suite struct `Words for certificates` {
    struct Case: CustomTestStringConvertible, Sendable {
        let defect: CertificateDefect
        /// Whether it is about the issuer's certificate and not the server's.
        var isAbove = false
        var names = ["gis.test"]
        var shown = 2
        let code: PortalError.Code
        let words: String
        var testDescription: String { words }
    }

    private static func certificate(_ subject: String, _ issuer: String, _ names: [String] = []) -> CertificateSummary {
        CertificateSummary(
            subject: subject, issuer: issuer, names: names, notBefore: 1_577_836_800, notAfter: 1_609_459_200,
            sha256: String(repeating: "a", count: 64))
    }

    @Test(arguments: [
        Case(defect: .expired, code: .serverCertificateExpired, words: "the certificate expired on 2021-01-01"),
        Case(
            defect: .expired, isAbove: true, code: .serverCertificateExpired,
            words: "the issuer's certificate \"CN=City CA\" expired on 2021-01-01; the server's own may be sound"),
        Case(
            defect: .notYetValid, code: .serverCertificateNotYetValid,
            words: "the certificate is not valid before 2020-01-01"),
        Case(
            defect: .hostMismatch, names: ["a.test", "b.test"], code: .serverCertificateHostMismatch,
            words: "the certificate is for a.test, b.test, not for h.test"),
        Case(
            defect: .hostMismatch, names: (0..<500).map { "h\($0).test" }, code: .serverCertificateHostMismatch,
            words: "h3.test, h4.test and 495 more, not for h.test"),
        Case(
            defect: .hostMismatch, names: [], code: .serverCertificateHostMismatch,
            words: "names no host, so not h.test either: it has no subject alternative name"),
        Case(defect: .selfSigned, code: .serverCertificateUntrusted, words: "the certificate is self-signed"),
        Case(
            defect: .unknownRoot, shown: 1, code: .serverCertificateUntrusted,
            words: "issuer \"CN=City CA\" is unknown: the server sends no certificate of it"),
        Case(
            defect: .unknownRoot, isAbove: true, code: .serverCertificateUntrusted,
            words: "the chain ends at \"CN=Root\", which is not trusted"),
        Case(
            defect: .weakKey, code: .serverCertificateUnsuitable, words: "the key of the certificate is too short: RSA"),
        Case(
            defect: .weakSignature, isAbove: true, code: .serverCertificateUnsuitable,
            words: "the signature of the issuer's certificate \"CN=City CA\" rests on SHA-1 or MD5"),
        Case(defect: .nameNotPermitted, code: .serverCertificateUnsuitable, words: "may not issue (name constraints)"),
        Case(
            defect: .pathTooLong, isAbove: true, code: .serverCertificateUnsuitable,
            words: "the authority \"CN=City CA\" may not have further authorities below it"),
        Case(
            defect: .issuerIsNoAuthority, isAbove: true, code: .serverCertificateUnsuitable,
            words: "was issued by \"CN=City CA\", which is no authority"),
        Case(defect: .unsuitablePurpose, code: .serverCertificateUnsuitable, words: "is not meant for servers"),
        Case(defect: .unknownCriticalExtension, code: .serverCertificateUnsuitable, words: "a critical extension"),
        Case(defect: .revoked, code: .serverCertificateUnsuitable, words: "the certificate was revoked by its issuer"),
        Case(defect: .other(99), code: .serverCertificateUnsuitable, words: "OpenSSL's verdict 99"),
    ])
    func `name the certificate, the defect, and since when`(row: Case) throws {
        let chain = [
            Self.certificate("CN=gis", "CN=City CA", row.names), Self.certificate("CN=City CA", "CN=Root"),
        ]
        let failure = ServerTrustFailure(
            origin: try #require(Origin(ofURL: "https://h.test/")), defects: [row.defect],
            chain: Array(chain.prefix(row.shown)),
            findings: [
                .init(defect: row.defect, depth: row.isAbove ? 1 : 0, certificate: chain[row.isAbove ? 1 : 0])
            ])
        let error = PortalError(failure, underlying: nil)
        #expect(error.code == row.code)
        #expect(error.detail.contains(row.words), "\(error.detail)")
        #expect(error.detail.utf8.count < 300)
    }

    @Test func `are of the gravest defect, and say little where only the defects are known`() throws {
        let origin = try #require(Origin(ofURL: "https://h.test/"))
        let both = ServerTrustFailure(origin: origin, defects: [.weakKey, .expired, .unknownRoot], chain: [])
        #expect(PortalError(both, underlying: nil).detail == "the certificate has expired")
        #expect(
            PortalError(both, remaining: [.unknownRoot], underlying: nil).detail
                == "the certificate's issuer is unknown")
        let none = ServerTrustFailure(origin: origin, defects: [], chain: [])
        #expect(PortalError(none, underlying: nil).detail == "the certificate is not fit for a server")
    }
}
