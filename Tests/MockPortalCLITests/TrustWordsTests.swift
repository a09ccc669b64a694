import Foundation
import JSONValues
import TestFolders
import Testing

/// What the commands say of servers that are not ours: `openssl s_server` with certificates that openssl made.
@Suite struct `What is said of a server's TLS` {
    /// Certificates below one root, each with its flaw.
    private final class Place {
        let folder: TemporaryFolder

        init() async throws {
            folder = try TemporaryFolder()
            let script = """
                set -e
                ca='basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign'
                leaf='subjectAltName=DNS:localhost'
                issue() { # issue <name> <parent> <extensions> [<option> …]
                    name=$1 parent=$2; printf '%b\\n' "$3" > "$1.ext"; shift 3
                    [ -f "$name.key" ] || openssl ecparam -genkey -name prime256v1 -noout -out "$name.key"
                    openssl req -new -key "$name.key" -subj "/CN=$name" -out "$name.csr"
                    openssl x509 -req -in "$name.csr" -CA "$parent.pem" -CAkey "$parent.key" -CAcreateserial -days 2 "$@" \
                        -extfile "$name.ext" -out "$name.pem"
                }
                openssl ecparam -genkey -name prime256v1 -noout -out root.key
                openssl req -x509 -new -key root.key -subj /CN=root -days 2 -out root.pem \
                    -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign
                openssl genrsa -out weak.key 1024
                issue weak root "$leaf"
                issue sha1 root "$leaf" -sha1
                issue narrow root "$ca\nnameConstraints=critical,permitted;DNS:example.com"
                issue outside narrow "$leaf"
                issue none root "$leaf"
                issue good root "$leaf"
                echo > empty
                chmod 600 empty
                issue below none "$leaf"
                issue between root "$ca"
                issue alone between "$leaf"
                issue strange root "$leaf\n1.2.3.4.5=critical,ASN1:UTF8String:x"
                issue unnamed root extendedKeyUsage=serverAuth
                issue client root "$leaf\nextendedKeyUsage=clientAuth"
                openssl ecparam -genkey -name secp256k1 -noout -out carol.key
                issue carol root extendedKeyUsage=clientAuth
                openssl pkcs12 -export -in carol.pem -inkey carol.key -passout pass: -out carol.p12
                """
            let made = try await Mockportal.run(
                [try folder.write(script, as: "make.sh")], program: "/bin/sh", folder: folder.path)
            try #require(made.code == 0, "\(made.errors)")
        }
    }

    struct Row: CustomTestStringConvertible, Sendable {
        let certificate: String
        var chain: String?
        let says: String
        var testDescription: String { certificate }
    }

    @Test func `names the certificate and what is wrong with it`() async throws {
        let place = try await Place()
        let rows = [
            Row(certificate: "weak", says: "the key of the certificate is too short"),
            Row(certificate: "sha1", says: "rests on SHA-1 or MD5"),
            Row(certificate: "outside", chain: "narrow", says: "may not issue (name constraints)"),
            Row(certificate: "below", chain: "none", says: "issued by \"CN=none\", which is no authority"),
            Row(certificate: "alone", says: "issuer \"CN=between\" is unknown: the server sends no certificate of it"),
            Row(certificate: "strange", says: "a critical extension that is not known here"),
            Row(certificate: "unnamed", says: "names no host, so not localhost either"),
            Row(certificate: "client", says: "is not meant for servers"),
        ]
        for row in rows {
            let chain = row.chain.map { ["-cert_chain", "\($0).pem"] } ?? []
            let said = try await Self.said(
                of: ["-cert", "\(row.certificate).pem", "-key", "\(row.certificate).key", "-cipher", "ALL@SECLEVEL=0"]
                    + chain,
                in: place.folder)
            #expect(said.contains(row.says), "\(row.certificate): \(said)")
            #expect(!said.contains("OpenSSL"), "\(row.certificate): \(said)")
        }
    }

    @Test func `names what TLS lacks, without a library's words`() async throws {
        let place = try await Place()
        let old = try await Self.said(
            of: ["-cert", "none.pem", "-key", "none.key", "-tls1_1", "-cipher", "ALL@SECLEVEL=0"], in: place.folder)
        #expect(old.contains("speaks no TLS of a version that is spoken here: 1.2 and 1.3"), "\(old)")
        let other = try await Self.said(
            of: ["-cert", "none.pem", "-key", "none.key", "-tls1_2", "-cipher", "ECDHE-ECDSA-CAMELLIA128-SHA256"],
            in: place.folder)
        #expect(other.contains("has no cipher suite, key exchange or signature in common"), "\(other)")
        for said in [old, other] { #expect(!said.contains("SSL routines") && !said.contains("OpenSSL"), "\(said)") }
        try await Serving.run("--scenario", "anonymous", "--http-port", "0") { serving in
            let plain = try #require(serving.ready["httpURL"]?.string)
            let said = try await Mockportal.run("connect", plain.replacing("http://", with: "https://")).errors
            #expect(said.contains("is no TLS: plain HTTP") && said.contains("write http://"), "\(said)")
            #expect(!said.contains("OpenSSL"), "\(said)")
            let wrong = try await Mockportal.run("connect", serving.url.replacing("https://", with: "http://")).errors
            #expect(wrong.contains("https://"), "\(wrong)")
        }
    }

    @Test func `names a key that the version of TLS cannot use, and calls nothing refused that was not shown`()
        async throws
    {
        let place = try await Place()
        let server = ["-cert", "good.pem", "-key", "good.key", "-Verify", "1", "-CAfile", "root.pem"]
        let said = try await Self.said(
            of: server + ["-tls1_3"], with: "--p12 carol.p12 --p12-password-file empty", in: place.folder)
        #expect(said.contains("CN=carol was not shown, since its key, EC on secp256k1, makes no signature"), "\(said)")
        #expect(!said.contains("refused") && !said.contains("not accepted"), "\(said)")
        let older = try await Self.said(
            of: server + ["-tls1_2"], with: "--p12 carol.p12 --p12-password-file empty", in: place.folder)
        #expect(!older.contains("was not shown"), "\(older)")
    }

    /// What `connect` says of a server that openssl plays; the port is the one that the system gives it.
    private static func said(
        of options: [String], with more: String = "", in folder: TemporaryFolder
    ) async throws -> String {
        let script = """
            openssl s_server -accept 127.0.0.1:0 -www "$@" > server.log 2>&1 < /dev/null &
            # The whole line: it may be written in pieces.
            until [ "$(tail -c 1 server.log | wc -l)" -eq 1 ] && grep -q '^ACCEPT .*:[0-9]*$' server.log; do
                kill -0 $! || exit 9
            done
            "\(Mockportal.path)" connect "https://localhost:$(sed -n 's/^ACCEPT .*://p' server.log)/portal" --ca-file root.pem \(more)
            kill $!
            """
        let done = try await Mockportal.run(
            [try folder.write(script, as: "try.sh")] + options, program: "/bin/sh", folder: folder.path)
        return done.errors
    }
}
