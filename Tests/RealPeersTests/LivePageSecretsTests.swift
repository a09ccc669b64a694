import FixtureFiles
import HTTPSemantics
import JSONValues
import PortalJudge
import TestFolders
import Testing

/// What the live page's script hides in texts, run by Node without a page.
@Suite(.node) struct `Secrets at the live page` {
    /// The texts as the page shows them.
    private func shown(_ texts: [String]) async throws -> [String] {
        let page = String(decoding: try FixtureTree.embedded.bytes(at: "Fixtures/watch/page.js"), as: UTF8.self)
        let start = try #require(page.firstRange(of: "// ---- Secrets")).lowerBound
        let end = try #require(page.firstRange(of: "// ---- Entries")).lowerBound
        let program =
            String(page[start..<end]) + """

                const texts = JSON.parse(require("fs").readFileSync(process.argv[2], "utf8"));
                console.log(JSON.stringify(texts.map(shown)));
                """
        let folder = try TemporaryFolder()
        let input = try folder.write(JSONValue.array(texts.map { .string($0) }).text(), as: "texts.json")
        let run = try await ForeignClient.run("node", [try folder.write(program, as: "shown.cjs"), input])
        try #require(run.code == 0, "\(run.errors)")
        return try #require(try JSONValue(parsing: run.output).array).compactMap(\.string)
    }

    private func part(_ head: String, _ value: String) -> String {
        "--b\r\nContent-Disposition: form-data; \(head)\r\n\r\n\(value)\r\n"
    }

    @Test func `every field that the judge takes for a secret is hidden, in a form, in JSON and in a part`()
        async throws
    {
        let names = SecretFields.names.sorted()
        for (kind, texts) in [
            ("form", names.map { "f=json&\($0)=hush" }), ("JSON", names.map { "{\"\($0)\": \"hush\"}" }),
            ("part", names.map { part("name=\"\($0)\"", "hush") + "--b--\r\n" }),
            ("part without quotes", names.map { part("name=\($0)", "hush") + "--b--\r\n" }),
        ] {
            let seen = try await shown(texts)
            #expect(seen.count == names.count)
            for (name, text) in zip(names, seen) {
                #expect(text.contains("‹hidden›") && !text.contains("hush"), "\(kind), \(name): \(text)")
            }
        }
    }

    @Test func `of the parts of a form the secret ones are hidden, and no others`() async throws {
        let form =
            part("name=\"token\"", "hush\r\n--hush") + part("name=\"f\"", "json")
            + part("name=\"password\"; x=y\r\nContent-Type: text/plain", "--hush") + part("name=\"q\"", "token")
            + "--b--\r\n"
        let seen = try await shown([form, form.replacing("\r\n", with: "\n")])
        let wanted = form.replacing("--hush", with: "‹hidden›").replacing("hush", with: "‹hidden›")
        #expect(seen == [wanted, wanted.replacing("\r\n", with: "\n")])
    }
}
