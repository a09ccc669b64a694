internal import JSONValues
internal import PortalJudge
internal import TLSIdentity

/// One thing that the control API can do.
struct ControlRoute {
    let method: String
    let name: String
    let action: Action

    /// What it does, and where: nothing that takes long may hold up other callers.
    enum Action {
        /// At once, on the thread that serves the connection.
        case quick(@Sendable (ControlRequest, ControlledPortal) throws -> ControlAnswer)
        /// One after the other: it changes the portal.
        case change(@Sendable (ControlRequest, ControlledPortal) throws -> Answer)
        /// One after the other, beside the changes: it reads or makes much.
        case study(@Sendable (ControlRequest, ControlledPortal) throws -> Answer)
    }

    init(_ method: String, _ name: String, _ action: Action) {
        self.method = method
        self.name = name
        self.action = action
    }
}

/// The control API's table of contents.
enum ControlRoutes {
    static let all: [ControlRoute] = [
        ControlRoute(
            "GET", "health",
            .quick { _, controlled in
                .now(
                    ControlReply.json([
                        "status": "ok", "nonce": .string(controlled.nonce), "scenario": .string(controlled.scenario),
                    ])
                )
            }),
        ControlRoute("GET", "ready", .quick { _, controlled in .now(ControlReply.json(controlled.ready.json)) }),
        ControlRoute("GET", "journal", .quick(journal)),
        ControlRoute(
            "DELETE", "journal",
            .change { _, controlled in
                controlled.portal.clearJournal()
                return ControlReply.done
            }),
        ControlRoute("GET", "events", .quick(events)),
        ControlRoute(
            "GET", "verdict",
            .study { _, controlled in
                guard let examine = controlled.examine else {
                    return ControlReply.failure(404, "this session is not judged; start it with --judge")
                }
                return ControlReply.json(examine(controlled.portal, controlled.scenario))
            }),
        ControlRoute("GET", "clock", .quick { _, controlled in .now(clock(controlled.portal)) }),
        ControlRoute(
            "POST", "clock",
            .change { request, controlled in
                try act(request, keys: ["advance"], at: controlled.portal)
                return clock(controlled.portal)
            }),
        ControlRoute(
            "POST", "tokens",
            .change { request, controlled in
                try act(request, keys: ["expire", "revoke"], at: controlled.portal)
                return ControlReply.done
            }),
        ControlRoute(
            "POST", "actions",
            .change { request, controlled in
                try controlled.portal.perform(PortalAction(decoding: request.document(), source: "body"))
                return ControlReply.done
            }),
        ControlRoute(
            "POST", "reset",
            .change { _, controlled in
                try controlled.portal.reset()
                return ControlReply.done
            }),
        ControlRoute(
            "GET", "scenario",
            .quick { _, controlled in .now(ControlReply.json(["scenario": .string(controlled.scenario)])) }),
        ControlRoute(
            "POST", "scenario",
            .change { request, controlled in
                let wanted = try Wanted(request, controlled)
                try controlled.change(to: wanted.blueprint, scenario: wanted.name)
                return ControlReply.json(controlled.ready.json)
            }),
        ControlRoute(
            "GET", "ca.pem",
            .quick { _, controlled in
                .now(ControlReply.bytes(Array(controlled.portal.authorityPEM.utf8), type: "application/x-pem-file"))
            }),
        ControlRoute(
            "GET", "identities",
            .study { request, controlled in try IdentityDownload.answer(request, controlled.portal) }),
        ControlRoute("POST", "wait", .quick { request, controlled in .wait(try wait(request, controlled.portal)) }),
        ControlRoute(
            "GET", "sandboxes",
            .quick { _, controlled in
                .now(ControlReply.json(["sandboxes": .array(controlled.sandboxes.map { .string($0) })]))
            }),
        ControlRoute(
            "POST", "sandboxes",
            .change { request, controlled in
                let wanted = try Wanted(request, controlled)
                let (id, sandbox) = try controlled.openSandbox(wanted.blueprint, scenario: wanted.name)
                var ready = sandbox.ready.json
                ready["id"] = .string(id)
                return ControlReply.json(ready, status: 201)
            }),
        ControlRoute(
            "DELETE", "sandboxes",
            .change { request, controlled in
                guard request.words.count == 2, controlled.endSandbox(request.words[1]) else {
                    return ControlReply.failure(
                        404, "there is no such sandbox", ["exists": .array(controlled.sandboxes.map { .string($0) })])
                }
                return ControlReply.done
            }),
    ]

    /// The names of everything, each once.
    static let names = all.reduce(into: [String]()) { if !$0.contains($1.name) { $0.append($1.name) } }
}

/// The blueprint that a body asks for: a scenario or preset by name, with differences.
private struct Wanted {
    let name: String
    let blueprint: Blueprint

    init(_ request: ControlRequest, _ controlled: ControlledPortal) throws {
        let body = try request.reader(keys: ["scenario", "blueprint"])
        name = try body.text("scenario") ?? controlled.scenario
        var blueprint = try controlled.resolve(name)
        if let overlay = body["blueprint"] { blueprint = try blueprint.overlaid(with: overlay, source: "body") }
        self.blueprint = blueprint
    }
}

private func clock(_ portal: MockPortal) -> Answer {
    ControlReply.json(["portalTime": .integer(portal.portalTime), "advanced": .integer(portal.clock.advance)])
}

/// Carries out an action whose key must be one of these.
private func act(_ request: ControlRequest, keys: [String], at portal: MockPortal) throws {
    let document = try request.document()
    _ = try DocumentReader(document, source: "body", keys: keys)
    try portal.perform(PortalAction(decoding: document, source: "body"))
}

/// What a call of `wait` waits for.
private func wait(_ request: ControlRequest, _ portal: MockPortal) throws -> ControlWait {
    let body = try request.reader(keys: ["count", "operation", "timeout"])
    let timeout = try body.duration("timeout") ?? .seconds(10)
    guard timeout <= ControlWait.longest else { throw body.wrongType("timeout", "a duration of at most 10m") }
    return ControlWait(
        portal: portal, count: try body.number("count", in: 0...1_000_000) ?? 1,
        operation: try body.text("operation"), timeout: timeout)
}

/// The journal, or the part of it that `since` and `limit` ask for.
@Sendable private func journal(_ request: ControlRequest, _ controlled: ControlledPortal) throws -> ControlAnswer {
    let numbers = try request.numbers(["since": 0...Int(Int32.max), "limit": 1...1_000_000])
    let portal = controlled.portal
    let since = numbers["since"] ?? 0, latest = portal.requestCount
    guard since <= latest else {
        throw DocumentError(
            .wrongType, source: "query", keyPath: "since",
            problem:
                "\(since) is above the latest request, which is \(latest); a journal that was cleared counts from 1")
    }
    return .journal(portal, portal.recorder.page(since: since, limit: numbers["limit"]))
}

/// What happens at the portal from now on, and before that what the journal holds already.
@Sendable private func events(_ request: ControlRequest, _ controlled: ControlledPortal) throws -> ControlAnswer {
    _ = try request.numbers([:])
    guard request.method != "HEAD" else { return .now(ControlReply.bytes([], type: "text/event-stream")) }
    let source = EventSource(
        portal: { [weak controlled] in controlled?.watchedPortal },
        scenario: { [weak controlled] in controlled?.scenario ?? "" }, isJudged: controlled.examine != nil)
    return .events(source, lastID: request.lastEventID)
}
