import FixtureFiles
import Testing

@testable import TLSIdentity

@Suite struct CertificateRecipes {
    struct Bad: CustomTestStringConvertible, Sendable {
        let json: String
        let words: [String]
        var testDescription: String { json }
    }

    static let bad = [
        Bad(
            json: #"{"about": "x", "isuer": "self"}"#,
            words: ["odd.json", "isuer", "allowed: about", "Did you mean issuer?"]),
        Bad(
            json: #"{"about": "x", "kind": "autority"}"#,
            words: ["kind", "autority", "server, authority, client, pkcs12", "Did you mean authority?"]),
        Bad(
            json: #"{"about": "x", "extendedKeyUsage": ["servrAuth"]}"#,
            words: ["extendedKeyUsage[0]", "servrAuth", "serverAuth, clientAuth"]),
        Bad(
            json: #"{"about": "x", "validity": {"form": "-1h"}}"#,
            words: ["validity.form", "from, to", "Did you mean from?"]),
        Bad(json: #"{"about": "x", "validity": {"from": "1 hour"}}"#, words: ["validity.from", "1 hour", "-1h"]),
        Bad(json: #"{"about": "x", "validity": {"to": "-2h"}}"#, words: ["validity", "begins before it ends"]),
        Bad(json: #"{"about": "x", "validity": {"to": "99999999999d"}}"#, words: ["validity.to", "99999999999d"]),
        Bad(json: #"{"about": "x", "validity": "24h"}"#, words: ["validity", "24h"]),
        Bad(json: #"{"about": "x", "names": ["a,DNS:b"]}"#, words: ["names[0]", "a,dns:b", "not a host name"]),
        Bad(json: #"{"about": "x", "names": 7}"#, words: ["names", "7"]),
        Bad(json: #"{"about": "x", "addresses": ["127.0.0.256"]}"#, words: ["addresses[0]", "127.0.0.256"]),
        Bad(json: #"{"about": "x", "addresses": ["127.0.0.1/33"]}"#, words: ["addresses[0]", "127.0.0.1/33"]),
        Bad(json: #"{"about": "x", "sends": ["ca", "leaf"]}"#, words: ["sends", "leaf"]),
        Bad(json: #"{"about": "x", "subject": 3}"#, words: ["subject", "3"]),
        Bad(json: "{}", words: ["about", "missing"]),
        Bad(json: "[]", words: ["[]", "object"]),
        Bad(json: "{", words: ["certs/odd.json"]),
    ]

    @Test(arguments: bad)
    func `a bad recipe is refused with file, key, value and what is allowed`(_ row: Bad) throws {
        let fixtures = try OwnFixtures(["odd": row.json])
        let error = #expect(throws: TLSIdentityError(.badRecipe, "")) {
            try TestPKI(fixtures: fixtures.tree).issue("odd", names: ["localhost"], addresses: [])
        }
        let text = try #require(error?.description)
        for word in row.words { #expect(text.contains(word), "\(text)") }
    }

    @Test func `every recipe of the product can be read`() throws {
        let names = CertificateRecipe.all(in: .embedded)
        let files = CertificateRecipe.names(of: .pkcs12, in: .embedded)
        #expect(names.count >= 37 && files.count >= 9)
        for name in files { #expect(try PKCS12Recipe(named: name, in: .embedded).name == name) }
        for name in names where !files.contains(name) {
            #expect(try CertificateRecipe(named: name, in: .embedded).name == name)
        }
    }

    @Test func `an unknown recipe gets the nearest one`() throws {
        let error = #expect(throws: TLSIdentityError(.unknownRecipe, "")) {
            try TestPKI().issue("self-singed", names: ["localhost"], addresses: [])
        }
        #expect(error?.description.contains("Did you mean self-signed?") == true)
    }

    @Test(arguments: [
        ("a recipe that no authority makes", #"{"about": "x", "issuer": "odd"}"#, "must be \"authority\""),
        ("its own issuer by name", #"{"about": "x", "kind": "authority", "issuer": "odd"}"#, "circle"),
        ("an unknown issuer", #"{"about": "x", "issuer": "cb"}"#, "Did you mean ca?"),
        ("an unknown certificate to send", #"{"about": "x", "sends": ["leaf", "cb"]}"#, "Did you mean ca?"),
    ])
    func `an issuer must be an authority`(name: String, json: String, words: String) throws {
        let fixtures = try OwnFixtures(["odd": json, "under": #"{"about": "x", "issuer": "odd"}"#])
        let recipe = json.contains("kind") || !json.contains("cb") ? "under" : "odd"
        let error = #expect(throws: TLSIdentityError.self) {
            try TestPKI(fixtures: fixtures.tree).issue(recipe, names: ["localhost"], addresses: [])
        }
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }

    @Test func `an authority is not issued as a server's certificate`() throws {
        #expect(throws: TLSIdentityError(.unknownRecipe, "")) {
            try TestPKI().issue("intermediate", names: ["localhost"], addresses: [])
        }
        #expect(try !TestPKI().recipes.contains("ca"))
    }
}
