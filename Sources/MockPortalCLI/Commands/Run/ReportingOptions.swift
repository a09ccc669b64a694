import ArgumentParser
import ScenarioFormat
import ScenarioReports

/// What becomes of the verdicts.
struct ReportingOptions: ParsableArguments {
    @Flag(help: "Print for every scenario what was expected and what happened.")
    var explain = false

    @OptionGroup var files: ReportFiles
}

/// The report files that were asked for.
struct ReportFiles: ParsableArguments {
    /// A report file of one kind.
    struct Report: ExpressibleByArgument {
        enum Kind: String, CaseIterable {
            case json, junit, html
        }

        let kind: Kind
        let path: String

        init?(argument: String) {
            guard let equals = argument.firstIndex(of: "="), let kind = Kind(rawValue: String(argument[..<equals]))
            else { return nil }
            self.kind = kind
            path = String(argument[argument.index(after: equals)...])
            if path.isEmpty { return nil }
        }
    }

    @Option(
        name: .customLong("report"),
        help: ArgumentHelp(
            "Write a report: json=<file>, junit=<file> or html=<file>; may be repeated.", valueName: "kind=file"))
    var reports: [Report] = []

    func validate() throws {
        var places: [String: String] = [:]
        for wanted in reports {
            guard let place = OutputFile.place(of: wanted.path) else { continue }
            if places.updateValue(wanted.path, forKey: place) != nil {
                throw ValidationError(
                    "--report \(wanted.kind.rawValue)=\(wanted.path): another report goes to the same file; name one for each"
                )
            }
        }
    }

    /// Whether a JSON report is among them.
    var hasJSON: Bool { reports.contains { $0.kind == .json } }

    /// Throws where a report could not be written, before anything is judged.
    func requirePlaces() throws(CommandFailure) {
        for wanted in reports { try OutputFile.requirePlace(at: wanted.path) }
    }

    /// Writes every report that was asked for, each whole or not at all, and has the verdicts shown; gives whether all are written.
    ///
    /// Standard output and a pipe may wait for their readers, and a file need not wait for them.
    func write(_ report: RunReport, showing verdicts: () -> Void) -> Bool {
        let areFilesWritten = writeFiles(report)
        verdicts()
        return writeStreams(report) && areFilesWritten
    }

    /// Writes the reports that go to files of their own, which have no reader to wait for; tells of each that cannot be written, and
    /// gives whether all are.
    ///
    /// Parts of a JSON report may have been made ahead, by the names of their runs.
    func writeFiles(_ report: RunReport, parts: [String: JSONReport.Part] = [:]) -> Bool {
        writeAll(reports.filter { OutputFile.place(of: $0.path) != nil }, of: report, parts)
    }

    /// The same for those that go to pipes, devices and open descriptors.
    func writeStreams(_ report: RunReport, parts: [String: JSONReport.Part] = [:]) -> Bool {
        writeAll(reports.filter { OutputFile.place(of: $0.path) == nil }, of: report, parts)
    }

    private func writeAll(_ chosen: [Report], of report: RunReport, _ parts: [String: JSONReport.Part]) -> Bool {
        var isWritten = true
        for wanted in chosen {
            do { try write(report, as: wanted, parts) } catch {
                // The others are worth as much without it.
                Console.complain("mockportal: \((error as? CommandFailure)?.message ?? "\(error)")")
                isWritten = false
            }
        }
        return isWritten
    }

    private func write(_ report: RunReport, as wanted: Report, _ parts: [String: JSONReport.Part]) throws {
        let text =
            switch wanted.kind {
            case .json: try JSONReport.text(of: report, parts: parts)
            case .junit: JUnitReport.text(of: report)
            case .html: HTMLReport.text(of: report)
            }
        try OutputFile.write(Array(text.utf8), to: wanted.path)
    }
}
