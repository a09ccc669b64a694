import HTTPSemantics
import Testing

@testable import PortalSimulator

@Suite struct `Addresses as a client sees them` {
    struct Row: CustomTestStringConvertible, Sendable {
        let text: String
        let told: String
        var testDescription: String { text }
    }

    /// The portal is at https://localhost:8443, and is seen at https://gis.example.com.
    static let rows = [
        Row(text: "https://localhost:8443", told: "https://gis.example.com"),
        Row(text: #"{"url":"https://localhost:8443/portal"}"#, told: #"{"url":"https://gis.example.com/portal"}"#),
        Row(
            text: "a=https%3A%2F%2Flocalhost%3A8443%2Fportal&b", told: "a=https%3A%2F%2Fgis.example.com%2Fportal&b"),
        Row(
            text: "https://localhost:8443/x https://localhost:8443?y",
            told: "https://gis.example.com/x https://gis.example.com?y"),
        Row(text: "https://localhost:84431/", told: "https://localhost:84431/"),
        Row(text: "https://localhost:8443.example/", told: "https://localhost:8443.example/"),
        Row(text: "https://localhost:8443@evil.example/", told: "https://localhost:8443@evil.example/"),
        Row(text: "http://localhost:8443/", told: "http://localhost:8443/"),
        Row(text: "hhttps://localhost:8443/ü", told: "hhttps://gis.example.com/ü"),
        Row(text: "https://localhost", told: "https://localhost"),
        Row(text: "", told: ""),
    ]

    private func translation(_ own: String = "https://localhost:8443", _ seen: String = "https://gis.example.com")
        throws
        -> AddressTranslation
    {
        let (own, seen) = (try #require(Origin(ofURL: own)), try #require(Origin(ofURL: seen)))
        return try #require(AddressTranslation(of: own, to: seen))
    }

    @Test(arguments: rows) func `stand in the place of the portal's own`(_ row: Row) throws {
        let answer = PreparedAnswer(
            status: 200,
            headers: [
                HeaderField("Content-Type", "application/json;charset=utf-8"), HeaderField("Location", row.text),
            ],
            body: Array(row.text.utf8))
        let told = try translation().told(answer)
        #expect(String(decoding: told.body, as: UTF8.self) == row.told)
        #expect(told.headers.first(named: "Location") == row.told)
        // What has nothing to change is the prepared answer itself.
        #expect((told === answer) == (row.text == row.told))
    }

    @Test func `a host without a port is not the beginning of one with`() throws {
        let translation = try translation("https://www.arcgis.com", "https://city.maps.arcgis.com")
        let text =
            "https://www.arcgis.com/a https://www.arcgis.com:8443/b https%3A%2F%2Fwww.arcgis.com%3A8443 https://www.arcgis.com.evil"
        let answer = PreparedAnswer(
            status: 200, headers: [HeaderField("Content-Type", "text/plain")], body: Array(text.utf8))
        #expect(
            String(decoding: translation.told(answer).body, as: UTF8.self)
                == "https://city.maps.arcgis.com/a" + text.dropFirst("https://www.arcgis.com/a".count))
    }

    @Test func `bytes that are no text stay as they are`() throws {
        let answer = PreparedAnswer(
            status: 200, headers: [HeaderField("Content-Type", "image/png")],
            body: Array("https://localhost:8443/".utf8))
        #expect(try translation().told(answer) === answer)
    }

    @Test func `come back in the parameters that name the portal, and in no other`() throws {
        var form = FormParameters(
            Array(
                "redirect_uri=https%3A%2F%2Fgis.example.com%2Fx&serverURL=https%3A%2F%2Fgis.example.com.evil&password=https%3A%2F%2Fgis.example.com"
                    .utf8))
        form.translate(by: try translation())
        #expect(form["redirect_uri"] == "https://localhost:8443/x")
        #expect(form["serverURL"] == "https://gis.example.com.evil")
        #expect(form["password"] == "https://gis.example.com")
    }

    @Test func `are none where the client sees the portal's own`() throws {
        let own = try #require(Origin(ofURL: "https://localhost:8443"))
        #expect(AddressTranslation(of: own, to: nil)?.seen == nil)
        #expect(AddressTranslation(of: own, to: own)?.seen == nil)
    }
}
