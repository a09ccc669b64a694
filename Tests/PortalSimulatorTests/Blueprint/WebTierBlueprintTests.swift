import FixtureFiles
import JSONValues
import Testing

@testable import PortalSimulator

@Suite("The web tier in a blueprint") struct WebTierBlueprintTests {
    struct Mistake: CustomTestStringConvertible, Sendable {
        let blueprint: JSONValue
        let error: String
        var testDescription: String { error }
    }

    @Test(arguments: [
        Mistake(
            blueprint: ["clientCertificates": ["ask": "require"]],
            error:
                "test: clientCertificates.ask: \"require\" is not a known value; allowed: required, optional. Did you mean required?"
        ),
        Mistake(
            blueprint: ["clientCertificates": ["path": []]],
            error: "clientCertificates.path: \"path\" is not a known key"),
        Mistake(
            blueprint: ["clientCertificates": ["authorities": ["client-cb"]]],
            error: "there is no certificate recipe \"client-cb\""),
        Mistake(blueprint: ["clientCertificates": ["authorities": []]], error: "a list of at least one authority"),
        Mistake(
            blueprint: ["clientCertificates": ["paths": [["under": "portal", "rule": "none"]]]],
            error: "clientCertificates.paths[0].under: \"portal\" is not a path"),
        Mistake(
            blueprint: ["clientCertificates": ["paths": [["under": "/portal"]]]],
            error: "clientCertificates.paths[0].rule: is missing"),
        Mistake(
            blueprint: ["httpAuthentication": ["challenges": [["scheme": "Diget"]]]], error: "Did you mean Digest?"),
        Mistake(
            blueprint: ["httpAuthentication": ["challenges": [["scheme": "Basic", "qop": ["auth"]]]]],
            error: "httpAuthentication.challenges[0].qop: \"qop\" is not a known key; allowed: scheme, realm, charset"),
        Mistake(
            blueprint: ["httpAuthentication": ["challenges": [["scheme": "Digest", "qop": ["auth-init"]]]]],
            error: "Did you mean auth-int?"),
        Mistake(
            blueprint: ["httpAuthentication": ["challenges": [["scheme": "Digest", "realm": "a\r\nb"]]]],
            error: "a text that a header field can carry"),
        Mistake(blueprint: ["httpAuthentication": ["challenges": []]], error: "a list of at least one challenge"),
        Mistake(
            blueprint: ["httpAuthentication": ["nonce": ["lifetime": 5]]],
            error: "httpAuthentication.nonce.lifetime: 5 is not a duration"),
        Mistake(
            blueprint: ["front": ["publicURL": "gis.example.com"]], error: "front.publicURL: \"gis.example.com\" is not"
        ),
        Mistake(blueprint: ["front": ["userHeader": "X Remote"]], error: "a header field's name"),
        Mistake(
            blueprint: ["hosts": ["b": ["scheme": "http", "clientCertificates": [:]]]],
            error: "hosts.b.clientCertificates: a host over plain HTTP"),
        Mistake(
            blueprint: ["hosts": ["b": ["httpAuthentication": ["hosts": ["portal"]]]]],
            error: "hosts.b.httpAuthentication.hosts: \"hosts\" is not a known key"),
    ])
    func `a mistake says what, where and what is allowed`(_ mistake: Mistake) {
        #expect {
            try Blueprint(decoding: mistake.blueprint, fixtures: .embedded, source: "test")
        } throws: {
            "\($0)".contains(mistake.error)
        }
    }

    @Test(arguments: [
        Mistake(blueprint: ["front": ["listener": "frnt"]], error: "front.listener: there is no listener \"frnt\""),
        Mistake(
            blueprint: ["clientCertificates": ["hosts": ["http"]]],
            error: "clientCertificates.hosts: there is no TLS listener \"http\""),
        Mistake(
            blueprint: ["clientCertificates": ["users": ["alice": "alise"]]],
            error: "clientCertificates.users.alice: \"alise\" is no user of this world"),
        Mistake(
            blueprint: ["httpAuthentication": ["users": ["harry"]]], error: "\"harry\" is no account of this world"),
        Mistake(
            blueprint: ["httpAuthentication": ["hosts": ["elsewhere"]]], error: "there is no listener \"elsewhere\""),
    ])
    func `a name that is not there is told when the portal starts`(_ mistake: Mistake) throws {
        let blueprint = try Blueprint(decoding: mistake.blueprint, fixtures: .embedded, source: "test")
        #expect {
            try SiteProbe(blueprint)
        } throws: {
            "\($0)".contains(mistake.error)
        }
    }

    @Test func `a host's own gate overrides the portal's, and listeners that are not named have none`() throws {
        let blueprint = try Blueprint(
            decoding: [
                "hosts": ["a": ["httpAuthentication": ["bare": true]], "b": [:], "c": [:]],
                "httpAuthentication": ["hosts": ["portal", "a", "b"]], "clientCertificates": [:],
            ], fixtures: .embedded, source: "test")
        #expect(blueprint.webAuthentication(at: "portal")?.isBare == false)
        #expect(blueprint.webAuthentication(at: "a")?.isBare == true)
        #expect(blueprint.webAuthentication(at: "b")?.isBare == false)
        #expect(blueprint.webAuthentication(at: "c") == nil)
        #expect(blueprint.clientCertificates(at: "portal")?.isRequiredAtHandshake == true)
        #expect(blueprint.clientCertificates(at: "a") == nil)
    }

    @Test func `every preset of the web tier says what it is for`() throws {
        let names = [
            "pki", "pki-optional", "pki-nginx", "pki-iis", "pki-apache", "pki-token", "basic", "basic-token", "digest",
            "digest-sha256", "digest-token", "basic-digest", "negotiate",
        ]
        for name in names {
            let blueprint = try Blueprint.preset(name, fixtures: .embedded)
            #expect(blueprint.summary?.hasSuffix(".") == true)
            #expect((blueprint.clientCertificates != nil) == name.hasPrefix("pki"))
            #expect((blueprint.webAuthentication != nil) == !name.hasPrefix("pki"))
        }
    }

    @Test(arguments: [
        ("/portal", "/portal", true), ("/portal", "/portal/x", true), ("/portal", "/portal?x", true),
        ("/portal", "/portalx", false), ("", "/x", true), ("/", "/x", true), ("/portal/a", "/portal", false),
        ("/portal/Traffic", "/portal/%54raffic/x", true), ("/portal/a%20b", "/portal/a%20b", true),
        ("/portal/%C3%A4", "/portal/%c3%a4/x", true), ("/portal/a", "/portal/%61b", false),
    ])
    func `prefixes go by segment`(_ prefix: String, _ path: String, _ holds: Bool) {
        #expect(PathPrefix.holds(prefix, for: path) == holds)
    }

    @Test func `a keytab is given to every web tier that answers tickets and names none`() throws {
        let written: JSONValue = [
            "httpAuthentication": ["challenges": [["scheme": "Negotiate"]], "windows": [:]],
            "hosts": [
                "own": ["httpAuthentication": ["windows": ["keytab": "/own.keytab"]]],
                "other": ["httpAuthentication": ["windows": [:]]], "plain": ["httpAuthentication": [:]],
            ],
        ]
        var blueprint = try Blueprint(decoding: written, fixtures: .embedded, source: "test")
        blueprint.takeTickets(by: "/realm.keytab")
        #expect(blueprint.webAuthentication?.windows?.keytab == "/realm.keytab")
        let keytabs = blueprint.hosts.mapValues { $0.webAuthentication?.windows?.keytab }
        #expect(keytabs == ["own": "/own.keytab", "other": "/realm.keytab", "plain": nil])
    }
}
