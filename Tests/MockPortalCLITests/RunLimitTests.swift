import TestFolders
import Testing

/// Numbers and files of a line for `run` that it does not go along with.
@Suite struct `What run takes` {
    @Test(arguments: ["1001", "9223372036854775807"]) func `more jobs than one process has room for are refused`(
        jobs: String
    ) async throws {
        let done = try await Mockportal.run("run", "C07", "--jobs", jobs)
        #expect(done.code == 64, "\(done.errors)")
        #expect(
            done.errors.contains("--jobs \(jobs): at most 1000 scenarios run at once; name fewer"), "\(done.errors)")
    }

    @Test(arguments: ["client: &x 1\nb: *x\n", "services:\n  \"expect\" : *x\n"])
    func `a document that cannot be read and may be a scenario is refused`(text: String) async throws {
        let folder = try TemporaryFolder()
        try folder.write(`Files of one's own`.scenario, as: "mine.yaml")
        try folder.write(text, as: "other.yaml")
        let done = try await Mockportal.run("list", ".", folder: folder.path)
        #expect(done.code == 64 && done.errors.contains("./other.yaml:"), "\(done.errors)")
    }

    @Test(arguments: [
        ("compose.yaml", "x-clients: &x { client_id: 1 }\nb: *x\n"), ("package.json", "// No JSON.\n{}\n"),
    ])
    func `a document of another program is passed over and named`(name: String, text: String) async throws {
        let folder = try TemporaryFolder()
        try folder.write(`Files of one's own`.scenario, as: "mine.yaml")
        try folder.write(text, as: name)
        let done = try await Mockportal.run("run", ".", folder: folder.path)
        #expect(done.code == 0, "\(done.errors)")
        #expect(
            done.errors.contains("Warning: passed over, for it has neither client nor expect: ./\(name):"),
            "\(done.errors)")
        let alone = try await Mockportal.run("run", "./\(name)", folder: folder.path)
        #expect(alone.code == 64, "\(alone.errors)")
    }
}
