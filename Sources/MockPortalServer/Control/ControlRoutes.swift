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
        case quick(@Sendable (ControlCall, ControlledPortal) throws -> ControlAnswer)
        /// One after the other: it changes the portal.
        case change(@Sendable (ControlCall, ControlledPortal) throws -> Answer)
        /// One after the other, beside the changes: it reads or makes much.
        case study(@Sendable (ControlCall, ControlledPortal) throws -> Answer)
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
            .quick { _, desk in
                .now(
                    ControlReply.json([
                        "status": "ok", "nonce": .string(desk.nonce), "scenario": .string(desk.scenario),
                    ])
                )
            }),
        ControlRoute("GET", "ready", .quick { _, desk in .now(ControlReply.json(desk.ready.json)) }),
        ControlRoute("GET", "journal", .quick(journal)),
        ControlRoute(
            "DELETE", "journal",
            .change { _, desk in
                desk.portal.clearJournal()
                return ControlReply.done
            }),
        ControlRoute(
            "GET", "verdict",
            .study { _, desk in
                guard let examine = desk.examine else {
                    return ControlReply.failure(404, "this session is not judged; start it with --judge")
                }
                return ControlReply.json(examine(desk.portal, desk.scenario))
            }),
        ControlRoute("GET", "clock", .quick { _, desk in .now(clock(desk.portal)) }),
        ControlRoute(
            "POST", "clock",
            .change { call, desk in
                try act(call, keys: ["advance"], at: desk.portal)
                return clock(desk.portal)
            }),
        ControlRoute(
            "POST", "tokens",
            .change { call, desk in
                try act(call, keys: ["expire", "revoke"], at: desk.portal)
                return ControlReply.done
            }),
        ControlRoute(
            "POST", "actions",
            .change { call, desk in
                try desk.portal.perform(PortalAction(decoding: call.document(), source: "body"))
                return ControlReply.done
            }),
        ControlRoute(
            "POST", "reset",
            .change { _, desk in
                try desk.portal.reset()
                return ControlReply.done
            }),
        ControlRoute(
            "GET", "scenario",
            .quick { _, desk in .now(ControlReply.json(["scenario": .string(desk.scenario)])) }),
        ControlRoute(
            "POST", "scenario",
            .change { call, desk in
                let wanted = try Wanted(call, desk)
                try desk.change(to: wanted.blueprint, scenario: wanted.name)
                return ControlReply.json(desk.ready.json)
            }),
        ControlRoute(
            "GET", "ca.pem",
            .quick { _, desk in
                .now(ControlReply.bytes(Array(desk.portal.authorityPEM.utf8), type: "application/x-pem-file"))
            }),
        ControlRoute(
            "GET", "identities", .study { call, desk in try IdentityDownload.answer(call, desk.portal) }),
        ControlRoute("POST", "wait", .quick { call, desk in .wait(try wait(call, desk.portal)) }),
        ControlRoute(
            "GET", "sandboxes",
            .quick { _, desk in
                .now(ControlReply.json(["sandboxes": .array(desk.sandboxes.map { .string($0) })]))
            }),
        ControlRoute(
            "POST", "sandboxes",
            .change { call, desk in
                let wanted = try Wanted(call, desk)
                let (id, sandbox) = try desk.openSandbox(wanted.blueprint, scenario: wanted.name)
                var ready = sandbox.ready.json
                ready["id"] = .string(id)
                return ControlReply.json(ready, status: 201)
            }),
        ControlRoute(
            "DELETE", "sandboxes",
            .change { call, desk in
                guard call.words.count == 2, desk.endSandbox(call.words[1]) else {
                    return ControlReply.failure(
                        404, "there is no such sandbox", ["exists": .array(desk.sandboxes.map { .string($0) })])
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

    init(_ call: ControlCall, _ desk: ControlledPortal) throws {
        let body = try call.reader(keys: ["scenario", "blueprint"])
        name = try body.text("scenario") ?? desk.scenario
        var blueprint = try desk.resolve(name)
        if let overlay = body["blueprint"] { blueprint = try blueprint.overlaid(with: overlay, source: "body") }
        self.blueprint = blueprint
    }
}

private func clock(_ portal: MockPortal) -> Answer {
    ControlReply.json(["portalTime": .integer(portal.portalTime), "advanced": .integer(portal.clock.advance)])
}

/// Carries out an action whose key must be one of these.
private func act(_ call: ControlCall, keys: [String], at portal: MockPortal) throws {
    let document = try call.document()
    _ = try DocumentReader(document, source: "body", keys: keys)
    try portal.perform(PortalAction(decoding: document, source: "body"))
}

/// What a call of `wait` waits for.
private func wait(_ call: ControlCall, _ portal: MockPortal) throws -> ControlWait {
    let body = try call.reader(keys: ["count", "operation", "timeout"])
    let timeout = try body.duration("timeout") ?? .seconds(10)
    guard timeout <= ControlWait.longest else { throw body.wrongType("timeout", "a duration of at most 10m") }
    return ControlWait(
        portal: portal, count: try body.number("count", in: 0...1_000_000) ?? 1,
        operation: try body.text("operation"), timeout: timeout)
}

/// The journal, or the part of it that `since` and `limit` ask for.
@Sendable private func journal(_ call: ControlCall, _ desk: ControlledPortal) throws -> ControlAnswer {
    let numbers = try call.numbers(["since": 0...Int(Int32.max), "limit": 1...1_000_000])
    let portal = desk.portal
    let since = numbers["since"] ?? 0, latest = portal.requestCount
    guard since <= latest else {
        throw DocumentError(
            .wrongType, source: "query", keyPath: "since",
            problem:
                "\(since) is above the latest request, which is \(latest); a journal that was cleared counts from 1")
    }
    return .journal(portal, portal.recorder.page(since: since, limit: numbers["limit"]))
}
