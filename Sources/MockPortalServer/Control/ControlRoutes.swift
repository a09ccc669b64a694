internal import JSONValues
internal import PortalJudge
internal import TLSIdentity

/// One thing that the control API can do.
struct ControlRoute {
    let method: String
    let name: String
    let answer: @Sendable (ControlCall, ControlDesk) throws -> AnswerPlan

    init(
        _ method: String, _ name: String, _ answer: @escaping @Sendable (ControlCall, ControlDesk) throws -> AnswerPlan
    ) {
        self.method = method
        self.name = name
        self.answer = answer
    }
}

/// The control API's table of contents.
enum ControlRoutes {
    static let all: [ControlRoute] = [
        ControlRoute("GET", "health") { _, desk in
            .now(ControlReply.json(["status": "ok", "nonce": .string(desk.nonce), "scenario": .string(desk.scenario)]))
        },
        ControlRoute("GET", "ready") { _, desk in .now(ControlReply.json(desk.ready.json)) },
        ControlRoute("GET", "journal") { _, desk in .now(try ControlReply.journal(desk.portal.journal())) },
        ControlRoute("GET", "verdict") { _, desk in
            guard let examine = desk.examine else {
                return .now(ControlReply.failure(404, "nobody judges this session; start it with --judge"))
            }
            return .now(ControlReply.json(examine(desk.portal, desk.scenario)))
        },
        ControlRoute("DELETE", "journal") { _, desk in
            desk.portal.clearJournal()
            return .now(ControlReply.done)
        },
        ControlRoute("GET", "clock") { _, desk in .now(clock(desk.portal)) },
        ControlRoute("POST", "clock") { call, desk in
            try act(call, keys: ["advance"], at: desk.portal)
            return .now(clock(desk.portal))
        },
        ControlRoute("POST", "tokens") { call, desk in
            try act(call, keys: ["expire", "revoke"], at: desk.portal)
            return .now(ControlReply.done)
        },
        ControlRoute("POST", "actions") { call, desk in
            try desk.portal.perform(PortalAction(decoding: call.document(), source: "body"))
            return .now(ControlReply.done)
        },
        ControlRoute("POST", "reset") { _, desk in
            try desk.portal.reset()
            return .now(ControlReply.done)
        },
        ControlRoute("GET", "scenario") { _, desk in
            .now(ControlReply.json(["scenario": .string(desk.scenario)]))
        },
        ControlRoute("POST", "scenario") { call, desk in
            let wanted = try Wanted(call, desk)
            try desk.change(to: wanted.blueprint, scenario: wanted.name)
            return .now(ControlReply.json(desk.ready.json))
        },
        ControlRoute("GET", "ca.pem") { _, desk in
            .now(ControlReply.bytes(Array(desk.portal.authorityPEM.utf8), type: "application/x-pem-file"))
        },
        ControlRoute("GET", "identities") { call, desk in .now(try IdentityDownload.answer(call, desk.portal)) },
        ControlRoute("POST", "wait") { call, desk in try wait(call, desk.portal) },
        ControlRoute("GET", "sandboxes") { _, desk in
            .now(ControlReply.json(["sandboxes": .array(desk.sandboxes.map { .string($0) })]))
        },
        ControlRoute("POST", "sandboxes") { call, desk in
            let wanted = try Wanted(call, desk)
            let (id, sandbox) = try desk.openSandbox(wanted.blueprint, scenario: wanted.name)
            var ready = sandbox.ready.json
            ready["id"] = .string(id)
            return .now(ControlReply.json(ready, status: 201))
        },
        ControlRoute("DELETE", "sandboxes") { call, desk in
            guard call.words.count == 2, desk.endSandbox(call.words[1]) else {
                return .now(
                    ControlReply.failure(
                        404, "there is no such sandbox", ["exists": .array(desk.sandboxes.map { .string($0) })]))
            }
            return .now(ControlReply.done)
        },
    ]

    /// The names of everything, each once.
    static let names = all.reduce(into: [String]()) { if !$0.contains($1.name) { $0.append($1.name) } }
}

/// The blueprint that a body asks for: a scenario or preset by name, with differences.
private struct Wanted {
    let name: String
    let blueprint: Blueprint

    init(_ call: ControlCall, _ desk: ControlDesk) throws {
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

/// Waits until so many requests were seen, while other calls go on.
private func wait(_ call: ControlCall, _ portal: MockPortal) throws -> AnswerPlan {
    let body = try call.reader(keys: ["count", "operation", "timeout"])
    let count = try body.number("count", in: 0...1_000_000) ?? 1
    let operation = try body.text("operation")
    let timeout = try body.duration("timeout") ?? .seconds(10)
    return .later(Answer(.init(status: 200), operation: "control")) { ticket in
        portal.whenSeen(count, operation: operation, timeout: timeout) { isSeen in
            ticket.resume(with: ControlReply.json(["seen": .bool(isSeen)]))
        }
    }
}
