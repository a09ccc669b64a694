import Foundation
import JSONValues
import MockPortalServer
import Testing

/// The journal as an HTTP archive, read by programs that are not ours.
@Suite struct `HTTP archive of a portal` {
    @Test(.haralyzer) func `is read by haralyzer`() async throws {
        let served = try ControlledFake("token")
        defer { served.stop() }
        try await served.signIn()
        let folder = try #require(Peers.folder(fromPyPI: "haralyzer"))
        let run = try await ForeignClient.run(
            "python3",
            [
                "-c",
                """
                import json, sys
                from haralyzer import HarParser
                parser = HarParser(json.load(open(sys.argv[1])))
                entries = [entry for page in parser.pages for entry in page.entries]
                print(json.dumps({
                    "version": parser.version, "creator": parser.creator["name"],
                    "entries": [[e.request.method, e.response.status, e.url.split("/")[-1].split("?")[0]] for e in entries],
                    "query": [p["value"] for p in entries[1].request.queryString],
                    "posts": len(parser.pages[0].post_requests), "time": [e.time >= 0 for e in entries],
                    "start": entries[0].startTime.year >= 2024,
                }))
                """, try await served.file("journal.har"),
            ], environment: ["PYTHONPATH=\(folder)"])
        #expect(run.code == 0, "\(run.errors)")
        let seen = try JSONValue(parsing: run.output)
        #expect(seen["version"] == "1.2" && seen["creator"] == "mockportal" && seen["posts"] == 1)
        #expect(seen["entries"] == [["POST", 200, "generateToken"], ["GET", 200, "self"]])
        #expect(seen["query"] == ["json", "redacted-token-1", "é x"], "\(seen)")
        #expect(seen["time"] == [true, true] && seen["start"] == true)
    }

    @Test(.harSchema, arguments: ["journal.har", "journal.har?expanded=true", "journal.har?since=2"])
    func `is valid by the schema of archives`(path: String) async throws {
        let served = try ControlledFake("token")
        defer { served.stop() }
        try await served.signIn()
        let run = try await ForeignClient.python(
            """
            import glob, json, os, sys
            from jsonschema import Draft6Validator, RefResolver
            schemas = {os.path.basename(f): json.load(open(f)) for f in glob.glob(sys.argv[1] + "/*.json")}
            store = {name: schema for name, schema in schemas.items()}
            for schema in schemas.values():
                store[schema["$id"]] = store[schema["$id"].rstrip("#")] = schema
            har = schemas["har.json"]
            resolver = RefResolver(base_uri="", referrer=har, store=store)
            document = json.load(open(sys.argv[2]))
            errors = [f"{list(e.absolute_path)}: {e.message}" for e in Draft6Validator(har, resolver=resolver).iter_errors(document)]
            print("\\n".join(errors))
            sys.exit(1 if errors else 0)
            """, [Peers.harSchemas, try await served.file(path)])
        #expect(run.code == 0, "\(run.output)\(run.errors)")
    }
}
