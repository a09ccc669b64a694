import Foundation
import Testing

@testable import TLSIdentity

@Suite struct `Files of authorities` {
    private static let pki = Result { try TestPKI() }

    private static func pem() throws -> String { try pki.get().authorityPEM }

    /// The only certificate of a PEM text as DER.
    private static func der() throws -> [UInt8] {
        let lines = try pem().split(separator: "\n").filter { !$0.hasPrefix("-----") }
        return Array(try #require(Data(base64Encoded: lines.joined())))
    }

    @Test func `are read as PEM, with several certificates and words around them, and as DER`() throws {
        let pem = try Self.pem()
        #expect(try AuthorityFile.pem(of: Array(pem.utf8)) == pem)
        let several = "Our authorities\n" + pem + "\nthe older one:\r\n" + pem
        #expect(try AuthorityFile.pem(of: Array(several.utf8)) == several)
        #expect(try X509Certificate.all(inPEM: AuthorityFile.pem(of: Self.der())).map(\.der) == [Self.der()])
    }

    struct Wrong: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let bytes: [UInt8]
        let words: String

        init(_ description: String, _ text: String, _ words: String) {
            testDescription = description
            bytes = Array(text.utf8)
            self.words = words
        }
    }

    private static func block(_ label: String) -> String { "-----BEGIN \(label)-----\nAAAA\n-----END \(label)-----\n" }

    @Test(arguments: [
        Wrong("nothing", " \n", "is empty"),
        Wrong("a sentence", "hello", "neither as PEM nor as DER"),
        Wrong("a key", block("PRIVATE KEY"), "holds a private key and no certificate; give the certificate"),
        Wrong("a public key", block("PUBLIC KEY"), "holds a public key"),
        Wrong("a request", block("CERTIFICATE REQUEST"), "holds a request for a certificate"),
        Wrong("PKCS #7", block("PKCS7"), "openssl pkcs7 -print_certs"),
        Wrong("a revocation list", block("X509 CRL"), "holds a revocation list"),
        Wrong("something else", block("OTHER"), "holds \"OTHER\""),
        Wrong("a damaged certificate", block("CERTIFICATE"), "has a certificate that cannot be read, number 1 of 1"),
        Wrong("a sequence", "0\u{3}\u{2}\u{1}\u{1}", "PKCS #12 file is given with --p12"),
    ])
    func `say what they hold instead`(row: Wrong) {
        #expect { try AuthorityFile.pem(of: row.bytes) } throws: { error in
            (error as? TLSIdentityError).map { $0.code == .badCertificate && $0.message.contains(row.words) } == true
        }
    }

    @Test func `are refused where one of several cannot be read, and where something stands behind DER`() throws {
        let text = try Self.pem() + Self.block("CERTIFICATE")
        #expect { try AuthorityFile.pem(of: Array(text.utf8)) } throws: { error in
            (error as? TLSIdentityError)?.message == "has a certificate that cannot be read, number 2 of 2"
        }
        #expect(throws: TLSIdentityError.self) { try AuthorityFile.pem(of: Self.der() + [0]) }
    }
}
