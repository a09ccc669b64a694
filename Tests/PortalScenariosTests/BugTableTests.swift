import Mutants
import Testing

@Suite struct `Tables of bugs` {
    @Test func `a table is read with its command, its needs and its bugs`() throws {
        let table = try BugTable(
            client: "Reference.java",
            text: """
                # What it is.
                build | javac -d {build} {client}
                command | java -cp {build} Reference
                needs | java javac

                no-verification | trust/expired trust/self-signed | trust.verification-off | Verifies nothing
                ? token-in-url | tokens/every-request | secret. wire.never | Puts the token into the address
                """)
        #expect(table.needs == ["java", "javac"])
        #expect(table.bugs.map(\.name) == ["no-verification", "token-in-url"])
        #expect(table.bugs.map(\.isKnownMiss) == [false, true])
        #expect(table.bugs[0].scenarios == ["trust/expired", "trust/self-signed"])
        #expect(table.bugs[0].mistake == "Verifies nothing")
        let line = table.commandLine(folder: "/a b", build: "/c", bug: "token-in-url")
        #expect(line == "java -cp '/c' Reference --bug token-in-url")
        #expect(table.filled(table.build ?? "", folder: "/a b", build: "/c") == "javac -d '/c' '/a b/Reference.java'")
        #expect(try BugTable(client: "a.sh", text: "").commandLine(folder: "/f", build: "") == "'/f/a.sh'")
    }

    @Test func `a code that ends with a dot stands for all that begin with it`() throws {
        let bug = try #require(
            try BugTable(client: "a", text: "b | tokens | secret. wire.never | Does it").bugs.first)
        #expect(bug.isNamed(by: "secret.in-url") && bug.isNamed(by: "wire.never"))
        #expect(!bug.isNamed(by: "wire.never-ever") && !bug.isNamed(by: "wire.missing"))
    }

    @Test(arguments: [
        ("no-referer | tokens | wire.missing", "a, line 1: 3 columns"),
        ("# here\nNo Referer | tokens | wire. | Does it", "a, line 2: No Referer is no name"),
        ("b | tokens | | Does it", "a, line 1: b names no scenario, no code"),
        ("b | | wire. | Does it", "a, line 1: b names no scenario"),
        ("b | tokens | wire. | Does it\n? b | trust | wire. | Does it", "b stands there twice"),
    ])
    func `a line that is none is told with its place`(_ text: String, _ problem: String) {
        let error = #expect(throws: BugTable.Mistake.self) { try BugTable(client: "a", text: text) }
        #expect(
            error?.description.replacing("a.bugs", with: "a").contains(problem) == true, "\(error?.description ?? "")")
    }
}
