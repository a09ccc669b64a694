import Platform
import TestFolders
import Testing

@Suite struct `Files that hold a secret` {
    /// With a combining mark behind it a quotation mark is another `Character`, and still ends the quotes of a shell.
    @Test func `are named by one word of a shell where others may use them`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("secret", as: "pw'\u{301};touch made;'\u{301}x", mode: 0o644)
        let problem = #expect(throws: SecretFile.Problem.self) { _ = try SecretFile.firstLine(file) }
        let word = "'\(folder.path)/pw'\\''\u{301};touch made;'\\''\u{301}x'"
        #expect(
            problem?.description
                == "others than you may use it (its mode is 0644); type: chmod 600 \(word); "
                + "where they may have read it, replace the secret")
    }
}
