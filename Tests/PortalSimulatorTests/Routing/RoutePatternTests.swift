import Testing

@testable import PortalSimulator

@Suite struct `The pattern of a route` {
    struct Case: CustomTestStringConvertible, Sendable {
        let path: String
        let asked: String
        let captures: [String]?
        var testDescription: String { "\(asked) at \(path)" }
    }

    private static let identifier = String(repeating: "a1", count: 16)

    static let cases = [
        Case(path: "items/{x}", asked: "items/one%20two", captures: ["one two"]),
        Case(path: "items/{x}", asked: "items/query", captures: nil),
        Case(path: "users/{name}", asked: "users/query", captures: ["query"]),
        Case(path: "items/{x}", asked: "items/", captures: nil),
        Case(path: "items/{x:id}", asked: "items/\(identifier)", captures: [identifier]),
        Case(path: "items/{x:id}", asked: "items/addItemX", captures: nil),
        Case(path: "layers/{x#}/info", asked: "layers/12/info", captures: ["12"]),
        Case(path: "layers/{x#}/info", asked: "layers/twelve/info", captures: nil),
        Case(path: "info/{x*}", asked: "info/thumbnail/a.png", captures: ["thumbnail/a.png"]),
        Case(path: "info/{x*}", asked: "info/../a.png", captures: nil),
        Case(path: "info/{x*}", asked: "info", captures: nil),
        Case(path: "items/{x}/data", asked: "items/one/data/more", captures: nil),
    ]

    @Test(arguments: cases) func `fits paths whose open segments have the form`(_ one: Case) {
        let pattern = RoutePattern(one.path, names: ["{name}"])
        let asked = one.asked.split(separator: "/", omittingEmptySubsequences: false)
        #expect(pattern.captures(asked, words: ["query"]) == one.captures)
    }

    @Test func `is journaled without the form`() {
        #expect(RoutePattern.plain("a/{x:id}/b/{y#}/{z}/{w*}") == "a/{x}/b/{y}/{z}/{w*}")
    }
}
