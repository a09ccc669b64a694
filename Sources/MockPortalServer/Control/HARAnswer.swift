internal import JSONValues
internal import PortalJudge

/// What `journal.har` takes and answers.
enum HARAnswer {
    static let operation = ControlOperation(
        id: "readArchive",
        summary: "Gives the journal as an HTTP archive (HAR 1.2), for browsers' network panels and other readers.",
        description: "Secrets are replaced by their names unless `expanded` says otherwise. Times are the portal's. "
            + "What the journal does not keep, as the bodies of answers, is left out. Members that begin with `_` are mockportal's: "
            + "TLS and refused handshakes, operations, tokens by name, gates and faults.",
        query: JournalPage.parameters + JournalFilter.parameters + [
            ControlParameter(
                name: "expanded", kind: .truth, description: "`true`: everything as received, passwords included.")
        ],
        answer: .json("The archive, or the part of it that is asked for.", ControlSchemas.reference("Archive")),
        failures: [503: "Too many callers read a journal already."])

    @Sendable static func answer(_ request: ControlRequest, _ controlled: ControlledPortal) throws -> Answer {
        let values = try request.values(operation.query)
        let portal = controlled.portal
        let page = try JournalPage.asked(by: values, of: portal)
        let readers = controlled.directory.readers
        guard readers.enter() else {
            return ControlReply.busy("\(readers.limit) callers read a journal already; ask again when one is done")
        }
        let redaction =
            values.truths["expanded"] == true
            ? nil : JournalRedaction(portal.canaries(), tokenRequests: portal.recorder.tokenRequests(of: page))
        return ControlReply.stream(
            HARReading(portal.recorder, page, redaction: redaction) { readers.giveBack() }, type: "application/json")
    }
}
