import HTTPSemantics
import JSONValues
import Testing

@testable import PortalSimulator

@Suite struct `Bounds of a search` {
    private func search(_ query: String, at path: String = "search", as name: String = "q") throws -> SiteProbe.Outcome
    {
        try SiteProbe("anonymous").send(
            "POST", "/portal/sharing/rest/\(path)", form: "f=json&q=*&\(name)=\(PercentEncoding.encode(query))")
    }

    @Test func `200 terms are read, and one more is refused by its number`() throws {
        let terms = Array(repeating: "streets", count: SearchQuery.maximumTerms)
        #expect(try search(terms.joined(separator: " OR "), as: "filter").json["total"] == 1)
        let outcome = try search((terms + ["parks"]).joined(separator: " OR "), as: "filter")
        #expect(outcome.error?["code"] == 400)
        #expect(outcome.error?["message"] == "'filter' parameter is invalid.")
        #expect(outcome.error?["details"]?[0].string?.contains("201 terms; at most 200") == true)
    }

    @Test(arguments: ["search", "community/groups", "community/users"])
    func `a longer text is not read at all`(path: String) throws {
        let outcome = try SiteProbe("anonymous").send(
            "POST", "/portal/sharing/rest/\(path)",
            form: "f=json&q=\(String(repeating: "a", count: SearchQuery.maximumLength + 1))")
        #expect(outcome.error?["message"] == "'q' parameter is invalid.")
        #expect(outcome.error?["details"]?[0].string?.contains("16385 bytes; at most 16384") == true)
    }

    @Test func `a pattern that is tried everywhere is given up, and says so`() throws {
        let (probe, alice, _, _) = try SiteProbe.signedIn()
        for number in 1...2 {
            let description = String(repeating: "a", count: 50_000)
            probe.post(
                "content/users/alice/addItem",
                ["title": "Item \(number)", "type": "Web Map", "text": "{}", "description": description], token: alice)
        }
        let costly = probe.post(
            "search", ["q": "description:*\(String(repeating: "a", count: 1000))b"], token: alice)
        #expect(costly.error?["code"] == 400)
        #expect(costly.error?["details"]?[0].string == "q: \(SearchEffort.problem.problem)")
        #expect(probe.post("search", ["q": "description:aaa*"], token: alice).json["total"] == 2)
    }

    @Test func `terms share what they may cost`() throws {
        let text = SearchText(String(repeating: "a ", count: 100))
        let effort = SearchEffort(300)
        #expect(!text.contains(SearchPattern("b"), effort) && !effort.isUsedUp)
        #expect(!text.contains(SearchPattern("b"), effort) && effort.isUsedUp)
        #expect(!text.contains(SearchPattern("a"), effort))
    }

    @Test func `each field of an entry is split once`() throws {
        let texts = SearchTexts()
        var count = 0
        for _ in 1...3 {
            let found = texts.texts("title") {
                count += 1
                return ["Bus Lines"]
            }
            #expect(found.first?.lines == "bus\nlines")
        }
        #expect(count == 1)
    }

    @Test(arguments: ["a ", "ü ", "a-b.", "word"]) func `what is kept of a text takes its bytes twice`(part: String) {
        let text = SearchText(String(repeating: part, count: 10_000))
        let bytes = part.utf8.count * 10_000
        #expect(text.lowercased.utf8.count <= bytes && text.lines.utf8.count <= bytes)
        #expect(MemoryLayout<SearchText>.stride <= 64)
    }

    @Test func `the beginning of a long text is searched`() {
        let effort = SearchEffort()
        let text = SearchText("first " + String(repeating: "a ", count: SearchText.maximumBytes) + "last")
        #expect(text.contains(SearchPattern("first a"), effort) && !text.contains(SearchPattern("last"), effort))
        #expect(text.lowercased.utf8.count == SearchText.maximumBytes)
        #expect(text.lines.utf8.count <= SearchText.maximumBytes)
    }

    @Test(arguments: [
        ("cafe\u{301}", true), ("the ünder", true), ("gr*nd line", true), ("l?ne 42", true), ("c?f? the", true),
        ("und?r", false), ("?nder", true), ("ground 42", false), ("kelvin k", true), ("two lines", true), ("*", true),
    ]) func `characters of any script are compared as characters`(pattern: String, isFound: Bool) {
        let text = SearchText("Café: the Ünder-ground 🇩🇪 Line 42!\r\nKelvin \u{212A}, two\r\nlines")
        #expect(text.contains(SearchPattern(pattern), SearchEffort()) == isFound)
        let whole = SearchText("Cafe\u{301}")
        #expect(whole.fits(SearchPattern("CAF?"), SearchEffort()) && whole.fits(SearchPattern("*é"), SearchEffort()))
    }

    /// A string looks back for where a flag begins, and in a row of them to the start of the row.
    @Test func `rows of flags are read once`() {
        let flags = String(repeating: "🇩🇪", count: SearchText.maximumBytes / 8 - 1)
        for _ in 1...40 {
            let text = SearchText(flags + "9")
            #expect(text.lines == "9")
            #expect(text.fits(SearchPattern("*9"), SearchEffort()) && !text.fits(SearchPattern("*8"), SearchEffort()))
        }
    }
}
