import Platform
import ScenarioFormat
import ScenarioReports

/// GitHub Actions, where a run is one of its steps.
enum GitHubActions {
    /// Shows failures beside the commit, and a table in the step's summary, where the environment asks for them
    /// (docs.github.com › Default environment variables).
    static func annotate(_ report: RunReport) {
        guard variable("GITHUB_ACTIONS") == "true" else { return }
        // Its texts are escaped there.
        for line in GitHubAnnotations.lines(of: report) { Console.write(Console.Verbatim(line + "\n")) }
        guard let path = variable("GITHUB_STEP_SUMMARY") else { return }
        let room = GitHubSummary.limit - OutputFile.size(path)
        do {
            try OutputFile.append(Array(GitHubSummary.text(of: report, room: room).utf8), to: path)
        } catch {
            // The verdicts stand without it.
            Console.complain("mockportal: no summary for GitHub: \(error.message)")
        }
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
