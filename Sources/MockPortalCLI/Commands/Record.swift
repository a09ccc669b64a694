import ArgumentParser
import JSONValues
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
        help: ArgumentHelp("Write portal.json and the folder world into this folder.", valueName: "folder"),
        completion: .directory)
    var out: String

    func run() async throws {
        let reach = try given.reach.checked()
        let run = try given.checked { () throws(DocumentError) in
            RecordingRun(try given.plan(for: portal, by: reach))
        }
        let recorded: RecordedPortal
        do throws(ConformanceError) {
            recorded = try await run.run()
        } catch {
            throw CommandFailure(error.description, .couldNotJudge)
        }
        for folder in [out, out + "/world", out + "/world/services"] { try OutputFile.makeFolder(folder) }
        for path in recorded.files.keys.sorted() {
            let text = (recorded.files[path] ?? .null).text(pretty: true) + "\n"
            try OutputFile.write(Array(text.utf8), to: "\(out)/\(path)")
        }
        Console.say("recorded  \(recorded.files.count) files in \(out)")
        for name in recorded.names.keys.sorted() { Console.say("\(name)  \(recorded.names[name] ?? "")") }
        Console.say("play it   mockportal serve --scenario \(ShellArgument.quoted(out + "/portal.json"))")
    }
}
