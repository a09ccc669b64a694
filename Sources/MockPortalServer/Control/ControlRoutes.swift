internal import JSONValues
internal import PortalJudge
internal import TLSIdentity

/// One thing that the control API can do.
struct ControlRoute {
    let method: String
    /// The words of its path behind `/__mock`; one in braces stands for any.
    let path: [String]
    let operation: ControlOperation
    let action: Action

    /// What it does, and where: nothing that takes long may hold up other callers.
    enum Action {
        /// At once, on the thread that serves the connection.
        case quick(@Sendable (ControlRequest, ControlledPortal) throws -> ControlAnswer)
        /// One after the other: it changes the portal.
        case change(@Sendable (ControlRequest, ControlledPortal) throws -> Answer)
        /// Beside the changes and the studies: it reads or makes something, which takes a moment.
        case reading(@Sendable (ControlRequest, ControlledPortal) throws -> Answer)
        /// Beside the changes, of one portal one after the other: it may take as long as its journal is large.
        case study(@Sendable (ControlRequest, ControlledPortal) throws -> Answer)

        /// Whether calls wait for their turn in a line that may be full.
        var waits: Bool {
            switch self {
            case .quick, .change: false
            case .reading, .study: true
            }
        }
    }

    init(_ method: String, _ path: String, _ operation: ControlOperation, _ action: Action) {
        self.method = method
        self.path = path.split(separator: "/").map(String.init)
        self.operation = operation
        self.action = action
    }

    /// The first word of its path.
    var name: String { path.first ?? "" }
}

/// The control API's table of contents.
enum ControlRoutes {
    static let all: [ControlRoute] = [
        ControlRoute(
            "GET", "health",
            ControlOperation(
                id: "readHealth", summary: "Proves who answers.",
                description: "`nonce` is that of the ready file: the process that wrote it answers here.",
                answer: .json(
                    "It serves.",
                    ControlSchemas.object([
                        "status": ["const": "ok"], "nonce": ControlSchemas.text, "scenario": ControlSchemas.text,
                    ]))),
            .quick { _, controlled in
                .now(
                    ControlReply.json([
                        "status": "ok", "nonce": .string(controlled.nonce), "scenario": .string(controlled.scenario),
                    ])
                )
            }),
        ControlRoute(
            "GET", "ready",
            ControlOperation(
                id: "readReady", summary: "Gives the ready document: addresses, accounts with their passwords, keys.",
                answer: .json("The same object as in the ready file.", ControlSchemas.reference("Ready"))),
            .quick { _, controlled in .now(ControlReply.json(controlled.ready.json)) }),
        ControlRoute(
            "GET", "openapi.json",
            ControlOperation(
                id: "readDescription", summary: "Gives this description, as OpenAPI 3.1.",
                answer: .json(
                    "An OpenAPI 3.1 document.", ["type": "object", "required": ["openapi", "info", "paths"]])),
            .reading { _, controlled in ControlReply.json(OpenAPIDocument.of(controlled)) }),
        ControlRoute("GET", "journal", journalOperation, .quick(journal)),
        ControlRoute("GET", "journal.har", HARAnswer.operation, .reading(HARAnswer.answer)),
        ControlRoute(
            "DELETE", "journal",
            ControlOperation(
                id: "clearJournal", summary: "Forgets what was seen; open connections stay.",
                answer: .json("It is empty.", ControlSchemas.done)),
            .change { _, controlled in
                controlled.portal.clearJournal()
                return ControlReply.done
            }),
        ControlRoute(
            "GET", "events",
            ControlOperation(
                id: "followJournal",
                summary: "Streams what happens as server-sent events until the caller leaves; `Last-Event-ID` resumes.",
                answer: .files("Events, without an end.", ["text/event-stream"]),
                failures: [503: "All places for streams are taken."]),
            .quick(events)),
        ControlRoute(
            "GET", "verdict",
            ControlOperation(
                id: "readVerdict", summary: "Judges what was seen so far; only there with `serve --judge`.",
                answer: .json("The session's report.", ["type": "object"]),
                failures: [404: "The session is not judged."]),
            .study { _, controlled in
                guard let examine = controlled.examine else {
                    return ControlReply.failure(404, "this session is not judged; start it with --judge")
                }
                return ControlReply.json(examine(controlled.portal, controlled.scenario))
            }),
        ControlRoute(
            "POST", "verify",
            ControlOperation(
                id: "verifyJournal",
                summary: "Says whether the journal so far meets lines as a scenario's `wire` has them.",
                description:
                    "What is not met is told with the nearest thing that came and what differs; findings hold no secret. "
                    + "A journal that lost entries meets nothing; `incomplete` says what it lost.",
                body: .verify, answer: .json("What came of it.", ControlSchemas.reference("Verification")),
                failures: [404: "What serves this portal has no judge."]),
            .study { request, controlled in
                guard let verify = controlled.verify else {
                    return ControlReply.failure(404, "there is no judge here; mockportal serve has one")
                }
                _ = try request.reader(.verify)
                return ControlReply.json(try verify(controlled.portal, request.document()))
            }),
        ControlRoute(
            "GET", "clock",
            ControlOperation(
                id: "readClock", summary: "Tells the portal's time.",
                answer: .json("Milliseconds since 1970, and how far it is ahead of real time.", ControlSchemas.clock)),
            .quick { _, controlled in .now(clock(controlled.portal)) }),
        ControlRoute(
            "POST", "clock",
            ControlOperation(
                id: "advanceClock", summary: "Moves the portal's time on; certificates live in real time.",
                body: .clock,
                answer: .json("The time that it is now.", ControlSchemas.clock)),
            .change { request, controlled in
                try act(request, .clock, at: controlled.portal)
                return clock(controlled.portal)
            }),
        ControlRoute(
            "POST", "tokens",
            ControlOperation(
                id: "endTokens", summary: "Lets tokens expire, or revokes them.", body: .tokens,
                answer: .json("They have ended; `note` says of one that it had already.", ControlSchemas.acted)),
            .change { request, controlled in
                ControlReply.done(try act(request, .tokens, at: controlled.portal))
            }),
        ControlRoute(
            "POST", "actions",
            ControlOperation(
                id: "act", summary: "Does something to the running portal, in the words of a scenario's `portal` step.",
                body: .actions, answer: .json("It is done.", ControlSchemas.acted)),
            .change { request, controlled in
                ControlReply.done(try act(request, .actions, at: controlled.portal))
            }),
        ControlRoute(
            "POST", "reset",
            ControlOperation(
                id: "reset",
                summary: "Starts state, clock and journal anew; accounts keep the passwords that they began with.",
                description: unanswered,
                answer: .json("It is as at its start.", ControlSchemas.done)),
            .change { _, controlled in
                try controlled.portal.reset()
                return ControlReply.done
            }),
        ControlRoute(
            "GET", "scenario",
            ControlOperation(
                id: "readScenario", summary: "Names what is served.",
                answer: .json("A preset, a scenario or a row.", ControlSchemas.scenario)),
            .quick { _, controlled in .now(ControlReply.json(["scenario": .string(controlled.scenario)])) }),
        ControlRoute(
            "POST", "scenario",
            ControlOperation(
                id: "changeScenario", summary: "Serves something else at the same URL to the same accounts.",
                description:
                    "The port is never released. Where the change fails, the portal goes on unchanged. " + unanswered,
                body: .wanted, answer: .json("The new ready document.", ControlSchemas.reference("Ready"))),
            .change { request, controlled in
                let wanted = try Wanted(request, controlled)
                try controlled.change(to: wanted.blueprint, scenario: wanted.name)
                return ControlReply.json(controlled.ready.json)
            }),
        ControlRoute(
            "GET", "ca.pem",
            ControlOperation(
                id: "readAuthority", summary: "Gives the authority that clients are to trust.",
                answer: .files("A certificate in PEM.", ["application/x-pem-file"])),
            .quick { _, controlled in
                .now(ControlReply.bytes(Array(controlled.portal.authorityPEM.utf8), type: "application/x-pem-file"))
            }),
        ControlRoute(
            "GET", "identities",
            ControlOperation(
                id: "listIdentities", summary: "Lists the files of client certificates.",
                answer: .json(
                    "Their names, the password of the .p12 files, and whether the portal asks for a certificate.",
                    ControlSchemas.object([
                        "files": ControlSchemas.texts, "password": ControlSchemas.text, "asked": ControlSchemas.truth,
                    ]))),
            .reading { request, controlled in try IdentityDownload.answer(request, controlled.portal) }),
        ControlRoute(
            "GET", "identities/{file}",
            ControlOperation(
                id: "readIdentity", summary: "Gives a file of a client certificate, as `alice.p12`.",
                description: "`alice-rsa.p12` holds the same identity with an RSA key, made when first asked for.",
                pathParameter: ControlParameter(
                    name: "file", kind: .text, description: "One of the names in the list."),
                answer: .files("The file.", ["application/x-pkcs12", "application/x-pem-file"]),
                failures: [404: "There is no such file."]),
            .reading { request, controlled in try IdentityDownload.answer(request, controlled.portal) }),
        ControlRoute(
            "POST", "wait",
            ControlOperation(
                id: "waitForRequests",
                summary: "Answers once so many requests stand in the journal, or the time is over.",
                description:
                    "Requests count from their arrival on: what is known only with the answer cannot be filtered by.",
                body: .wait, answer: .json("Whether they were seen in time.", ControlSchemas.seen),
                failures: [503: "Too many callers wait already."]),
            .quick { request, controlled in .wait(try wait(request, controlled.portal)) }),
        ControlRoute(
            "GET", "sandboxes",
            ControlOperation(
                id: "listSandboxes", summary: "Lists the sandboxes that were started here.",
                answer: .json("Their ids.", ControlSchemas.object(["sandboxes": ControlSchemas.texts]))),
            .quick { _, controlled in
                .now(ControlReply.json(["sandboxes": .array(controlled.sandboxes.map { .string($0) })]))
            }),
        ControlRoute(
            "POST", "sandboxes",
            ControlOperation(
                id: "openSandbox", summary: "Starts an isolated portal with its own port, state, clock and journal.",
                description:
                    "Its `controlURL` is the root of the same API for it alone; `sandboxes/{id}/…` here is too.",
                body: .wanted,
                answer: .json("Its ready document, with its id.", status: 201, ControlSchemas.reference("Sandbox")),
                failures: [429: "There are as many as there may be."]),
            .change { request, controlled in
                let wanted = try Wanted(request, controlled)
                let (id, sandbox) = try controlled.openSandbox(wanted.blueprint, scenario: wanted.name)
                var ready = sandbox.ready.json
                ready["id"] = .string(id)
                return ControlReply.json(ready, status: 201)
            }),
        ControlRoute(
            "GET", "sandboxes/{id}",
            ControlOperation(
                id: "readSandbox", summary: "Lists what is there for a sandbox.",
                pathParameter: ControlParameter(name: "id", kind: .text, description: "Its id, as `1`."),
                answer: root.answer, failures: [404: "There is no such sandbox."]),
            .quick { request, controlled in
                let id = request.words.last ?? ""
                return .now(
                    controlled.sandbox(id).map { ControlReply.json(ControlDispatch.overview($0)) }
                        ?? ControlDispatch.noSandbox(id, controlled))
            }),
        ControlRoute(
            "DELETE", "sandboxes/{id}",
            ControlOperation(
                id: "endSandbox", summary: "Ends a sandbox, and those that were started in it.",
                pathParameter: ControlParameter(name: "id", kind: .text, description: "Its id, as `1`."),
                answer: .json("It has ended.", ControlSchemas.done), failures: [404: "There is no such sandbox."]),
            .change { request, controlled in
                guard request.words.count == 2, controlled.endSandbox(request.words[1]) else {
                    return ControlDispatch.noSandbox(request.words.last ?? "", controlled)
                }
                return ControlReply.done
            }),
    ]

    /// The table of contents itself, at the root.
    static let root = ControlOperation(
        id: "readContents", summary: "Lists what is here.",
        answer: .json(
            "The portal's URL and the names of everything.",
            ControlSchemas.object(["portal": ControlSchemas.text, "exists": ControlSchemas.texts])))

    /// The names of everything, each once.
    static let names = all.reduce(into: [String]()) { if !$0.contains($1.name) { $0.append($1.name) } }
}

/// The blueprint that a body asks for: a scenario or preset by name, with differences.
private struct Wanted {
    let name: String
    let blueprint: Blueprint

    init(_ request: ControlRequest, _ controlled: ControlledPortal) throws {
        let body = try request.reader(.wanted)
        name = try body.text("scenario") ?? controlled.scenario
        var blueprint = try controlled.resolve(name)
        if let overlay = body["blueprint"] { blueprint = try blueprint.overlaid(with: overlay, source: "body") }
        self.blueprint = blueprint
    }
}

/// What `reset` and a change of the scenario do to the requests at hand.
private let unanswered =
    "A request whose answer is being worked out or held back gets none: its connection is closed."

private func clock(_ portal: MockPortal) -> Answer {
    ControlReply.json(["portalTime": .integer(portal.portalTime), "advanced": .integer(portal.clock.advance)])
}

/// Carries out an action whose key must be one of a body's, and gives what there is to say of it.
@discardableResult
private func act(_ request: ControlRequest, _ body: ControlBody, at portal: MockPortal) throws -> String? {
    _ = try request.reader(body)
    let action = try PortalAction(decoding: request.document(), source: "body")
    let ended = portal.tokenEnded(before: action)
    try portal.perform(action)
    return ended.map { "\($0) had ended already" }
}

/// What a call of `wait` waits for.
private func wait(_ request: ControlRequest, _ portal: MockPortal) throws -> ControlWait {
    let body = try request.reader(.wait)
    let timeout = try body.duration("timeout") ?? .seconds(10)
    guard timeout <= ControlWait.longest else { throw body.wrongType("timeout", "a duration of at most 10m") }
    return ControlWait(
        portal: portal, count: try body.number("count", in: 0...1_000_000) ?? 1, filter: try JournalFilter(body),
        timeout: timeout)
}

private let journalOperation = ControlOperation(
    id: "readJournal", summary: "Gives what the portal saw, as reports hold it, entry by entry.",
    description:
        "Bodies and header fields are as received, passwords included. `next` is the `since` of the next call.",
    query: JournalPage.parameters + JournalFilter.parameters,
    answer: .json("The journal, or the part of it that is asked for.", ControlSchemas.reference("Journal")),
    failures: [503: "Too many callers read a journal already."])

/// The journal, or the part of it that `since`, `limit` and the filters ask for.
@Sendable private func journal(_ request: ControlRequest, _ controlled: ControlledPortal) throws -> ControlAnswer {
    let portal = controlled.portal
    return .journal(portal, try JournalPage.asked(by: request.values(journalOperation.query), of: portal))
}

extension JournalPage {
    /// What cuts a part out of a journal.
    static let parameters = [
        ControlParameter(
            name: "since", kind: .number(0...Int(Int32.max)),
            description: "Leaves out the requests up to this number; it is not above the latest."),
        ControlParameter(name: "limit", kind: .number(1...1_000_000), description: "Ends after so many requests."),
    ]

    /// The part that a query asks for.
    ///
    /// Throws where `since` is above the latest request.
    static func asked(by values: ControlValues, of portal: MockPortal) throws(DocumentError) -> JournalPage {
        let since = values.numbers["since"] ?? 0, latest = portal.requestCount
        guard since <= latest else {
            throw DocumentError(
                .wrongType, source: "query", keyPath: "since",
                problem:
                    "\(since) is above the latest request, which is \(latest); a journal that was cleared counts from 1"
            )
        }
        return portal.recorder.page(since: since, limit: values.numbers["limit"], filter: JournalFilter(values))
    }
}

/// What happens at the portal from now on, and before that what the journal holds already.
@Sendable private func events(_ request: ControlRequest, _ controlled: ControlledPortal) throws -> ControlAnswer {
    _ = try request.values([])
    guard request.method != "HEAD" else { return .now(ControlReply.bytes([], type: "text/event-stream")) }
    let source = EventSource(
        portal: { [weak controlled] in controlled?.watchedPortal },
        scenario: { [weak controlled] in controlled?.scenario ?? "" }, isJudged: controlled.examine != nil)
    return .events(source, lastID: request.lastEventID)
}
