import ScenarioFormat
import ScenarioReports

/// A session of `serve --judge` that was judged.
struct JudgedSession: Sendable {
    let report: SessionReport
    /// Its part of a JSON report, made ahead; nil where none was made.
    var json: JSONReport.Part?
}
