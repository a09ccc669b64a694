import HTTPSemantics
import JSONValues
import PortalJudge
import Testing

@testable import PortalSimulator

@Suite("Client certificates over HTTP") struct CertificateGateTests {
    static func facts(
        _ identity: String, _ verdict: ClientCertificateFacts.Verdict = .good, commonName: String? = nil
    ) -> ClientCertificateFacts {
        let name = commonName ?? identity
        return ClientCertificateFacts(identity: identity, subject: "CN=\(name)", commonName: name, verdict: verdict)
    }

    func get(_ probe: SiteProbe, _ facts: ClientCertificateFacts?) -> SiteProbe.Outcome {
        get(probe, "portals/self", facts)
    }

    func get(_ probe: SiteProbe, _ path: String, _ facts: ClientCertificateFacts?) -> SiteProbe.Outcome {
        probe.send("GET", "/portal/sharing/rest/\(path)?f=json", certificate: facts)
    }

    struct Refusal: CustomTestStringConvertible, Sendable {
        let preset: String
        let verdict: ClientCertificateFacts.Verdict?
        let status: Int
        let title: String
        var closes = false
        var testDescription: String { "\(preset): \(verdict?.rawValue ?? "none")" }
    }

    @Test(arguments: [
        Refusal(
            preset: "pki-nginx", verdict: nil, status: 400, title: "400 No required SSL certificate was sent",
            closes: true),
        Refusal(
            preset: "pki-nginx", verdict: .unknownAuthority, status: 400, title: "400 The SSL certificate error",
            closes: true),
        Refusal(
            preset: "pki-nginx", verdict: .expired, status: 400, title: "400 The SSL certificate error", closes: true),
        Refusal(preset: "pki-iis", verdict: nil, status: 403, title: "IIS 10.0 Detailed Error - 403.7 - Forbidden"),
        Refusal(
            preset: "pki-iis", verdict: .unknownAuthority, status: 403,
            title: "IIS 10.0 Detailed Error - 403.16 - Forbidden"),
        Refusal(
            preset: "pki-iis", verdict: .expired, status: 403, title: "IIS 10.0 Detailed Error - 403.17 - Forbidden"),
        Refusal(
            preset: "pki-iis", verdict: .notYetValid, status: 403, title: "IIS 10.0 Detailed Error - 403.17 - Forbidden"
        ),
        Refusal(preset: "pki-apache", verdict: nil, status: 403, title: "403 Forbidden"),
        Refusal(preset: "pki-apache", verdict: .wrongPurpose, status: 403, title: "403 Forbidden"),
    ])
    func `is refused as that server refuses`(_ row: Refusal) throws {
        let outcome = get(try SiteProbe(row.preset), row.verdict.map { Self.facts("alice-x", $0) })
        #expect(outcome.status == row.status)
        #expect(outcome.text.contains("<title>\(row.title)</title>"))
        #expect(outcome.header("Connection") == (row.closes ? "close" : nil))
        #expect(outcome.header("Content-Type")?.hasPrefix("text/html") == true)
        #expect(outcome.reasons == "certificate:false")
    }

    @Test(arguments: ["pki", "pki-nginx", "pki-iis", "pki-apache", "pki-optional"])
    func `names the user without a token`(_ preset: String) throws {
        let probe = try SiteProbe(preset)
        #expect(get(probe, Self.facts("alice")).json["user"]?["username"] == "alice")
        #expect(get(probe, "community/self", Self.facts("zoe")).code == 400)
    }

    @Test func `an optional one may be missing`() throws {
        let outcome = get(try SiteProbe("pki-optional"), "community/self", nil)
        #expect(outcome.code == 400)
        #expect(outcome.status == 200)
    }

    @Test func `the portal wants the certificate and the server wants a token`() throws {
        let probe = try SiteProbe("pki")
        let service = "/server/rest/services/Traffic/FeatureServer?f=json"
        #expect(probe.send("GET", service, certificate: Self.facts("alice")).code == 499)
        let issued = probe.send(
            "POST", "/portal/sharing/rest/generateToken",
            form: "request=getToken&serverURL=https://localhost:8443/server&f=json", certificate: Self.facts("alice"))
        let token = try #require(issued.json["token"]?.string)
        let with = probe.send(
            "GET", service, headers: [("X-Esri-Authorization", "Bearer \(token)")], certificate: Self.facts("alice"))
        #expect(with.code == 200)
        let known = try SiteProbe(
            "pki", ["clientCertificates": ["paths": [["under": "/server", "rule": "required"]]]])
        #expect(known.send("GET", service, certificate: Self.facts("alice")).code == 200)
        #expect(known.send("GET", service).status == 403)
    }

    @Test func `lets in only whom the blueprint names, and maps them`() throws {
        let probe = try SiteProbe(
            "pki", ["clientCertificates": ["allow": ["alice", "robert"], "users": ["robert": "bob"]]])
        #expect(get(probe, Self.facts("alice")).status == 200)
        #expect(get(probe, "community/self", Self.facts("robert")).json["username"] == "bob")
        let carol = get(probe, Self.facts("carol"))
        #expect(carol.status == 403)
        #expect(carol.text.contains("You don't have permission to access this resource."))
    }

    @Test func `rules of paths go by segments, the longest first`() throws {
        let probe = try SiteProbe(
            "pki-optional",
            [
                "clientCertificates": [
                    "paths": [
                        ["under": "{{context}}/sharing/rest/content", "rule": "required"],
                        ["under": "{{context}}/sharing/rest/content/items", "rule": "none"],
                    ]
                ]
            ])
        let users = "content/users/alice"
        #expect(get(probe, users, nil).status == 403)
        #expect(get(probe, users, nil).text.contains("Cannot perform Post-Handshake Authentication"))
        #expect(get(probe, users, Self.facts("alice")).code == 200)
        #expect(get(probe, "contents", nil).status == 200)
        // A private map of alice's: her certificate is not looked at here.
        #expect(get(probe, "content/items/3a900000000000000000000000000019", Self.facts("alice")).code == 403)
    }

    @Test func `a certificate in front that names no user leaves it to tokens`() throws {
        let probe = try SiteProbe("pki-token")
        #expect(get(probe, "community/self", Self.facts("bob")).code == 400)
        let form = "username=alice&password=\(probe.password(of: "alice"))&f=json"
        let issued = probe.send(
            "POST", "/portal/sharing/rest/generateToken", form: form, certificate: Self.facts("bob"))
        let token = try #require(issued.json["token"]?.string)
        let with = probe.send(
            "GET", "/portal/sharing/rest/community/self?f=json", headers: [("X-Esri-Authorization", "Bearer \(token)")],
            certificate: Self.facts("bob"))
        #expect(with.json["username"] == "alice")
    }

    @Test func `where both stand in front, both are asked for and the password names the user`() throws {
        let probe = try SiteProbe("pki-nginx", ["httpAuthentication": ["challenges": [["scheme": "Basic"]]]])
        #expect(get(probe, nil).status == 400)
        #expect(get(probe, Self.facts("alice")).status == 401)
        let both = probe.send(
            "GET", "/portal/sharing/rest/community/self?f=json",
            headers: [BasicGateTests.header("bob:\(probe.password(of: "bob"))")], certificate: Self.facts("alice"))
        #expect(both.json["username"] == "bob")
    }
}
