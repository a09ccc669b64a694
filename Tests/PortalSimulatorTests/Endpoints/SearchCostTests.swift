import JSONValues
import Testing

@testable import PortalSimulator

/// A character may be as long as its text: nothing ends before a joiner (UAX #29, GB9).
@Suite struct `Costs of long characters in a search` {
    /// One character of 60 kB.
    private static let long = "a" + String(repeating: "\u{200D}", count: 20_000)

    private func cost(_ body: (SearchEffort) -> Void) -> Int {
        let effort = SearchEffort()
        body(effort)
        return SearchEffort.maximum - effort.left
    }

    @Test(arguments: ["*b1", "b", "?b", "*é*", "a"]) func `are their bytes, once for each look`(pattern: String) {
        let (text, pattern) = (SearchText(Self.long), SearchPattern(pattern))
        let bytes = Self.long.utf8.count
        let inWords = cost { effort in #expect(!text.contains(pattern, effort)) }
        #expect(inWords >= bytes && inWords < 2 * bytes)
        let asWhole = cost { effort in #expect(!text.fits(pattern, effort)) }
        #expect(asWhole >= bytes && asWhole < 2 * bytes)
    }

    @Test(arguments: [("*b1", "aaa", 5), ("*", "aaa", 2), ("a*", "aaa", 3), ("*b", "üüü", 14)])
    func `are those of a few steps in short texts`(pattern: String, text: String, steps: Int) {
        let spent = cost { effort in _ = SearchText(text).fits(SearchPattern(pattern), effort) }
        #expect(spent == steps)
    }

    @Test func `are those of a whole value too`() throws {
        let (probe, alice, _, _) = try SiteProbe.signedIn()
        let keyword = "a" + String(repeating: "\u{200D}", count: 4_000)
        probe.post(
            "content/users/alice/addItem",
            ["title": "Item", "type": "Web Map", "text": "{}", "typeKeywords": keyword + "b"], token: alice)
        let item = try #require(try probe.site.content.items().all.first { $0.title == "Item" })
        let (same, other) = (
            try SearchQuery("typekeywords:\"\(keyword)b\""), try SearchQuery("typekeywords:\"\(keyword)c\"")
        )
        #expect(same.matches(item, .item))
        let spent = cost { effort in #expect(!other.matches(item, .item, effort)) }
        #expect(spent >= keyword.utf8.count)
    }

    @Test func `use a search up that has many terms`() throws {
        let (probe, alice, _, _) = try SiteProbe.signedIn()
        for number in 1...10 {
            probe.post(
                "content/users/alice/addItem",
                ["title": "Item \(number)", "type": "Web Map", "text": "{}", "description": Self.long], token: alice)
        }
        let terms = (1...100).map { "description:*b\($0)" }
        let costly = probe.post("search", ["q": terms.joined(separator: " OR ")], token: alice)
        #expect(costly.error?["details"]?[0].string == "q: \(SearchEffort.problem.problem)", "\(costly.text)")
        let cheap = probe.post("search", ["q": "title:item AND description:?"], token: alice)
        #expect(cheap.json["total"] == 10, "\(cheap.text)")
    }

    @Test func `use a search up that asks for many categories`() throws {
        let (probe, alice, _, _) = try SiteProbe.signedIn()
        let categories = (1...7).map { "\"/\(Self.long)\($0)\"" } + ["\"/c\""]
        for number in 1...2 {
            probe.post(
                "content/users/alice/addItem",
                [
                    "title": "Item \(number)", "type": "Web Map", "text": "{}",
                    "categories": "[\(categories.joined(separator: ","))]",
                ], token: alice)
        }
        func search(_ paths: String) -> SiteProbe.Outcome {
            probe.send(
                "POST", "/portal/sharing/rest/search", headers: [("X-Esri-Authorization", "Bearer \(alice)")],
                form: "f=json" + String(repeating: "&categories=\(paths)", count: 8))
        }
        let costly = search("/b,/b,/b,/b,/b,/b,/b,/c")
        #expect(
            costly.error?["details"]?[0].string == "categories: \(SearchEffort.problem.problem)", "\(costly.text)")
        #expect(search("/c").json["total"] == 2)
    }
}

/// What a search compares besides patterns is counted, and has the results that strings have.
@Suite struct `Order of texts in a search` {
    private static let long = "a" + String(repeating: "\u{200D}", count: 4_000)

    @Test(arguments: [
        ("", ""), ("", "a"), ("Bus", "Bus Lines"), ("b", "a"), ("cafe\u{301}", "café"), ("cafe\u{301} a", "café b"),
        ("é", "f"), ("e", "e\u{200D}"), ("ez", "e\u{200D}"), ("e가", "e\u{200D}"), ("k", "\u{212A}"),
        (";", "\u{37E}"), ("🇩🇪🇫🇷", "🇩🇪🇩🇪"), ("\u{1100}\u{1161}", "가"), ("a\r\nb", "a\rb"), ("a\r", "a\r\n"),
        ("ab\u{301}", "ab"), ("日本語", "日本"),
    ])
    func `is that of strings`(one: String, other: String) {
        let (longer, longerOther) = (Self.long + one, Self.long + other)
        for (one, other) in [(one, other), (other, one), (longer, longerOther), (longerOther, longer)] {
            let order: SearchEffort.Order = one < other ? .before : one == other ? .same : .after
            #expect(SearchEffort().order(one, other) == order)
            #expect(SearchEffort().areSame(one, other) == (one == other))
            #expect(SearchEffort().isPath(one, within: other) == (one == other || one.hasPrefix(other + "/")))
        }
    }

    @Test(arguments: [
        ("/a/b", "/a"), ("/a/b", ""), ("/ab", "/a"), ("/a", "/a/b"), ("/a\u{301}/b", "/á"), ("/a\u{301}/b", "/a"),
        ("/a/\u{301}", "/a"), ("", ""), ("/a/é", "/a"), ("/é/b", "/é"), ("/é", ""), ("/a/日本", "/a"),
        ("/a/e\u{301}", "/a"),
    ])
    func `knows what lies below a path`(path: String, other: String) {
        for start in ["", "/" + Self.long] {
            let (path, other) = (start + path, start + other)
            let isBelow = path == other || path.hasPrefix(other + "/")
            #expect(SearchEffort().isPath(path, within: other) == isBelow)
        }
    }

    @Test func `keeps equal entries as they stand`() throws {
        let entries = [("b", 1), ("é", 2), ("a", 3), ("e\u{301}", 4), ("b", 5)]
        for (isDescending, numbers) in [(false, [3, 1, 5, 2, 4]), (true, [2, 4, 1, 5, 3])] {
            let sorted = try SearchEffort().sorted(entries, isDescending: isDescending) { .text($0.0) }
            #expect(sorted.map { $0.1 } == numbers)
        }
        let keys: [JSONValue] = ["b", 2, .null, 1.5, "a", .null]
        let sorted = try SearchEffort().sorted(keys, isDescending: false) { SortKey($0) }
        #expect(sorted == [.null, .null, 1.5, 2, "a", "b"])
    }

    @Test func `is given up where it costs too much`() {
        let texts = (0..<20).map { Self.long + "\($0 % 7)" }
        #expect(throws: SearchEffort.orderProblem) {
            _ = try SearchEffort(500_000).sorted(texts, isDescending: false) { .text($0) }
        }
    }
}
