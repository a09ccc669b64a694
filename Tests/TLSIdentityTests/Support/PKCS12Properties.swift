@testable import TLSIdentity

/// What holds for the import of PKCS #12, whatever file it is given; the fuzzer and the tests ask the same.
enum PKCS12Properties {
    static let password = "p"

    /// The first property that a file breaks, in words; nil where all hold.
    static func violation(by bytes: [UInt8]) -> String? {
        for allowsLegacy in [false, true] {
            do throws(PKCS12Error) {
                let identity = try PKCS12.identity(
                    in: bytes, password: password, allowsLegacyEncryption: allowsLegacy)
                guard identity.leaf.matches(identity.key) else { return "the key is not the certificate's" }
                guard (try? ClientIdentity(chainPEM: identity.chainPEM, keyPEM: identity.keyPEM)) == identity else {
                    return "an identity prints as another"
                }
            } catch {
                guard !error.detail.isEmpty else { return "an error without words" }
            }
            guard OpenSSLErrors.drain().isEmpty else { return "errors of OpenSSL were left behind" }
        }
        return nil
    }

    /// Files of every kind that `mockportal certs` issues: they hold keys, so they are made anew and never kept.
    static func seeds() throws -> [(name: String, bytes: [UInt8])] {
        let pki = try TestPKI()
        var seeds = pki.pkcs12Names.compactMap { name in
            (try? pki.pkcs12(name, password: password)).map { (name: name, bytes: $0) }
        }
        // Without a code of authentication and without encryption, what stands inside is reached.
        let issued = try pki.issueIdentity("alice-chain")
        let contents = X509Certificate.all(inPEM: issued.chainPEM).map { PKCS12Writer.Content.certificate($0) }
        for (encryption, written) in [(PKCS12Recipe.Encryption.none, password), (.aes256, password), (.aes256, "q")] {
            let writer = PKCS12Writer(encryption: encryption, hasMAC: false, iterations: 1)
            let bytes = try writer.write(
                contents + [.key(try PrivateKey(pem: issued.keyPEM.expanded))], password: written)
            seeds.append(("open-\(encryption)-\(written)", bytes))
        }
        return seeds
    }
}
