import JSONValues
import PortalJudge
import Testing

@testable import PortalSimulator

@Suite struct `Parameters that list texts` {
    @Test(arguments: [
        ("", []), (",", []), (" , ,", []), ("a", ["a"]), ("a,b", ["a", "b"]),
        (" a b , \u{3000}c\t,,d,", ["a b", "c", "d"]),
        ("ü,日本", ["ü", "日本"]),
    ])
    func `are split at commas, without blanks and empty texts`(text: String, texts: [String]) {
        #expect(ContentWrite.list(text, atMost: 100) == texts)
    }

    @Test func `are read until there is one too many`() {
        let text = Array(repeating: "a", count: 50).joined(separator: ",")
        #expect(ContentWrite.list(text, atMost: 50).count == 50)
        #expect(ContentWrite.list(text, atMost: 49).count == 50)
        #expect(ContentWrite.list(text, atMost: 3).count == 4)
    }

    @Test func `have so many texts at most`() throws {
        let (probe, alice, _, dana) = try SiteProbe.signedIn()
        func list(_ count: Int) -> String { Array(repeating: "a", count: count).joined(separator: ",") }
        func tagged(_ tags: String) -> SiteProbe.Outcome {
            probe.post("content/users/alice/addItem", ["title": "T", "type": "Web Map", "tags": tags], token: alice)
        }
        #expect(tagged(list(1_000)).json["success"] == true)
        let json = "[" + Array(repeating: "\"a\"", count: 1_001).joined(separator: ",") + "]"
        for refused in [tagged(list(1_001)), tagged(json)] {
            #expect(refused.error?["details"]?[0].string == "'tags' parameter lists more than 1000 values")
        }
        #expect(probe.post("community/checkUsernames", ["usernames": list(1_000)], token: dana).status == 200)
        let refused = probe.post("community/checkUsernames", ["usernames": list(1_001)], token: dana)
        #expect(refused.error?["message"] == "'usernames' must list 1 to 1000 names.")
        #expect(refused.answer.notes.decisions.last?.reason == "it lists more than 1000")
        let related = probe.get(
            "content/items/0123456789abcdef0123456789abcdef/relatedItems?relationshipTypes=\(list(1_001))", token: alice
        )
        #expect(related.error != nil)
    }
}
