import PortalAuthentication
import Testing

@Suite struct `Portal URLs` {
    struct Spelling: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let input: String
        let expected: String
    }
    static let spellings = [
        Spelling(testDescription: "as it is", input: "https://h.test/portal", expected: "https://h.test/portal"),
        Spelling(testDescription: "trailing slash", input: "https://h.test/portal/", expected: "https://h.test/portal"),
        Spelling(
            testDescription: "home page", input: "https://h.test/portal/home/index.html",
            expected: "https://h.test/portal"),
        Spelling(
            testDescription: "home with query", input: "https://h.test/portal/home/webmap/viewer.html?webmap=1",
            expected: "https://h.test/portal"),
        Spelling(
            testDescription: "index page", input: "https://h.test/portal/index.html", expected: "https://h.test/portal"),
        Spelling(testDescription: "sharing", input: "https://h.test/portal/sharing", expected: "https://h.test/portal"),
        Spelling(
            testDescription: "sharing/rest/", input: "https://h.test/portal/sharing/rest/",
            expected: "https://h.test/portal"),
        Spelling(
            testDescription: "slashes before home", input: "https://h.test/portal//home",
            expected: "https://h.test/portal"),
        Spelling(testDescription: "blanks", input: "  https://h.test/portal \n", expected: "https://h.test/portal"),
        Spelling(
            testDescription: "upper-case scheme and host", input: "HTTPS://H.Test/Portal",
            expected: "https://h.test/Portal"),
        Spelling(testDescription: "no context", input: "https://h.test", expected: "https://h.test"),
        Spelling(testDescription: "no context, slash", input: "https://h.test/", expected: "https://h.test"),
        Spelling(testDescription: "no scheme", input: "h.test/portal", expected: "https://h.test/portal"),
        Spelling(
            testDescription: "port kept", input: "https://h.test:7443/arcgis/", expected: "https://h.test:7443/arcgis"),
        Spelling(
            testDescription: "own port dropped", input: "https://h.test:443/arcgis", expected: "https://h.test/arcgis"),
        Spelling(testDescription: "http kept", input: "http://h.test/portal", expected: "http://h.test/portal"),
        Spelling(testDescription: "fragment", input: "https://h.test/portal#x", expected: "https://h.test/portal"),
    ]

    @Test(arguments: spellings) func `have one canonical spelling`(_ spelling: Spelling) throws {
        #expect(try PortalURL(spelling.input).description == spelling.expected)
    }

    @Test(arguments: [
        "", "   ", "ftp://h.test", "https://", "https://u:p@h.test/portal", "https://h .test", "https://h.test:99999",
    ])
    func `refuse what is no plain address`(_ input: String) {
        #expect(throws: PortalError(.invalidArgument, detail: "")) { try PortalURL(input) }
    }

    @Test func `lead to the REST resources`() throws {
        #expect(try PortalURL("https://h.test/portal").rest.description == "https://h.test/portal/sharing/rest")
        #expect(try PortalURL("https://h.test").rest.description == "https://h.test/sharing/rest")
    }
}
