import PortalJudge
import Testing

@Suite struct `The guide of findings` {
    /// Codes of findings that no check of a run makes: a twin's, a schedule's, a session's, those of all runs together.
    private static let besides = ["twin", "schedule", "order.unknown", "client.inconsistent"]

    @Test func `has an entry for every code of every check`() {
        for code in Check.all.flatMap(\.codes) + Self.besides {
            #expect(FindingGuide.of(code)?.code == code, "\(code) has no entry")
        }
    }

    @Test func `has each entry once, and none for a code that nothing makes`() {
        let codes = FindingGuide.all.map(\.code)
        #expect(Set(codes).count == codes.count)
        let made = Set(Check.all.flatMap(\.codes) + Self.besides)
        #expect(codes.filter { !made.contains($0) } == [])
    }

    @Test(arguments: FindingGuide.all.map(\.code))
    func `says in one sentence what is wrong and in one line what to do, on public grounds`(_ code: String) throws {
        let guide = try #require(FindingGuide.of(code))
        let isSentence = guide.meaning.hasSuffix(".") && guide.meaning.first?.isUppercase == true
        #expect(isSentence && guide.meaning.utf8.count <= 130, "\(guide.meaning)")
        #expect(guide.advice.hasSuffix(".") && guide.advice.utf8.count <= 130, "\(guide.advice)")
        #expect(!(guide.meaning + guide.advice).contains("\n"))
        let isPublic =
            guide.source.contains(#/RFC \d{4} §|arcgis\.com(?:/rest)? › |OWASP |OpenID Connect |WHATWG |MS-NLMP §/#)
            || guide.source.contains(#/^Fixtures/\w+/README\.md$/#)
        #expect(isPublic, "\(guide.source)")
    }

    @Test func `finds the entry of a code that stands for many`() {
        #expect(FindingGuide.of("final.portals.second.user")?.code == "final.")
        #expect(FindingGuide.of("final")?.code == nil)
        #expect(FindingGuide.of("nothing.of-the-kind") == nil)
    }

    @Test func `is read by code and by family`() {
        #expect(FindingGuide.entries(named: "wire.order").map(\.code) == ["wire.order"])
        #expect(FindingGuide.entries(named: "refused").count == Journal.Cause.allCases.count)
        #expect(FindingGuide.entries(named: "refused.").count == Journal.Cause.allCases.count)
        // A code of its own that is a family's name too means itself, and with a dot the family.
        #expect(FindingGuide.entries(named: "outcome").map(\.code) == ["outcome"])
        #expect(FindingGuide.entries(named: "outcome.").count > 4)
        #expect(FindingGuide.entries(named: "final.reason").map(\.code) == ["final."])
        #expect(FindingGuide.entries(named: "tokens") == [])
    }
}
