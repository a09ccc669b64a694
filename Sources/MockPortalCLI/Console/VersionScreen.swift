import PortalConformance
import ScenarioReports

/// What `--version` prints: the program, and the version of each document that others read or write.
///
/// A document's version grows when a member of it changes its meaning or goes; a new member leaves it as it is. The samples of each
/// version stay readable (`Tests/MockPortalCLITests/Compatibility`).
enum VersionScreen {
    /// A kind of document, with its version as it is told.
    struct Document {
        let name: String
        let version: String
    }

    static let documents = [
        Document(name: "report", version: "\(JSONReport.version) (\(JSONReport.partialVersion) where partial)"),
        Document(name: "list", version: "1"),
        Document(name: "learned", version: "\(ConformanceReport.learnedVersion)"),
        Document(name: "ready file", version: "1"),
        Document(name: "control API", version: "1"),
        Document(name: "scenario", version: "1"),
        Document(name: "preset", version: "1"),
        Document(name: "world", version: "1"),
        Document(name: "profile", version: "1"),
    ]

    static var text: String {
        let lines = Console.columns(documents.map { ["  " + $0.name, $0.version] })
        return (["mockportal \(ToolVersion.text)", "", "Versions of its documents:"] + lines).joined(separator: "\n")
    }
}
