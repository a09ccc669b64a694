import JSONValues
import Testing

@Suite struct `The nearest name` {
    @Test(arguments: [
        ("hana", ["dana", "hanna"], "hanna"), ("rossa", ["rose", "rosa"], "rosa"),
        ("alcie", ["alcin", "alice"], "alice"),
        ("tokn", ["taken", "token"], "token"), ("carl", ["carol", "carla"], "carol"),
    ])
    func `counts a doubled, single or swapped letter less than another one, and takes the first of two`(
        written: String, words: [String], nearest: String
    ) {
        #expect(NearestName.to(written, among: words) == nearest)
    }

    @Test func `is none where more than a slip differs`() {
        #expect(NearestName.to("portals", among: ["generateToken"]) == nil)
        #expect(NearestName.to("xyz", among: ["alice"]) == nil)
        #expect(NearestName.slip("acess", among: ["access", "owner"]) == "access")
        #expect(NearestName.slip("tag", among: ["tags", "type"]) == "tags")
        #expect(NearestName.slip("fulName", among: ["fullName"]) == "fullName")
        #expect(NearestName.slip("stage", among: ["tags", "title"]) == nil)
        #expect(NearestName.slip("remark", among: ["region", "banner"]) == nil)
    }
}
