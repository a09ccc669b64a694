import Testing

@Suite struct HelpScreenGoldens {
    struct Screen: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let arguments: [String]
    }

    static let screens =
        [Screen(testDescription: "mockportal", arguments: ["--help"])]
        + [
            "init", "check", "serve", "health", "run", "list", "explain", "coverage", "judge", "report", "report merge",
            "schema",
            "conformance",
            "record",
            "certs", "env", "connect", "user", "search", "groups", "item", "webmap",
            "sign-out", "identity",
            "identity import", "identity list", "identity remove",
        ].map { Screen(testDescription: $0, arguments: $0.split(separator: " ").map(String.init) + ["--help"]) }

    @Test(arguments: screens)
    func `A help screen reads as it was edited`(screen: Screen) async throws {
        let done = try await Mockportal.run(screen.arguments, environment: ["COLUMNS": "100"])
        #expect(done.code == 0)
        try Golden.check(done.output, against: "help-" + screen.testDescription.replacing(" ", with: "-"))
    }

    @Test(arguments: ["0", "-1", "1", "27"])
    func `A width that holds no help counts as none`(columns: String) async throws {
        let usual = try await Mockportal.run(["serve", "--help"], environment: ["COLUMNS": "80"])
        let help = try await Mockportal.run(["serve", "--help"], environment: ["COLUMNS": columns])
        #expect(help.output == usual.output)
    }

    @Test(arguments: screens.dropFirst())
    func `A help screen holds an example of its own subcommand`(screen: Screen) async throws {
        let done = try await Mockportal.run(screen.arguments)
        #expect(done.output.contains("Example"))
        #expect(done.output.contains("mockportal \(screen.testDescription)"))
    }
}

@Suite struct VersionGoldens {
    @Test func `The version names the program and the version of each document`() async throws {
        let done = try await Mockportal.run("--version")
        #expect(done.code == 0)
        try Golden.check(done.output, against: "version")
    }
}
