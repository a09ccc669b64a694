import JSONValues
import PortalConformance
import Testing

/// Field by field: what one portal's answer has and the other's lacks.
@Suite struct `Shapes of answers` {
    struct Pair: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let portal: JSONValue
        let fake: JSONValue
        /// Path and kind of each difference.
        let differences: [String]
    }

    /// Objects within objects, whose names have so many bytes.
    private static func nested(_ depth: Int, name bytes: Int) -> JSONValue {
        var value: JSONValue = 1
        for _ in 0..<depth { value = .object([String(repeating: "k", count: bytes): value]) }
        return value
    }

    /// An object of so many members.
    private static func wide(_ count: Int) -> JSONValue {
        var members: [String: JSONValue] = [:]
        for number in 0..<count { members["m\(number)"] = 1 }
        return .object(members)
    }

    static let pairs = [
        Pair(
            testDescription: "equal shapes", portal: ["a": 1, "b": [["c": "x"]]],
            fake: ["a": 7, "b": [["c": "y"], ["c": "z"]]], differences: []),
        Pair(
            testDescription: "a member that the fake lacks", portal: ["a": 1, "b": 2], fake: ["a": 1],
            differences: ["b missingInFake"]),
        Pair(
            testDescription: "a member that the portal lacks", portal: ["a": 1], fake: ["a": 1, "b": 2],
            differences: ["b missingInPortal"]),
        Pair(testDescription: "another type", portal: ["a": "1"], fake: ["a": 1], differences: ["a type"]),
        Pair(
            testDescription: "a whole number and a fraction", portal: ["avgRating": 4.5], fake: ["avgRating": 0],
            differences: []),
        Pair(testDescription: "null beside a type", portal: ["a": nil], fake: ["a": 1], differences: []),
        Pair(
            testDescription: "an empty array beside a filled one", portal: ["a": []], fake: ["a": [["b": 1]]],
            differences: []),
        Pair(
            testDescription: "a missing object once", portal: ["a": ["b": 1, "c": 2]], fake: ["x": 1],
            differences: ["a missingInFake", "x missingInPortal"]),
        Pair(
            testDescription: "members in elements", portal: ["a": [["b": 1], ["c": 1]]], fake: ["a": [["b": 1]]],
            differences: ["a[].c missingInFake"]),
        Pair(
            testDescription: "layers of one type, and of others",
            portal: ["l": [["layerType": "A", "url": "u"], ["layerType": "B", "wms": 1]]],
            fake: ["l": [["layerType": "A"], ["layerType": "C", "style": 1]]],
            differences: ["l[A].url missingInFake"]),
        Pair(
            testDescription: "names of the owner's choice", portal: ["helperServices": ["mine": 1]],
            fake: ["helperServices": ["theirs": 1]], differences: []),
        Pair(
            testDescription: "a name that is too long to be told", portal: nested(1, name: 129), fake: [:],
            differences: ["… missingInFake"]),
        Pair(
            testDescription: "a path that is too long to be compared", portal: nested(9, name: 128), fake: ["a": 1],
            differences: [" type"]),
        Pair(
            testDescription: "more paths than are compared", portal: wide(20_000), fake: ["a": 1],
            differences: [" type"]),
        Pair(
            testDescription: "an error and a document", portal: ["error": ["code": 403]], fake: ["a": 1],
            differences: [" code"]),
        Pair(
            testDescription: "other codes", portal: ["error": ["code": 400, "messageCode": "CONT_0001"]],
            fake: ["error": ["code": 400]], differences: [" code"]),
    ]

    @Test(arguments: pairs) func `are compared member by member`(_ pair: Pair) {
        let found = ShapeDifference.between(portal: pair.portal, fake: pair.fake, question: "portals/self")
        #expect(found.map { "\($0.path) \($0.kind.rawValue)" } == pair.differences)
    }
}
