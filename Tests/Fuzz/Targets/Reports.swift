// properties: Tests/ScenarioReportsTests/Support/ReportProperties.swift Tests/ScenarioReportsTests/Support/MarkupScan.swift

/// Gives bytes to `judge` and `report merge`, and what they make of them to every writer of reports.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzReports(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    if let violation = ReportProperties.violation(by: input) { fatalError(violation) }
    return 0
}
