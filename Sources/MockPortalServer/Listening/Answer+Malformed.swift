internal import HTTPSemantics
internal import PortalJudge

// What is answered to requests that never reach a responder.

extension Answer {
    /// RFC 9112 §3.2
    static let missingHost = Answer(
        PreparedAnswer(
            status: 400,
            headers: [HeaderField("Content-Type", "text/plain; charset=utf-8"), HeaderField("Connection", "close")],
            body: Array("The request has no Host header.\n".utf8),
            notes: AnswerNotes(decisions: [
                Journal.Decision(gate: "host", passed: false, reason: "an HTTP/1.1 request must have a Host header")
            ])),
        operation: "unknown")
}

extension PreparedAnswer {
    /// The words of a fault, and the end of the connection (RFC 9112 §6.3, §9.6).
    static func refusing(_ fault: HeadFault) -> PreparedAnswer {
        PreparedAnswer(
            status: fault.status,
            headers: [HeaderField("Content-Type", "text/plain; charset=utf-8"), HeaderField("Connection", "close")],
            body: Array("The request is malformed: \(fault.reason).\n".utf8))
    }

    /// RFC 9110 §15.5.14, with ArcGIS's error envelope (developers.arcgis.com, "Handling errors").
    static let tooLarge = PreparedAnswer(
        status: 413,
        headers: [HeaderField("Content-Type", "application/json;charset=UTF-8"), HeaderField("Connection", "close")],
        body: Array(
            #"{"error":{"code":413,"details":[],"message":"The request body is larger than this server reads."}}"#.utf8),
        notes: AnswerNotes(decisions: [
            Journal.Decision(gate: "size", passed: false, reason: "the body is over the listener's limit")
        ]))
}
