import Foundation
import JSONValues
import Platform
import PortalJudge
import TLSIdentity
import TestFolders
import Testing

@testable import MockPortalServer
@testable import PortalSimulator

@Suite struct `Hostile client certificates` {
    @Test func `A thousand handshakes that break off cost nothing but their entries`() async throws {
        let portal = try TestPortal.startAsking()
        defer { portal.stop() }
        let alice = try IdentityFile("alice")
        #expect(try await PythonPeer.run(PythonPeer.abort, ["\(portal.port)", alice.path, "1000"]) == "done\n")
        #expect(try await ClientCertificateTests.curl(portal, alice).output.contains("200"))
        #expect(await portal.waitUntilQuiet())
        #expect(portal.journal().connections.count == 1001)
        #expect(portal.journal().requests.count == 1)
    }

    @Test(arguments: ["1.2", "1.3"]) func `A client that stalls in its Certificate message holds up no other`(
        version: String
    ) async throws {
        var options = ServeOptions.unhurried
        options.limits.threads = 1
        let portal = try TestPortal.start(["clientCertificates": [:]], options: options)
        defer { portal.stop() }
        let alice = try IdentityFile("alice")
        let stalled = try await PythonPeer.start(PythonPeer.stall, ["\(portal.port)", version, alice.path])
        #expect(stalled.firstLine.hasPrefix("stalled"))
        #expect(try await ClientCertificateTests.curl(portal, alice).output.contains("200"))
        await stalled.finish()
        #expect(await portal.waitUntilQuiet())
        let first = try #require(portal.journal().connections.first)
        #expect(first.tls?.outcome == .abandoned)
        #expect(first.end?.by == "client")
    }

    @Test(arguments: [20, 3000], ["1.2", "1.3"]) func `A chain without end is refused with an alert`(
        length: Int, version: String
    ) async throws {
        let portal = try TestPortal.startAsking()
        defer { portal.stop() }
        let alice = try TestPortal.pki.issueIdentity("alice")
        let other = try TestPortal.pki.issueIdentity("bob").chainPEM
        let file = try TemporaryFile(
            alice.keyPEM.expanded + alice.chainPEM + String(repeating: other, count: length))
        _ = try await Child.curl([
            "-k", "--tlsv\(version)", "--tls-max", version, "--cert", file.path, TestPortal.infoURL(portal),
        ])
        #expect(try await ClientCertificateTests.curl(portal, try IdentityFile("alice")).output.contains("200"))
        #expect(await portal.waitUntilQuiet())
        let tls = try #require(portal.journal().connections.first?.tls)
        #expect(length < 100 || tls.outcome == .refusedByServer)
        #expect(length < 100 || tls.alert != nil)
    }

    /// A self-signed one, which has its long name twice; the front would let it through, and refuse over HTTP.
    @Test(arguments: ["1.2", "1.3"]) func `A certificate that no ticket holds is refused with an alert`(
        version: String
    ) async throws {
        let files = try TemporaryFolder()
        let name = "/CN=alice" + String(repeating: "/OU=" + String(repeating: "u", count: 60), count: 300)
        let made = try await Child.run(
            "openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", name,
                "-days", "1", "-keyout", files.path + "/key", "-out", files.path + "/pem",
            ])
        #expect(made.status == 0, "\(made.output)")
        let portal = try TestPortal.startAsking(["refuse": "nginx"])
        defer { portal.stop() }
        let curl = try await Child.curl([
            "-k", "--tlsv\(version)", "--tls-max", version, "--cert", files.path + "/pem", "--key", files.path + "/key",
            TestPortal.infoURL(portal),
        ])
        #expect(curl.status != 0, "\(curl.output)")
        #expect(await portal.waitUntilQuiet())
        #expect(portal.journal().requests.isEmpty)
        let tls = try #require(portal.journal().connections.first?.tls)
        #expect(tls.outcome == .refusedByServer)
        #expect(tls.alert == Journal.Alert(number: 42, name: "bad_certificate", sentBy: "server"))
        #expect(tls.identityVerdict == "bad_certificate")
    }

    @Test(.enabled(if: isLinux, "drives GnuTLS by its Linux name"), arguments: ["1.2", "1.3"])
    func `No client gets in with another one's certificate`(version: String) async throws {
        let portal = try TestPortal.startAsking(["refuse": "nginx", "ask": "optional"])
        defer { portal.stop() }
        let alice = try IdentityFile("alice"), bob = try IdentityFile("bob")
        let alert = try await PythonPeer.run(
            PythonPeer.foreignKey, ["\(portal.port)", version, alice.path, bob.path])
        #expect(alert == "51\n")
        #expect(await portal.waitUntilQuiet())
        let tls = try #require(portal.journal().connections.first?.tls)
        #expect(tls.outcome == .refusedByServer)
        #expect(tls.alert == Journal.Alert(number: 51, name: "decrypt_error", sentBy: "server"))
        #expect(tls.identity == "alice")
        #expect(tls.identityVerdict == "decrypt_error")
    }

    @Test func `A name's marks without an end are not taken over`() async throws {
        let files = try TemporaryFolder()
        let made = try await Child.run(
            "openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-utf8",
                "-subj", "/surname=e" + String(repeating: "\u{301}", count: 150), "-days", "1",
                "-keyout", files.path + "/key", "-outform", "der", "-out", files.path + "/der",
            ])
        #expect(made.status == 0, "\(made.output)")
        // openssl makes long surnames and no long common name (RFC 5280, appendix A.1: ub-name, ub-common-name).
        let surname = try Array(Data(contentsOf: URL(fileURLWithPath: files.path + "/der")))
        let bytes = surname.replacing([0x55, 0x04, 0x04] as [UInt8], with: [0x55, 0x04, 0x03] as [UInt8])
        bytes.withUnsafeBytes { bytes in
            guard let certificate = PeerCertificate(bytes) else {
                Issue.record("GnuTLS does not read the certificate")
                return
            }
            let (commonName, subject) = (certificate.commonName, certificate.subject)
            #expect(commonName.utf8.starts(with: "e\u{301}".utf8) && !commonName.hasLongMarkRun)
            #expect(subject.utf8.starts(with: "CN=e\u{301}".utf8) && !subject.hasLongMarkRun)
        }
    }

    @Test func `A common name is read past a NUL`() async throws {
        let files = try TemporaryFolder()
        let directory = files.path
        let made = try await Child.run(
            "sh",
            [
                "-c",
                """
                openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=aliceXevil -days 1 \
                    -keyout \(directory)/key -outform der -out \(directory)/der 2>/dev/null
                python3 -c 'import base64, sys; d = open(sys.argv[1] + "/der", "rb").read().replace(b"aliceX", b"alice" + bytes(1))
                open(sys.argv[1] + "/pem", "wb").write(b"-----BEGIN CERTIFICATE-----\\n" + base64.encodebytes(d) + b"-----END CERTIFICATE-----\\n")' \(directory)
                cat \(directory)/key >> \(directory)/pem
                """,
            ])
        #expect(made.status == 0, "\(made.output)")
        let pem = try String(contentsOfFile: directory + "/pem", encoding: .utf8)
        Array(pem.utf8).withUnsafeBytes { bytes in
            guard let certificate = PeerCertificate(bytes, isPEM: true) else {
                Issue.record("GnuTLS does not read the certificate")
                return
            }
            // What cannot be printed is given as the bytes that it is encoded as (RFC 4514 §2.4).
            #expect(certificate.commonName == "#0c0a616c696365006576696c")
            #expect(certificate.subject == "CN=#0c0a616c696365006576696c")
        }

        let portal = try TestPortal.startAsking(["refuse": "nginx"])
        defer { portal.stop() }
        _ = try await Child.curl(["-k", "--cert", directory + "/pem", TestPortal.infoURL(portal)])
        #expect(await portal.waitUntilQuiet())
        let tls = try #require(portal.journal().connections.first?.tls)
        #expect(tls.identity == "unknown")
        #expect(tls.identityVerdict != "good")
        #expect(tls.clientCertificate == "CN=#0c0a616c696365006576696c")
    }
}
