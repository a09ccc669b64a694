import FixtureFiles
import JSONValues
import MockPortalServer
import PortalScenarios
import TLSIdentity
import Testing

@Suite struct `Verifying a served portal` {
    /// A portal that nothing has asked yet.
    private static let portal = Result {
        try MockPortal.start(
            try Blueprint.preset("token", fixtures: .embedded), options: .unhurried, pki: try TestPKI())
    }

    private func answer(_ body: JSONValue) throws -> JSONValue {
        try LiveVerification.answer(body, at: Self.portal.get())
    }

    @Test func `says what is missing, and that nothing came where nothing is asked`() throws {
        #expect(try answer(["wire": []])["met"] == true)
        let missing = try answer(["wire": ["GET portals/self -> 200"], "mode": "any"])
        #expect(missing["met"] == false)
        let finding = missing["findings"]?.array?.first
        #expect(finding?["code"] == "wire.missing" && finding?["advice"]?.string?.isEmpty == false)
        #expect(finding?["nearest"]?.string?.contains("there was no request") == true)
        #expect(missing["rows"]?.array?.first?["kind"] == "missing")
    }

    @Test(
        arguments: [
            ([:], "wire", "missing"), (["wire": "GET x"], "wire", "a list of lines"),
            (["wire": [], "mod": "any"], "mod", "mode"), (["wire": [], "mode": "some"], "mode", "exact"),
            (["wire": ["GTE x"]], "wire[0]", "GET"),
            (["wire": ["GET x", "TLS refused by=me"]], "wire[1]", "by=client"),
            (["wire": [["anyOrder": ["GET x", "GET y"]]], "mode": "any"], "wire", "mode exact"),
            (["wire": ["1001x GET x"]], "wire", "more than 1000"), (["wire": ["1..90x GET x"]], "wire", "more than 50"),
            (["wire": ["9223372036854775807x GET x"]], "wire", "more than 1000"),
            (["wire": [["anyOrder": .array(Array(repeating: "GET x", count: 13))]]], "wire", "more than 12"),
        ] as [(JSONValue, String, String)])
    func `tells a mistake with its place and what is right`(body: JSONValue, key: String, word: String) throws {
        let error = #expect(throws: DocumentError.self) { _ = try answer(body) }
        #expect(error?.keyPath == key && error?.description.contains(word) == true, "\(String(describing: error))")
    }
}
