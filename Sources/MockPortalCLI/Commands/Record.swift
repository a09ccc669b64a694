import ArgumentParser
import JSONValues
import Platform
import PortalConformance
import ScenarioFormat

/// `mockportal record`: a portal that is not ours as a document that `serve` can play.
struct Record: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Record a real portal as a document that serve can play.",
        discussion: """
            What the portal says of itself, of the profile's member, items and service is written down with every name, \
            address, identifier and text replaced by an invented one of the same shape. Features are not recorded, tokens \
            and passwords never are. Nothing is written to the portal.

            Examples:
              mockportal record https://gis.example.com/portal --profile portal.yaml --out recorded
              mockportal serve --scenario recorded/portal.json
            """)

    @Argument(help: ArgumentHelp("The portal's address.", valueName: "portal-url"))
    var portal: String

    @OptionGroup var given: PortalProfileOptions

    @Option(
        help: ArgumentHelp(
            "Write portal.json and the folder world into this folder, which has neither yet.", valueName: "folder"),
        completion: .directory)
    var out: String

    func run() async throws {
        let reach = try given.reach.checked()
        let run = try given.checked { () throws(DocumentError) in
            RecordingRun(try given.plan(for: portal, by: reach))
        }
        try requireFree()
        let recorded: RecordedPortal
        do throws(ConformanceError) {
            recorded = try await run.run()
        } catch {
            throw CommandFailure(error.description, .couldNotJudge)
        }
        try OutputFile.makeFolder(out)
        // What has come there meanwhile is no folder of this recording, and a link leads out of it.
        for folder in [out + "/world", out + "/world/services"] { try OutputFile.makeNewFolder(folder) }
        for path in recorded.files.keys.sorted() {
            let text = (recorded.files[path] ?? .null).text(pretty: true) + "\n"
            try OutputFile.write(Array(text.utf8), to: "\(out)/\(path)")
        }
        Console.say("recorded  \(recorded.files.count) files in \(out)")
        for name in recorded.names.keys.sorted() { Console.say("\(name)  \(recorded.names[name] ?? "")") }
        Console.say("play it   mockportal serve --scenario \(ShellArgument.quoted(out + "/portal.json"))")
    }

    /// Throws where a recording is there already, or a link in its place: two recordings would be mixed.
    private func requireFree() throws(CommandFailure) {
        for name in ["portal.json", "world"] {
            var facts = stat()
            guard lstat("\(out)/\(name)", &facts) == 0 else { continue }
            throw CommandFailure(
                "\(out)/\(name) is there already, and record replaces nothing. Name a new folder.", .wrongUsage)
        }
    }
}
