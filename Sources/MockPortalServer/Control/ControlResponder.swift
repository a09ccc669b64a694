internal import Dispatch
internal import HTTPSemantics

/// Answers the control API to callers who know a capability; no web page may use it.
final class ControlResponder: Responder {
    private let directory: ControlDirectory
    private let address: ControlAddress
    /// What changes portals, one after the other; a queue of its own has a thread even where all others are busy.
    let changes = DispatchQueue(label: "mockportal.control.changes")
    /// What reads or makes something; a portal's own calls wait for each other and for no other portal's.
    private let readings: AnswerWork
    /// What may take long.
    let studies: AnswerWork

    init(_ directory: ControlDirectory, at address: ControlAddress) {
        self.directory = directory
        self.address = address
        let limits = directory.limits
        func work(_ label: String) -> AnswerWork {
            AnswerWork(
                workers: limits.studies, waiting: limits.waitingStudies, waitingInLane: limits.waitingStudies / 4,
                dropsAbandoned: true, label: "mockportal.control.\(label)")
        }
        readings = work("readings")
        studies = work("studies")
    }

    /// Drops the readings and studies that wait, and takes no further ones.
    func stop() {
        readings.stop()
        studies.stop()
    }

    func respond(to incoming: borrowing IncomingRequest) -> AnswerPlan {
        let (request, controlled): (ControlRequest, ControlledPortal)
        switch admit(incoming) {
        case .failure(let refusal): return .now(refusal.answer)
        case .success(let found): (request, controlled) = found
        }
        switch ControlDispatch.route(request, at: controlled) {
        case .failure(let refusal): return .now(refusal.answer)
        case .success(let found):
            switch found.route.action {
            case .quick: return plan(ControlDispatch.answer(found.route, found.request, found.controlled))
            case .change: return change(found.route, found.request, found.controlled)
            case .reading: return worked(at: readings, found.route, found.request, found.controlled)
            case .study: return worked(at: studies, found.route, found.request, found.controlled)
            }
        }
    }

    func refusal(beforeBodyOf request: () -> IncomingRequest) -> Answer? {
        guard case .failure(let refusal) = admit(request()) else { return nil }
        return refusal.answer
    }

    /// What a call asks for, and of which portal; without a capability nothing is told, not even what is wrong.
    private func admit(
        _ incoming: borrowing IncomingRequest
    ) -> Result<(ControlRequest, ControlledPortal), ControlDispatch.Refusal> {
        let (word, request) = ControlRequest.read(incoming)
        guard let controlled = directory.controlled(for: word), let request else {
            return .failure(ControlDispatch.Refusal(Self.nothing))
        }
        if let refusal = refusal(of: incoming) { return .failure(ControlDispatch.Refusal(refusal)) }
        return .success((request, controlled))
    }

    /// Refuses what a web page may have sent, and names that do not stand for this machine.
    private func refusal(of request: borrowing IncomingRequest) -> Answer? {
        guard let host = request.header("Host"), address.admits(host) else {
            return ControlReply.failure(
                403,
                "the Host header must name this machine: localhost, a loopback address, or what --control-host names")
        }
        for origin in request.headerValues("Origin") where !address.isOwn(origin, host: host) {
            return ControlReply.failure(403, "requests of web pages are refused: an Origin header names another origin")
        }
        // https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header; programs other than browsers send none.
        for site in request.headerValues("Sec-Fetch-Site")
        where site != "same-origin" && site != "none" && !isVisit(request) {
            return ControlReply.failure(403, "requests of web pages are refused: Sec-Fetch-Site is \(site.prefix(40))")
        }
        return nil
    }

    /// Whether a browser goes to the live page by a link, as the file that `serve --open` writes has one: its address was known there,
    /// and nothing of the page can be read or framed from where the link was (https://www.w3.org/TR/fetch-metadata/#sec-fetch-dest-header).
    private func isVisit(_ request: borrowing IncomingRequest) -> Bool {
        guard request.method == "GET", request.header("Sec-Fetch-Mode") == "navigate",
            request.header("Sec-Fetch-Dest") == "document", let call = ControlRequest.read(request).request
        else { return false }
        return call.wantsPage && call.words.isEmpty
    }

    private func plan(_ answer: ControlAnswer) -> AnswerPlan {
        switch answer {
        case .now(let answer): return .now(answer)
        case .journal(let portal, let page):
            let readers = directory.readers
            guard readers.enter() else {
                return .now(
                    ControlReply.busy("\(readers.limit) callers read a journal already; ask again when one is done"))
            }
            return .now(
                ControlReply.stream(
                    JournalReading(portal.recorder, page) { readers.giveBack() }, type: "application/json"))
        case .events(let source, let lastID):
            let streams = directory.streams
            guard streams.enter() else {
                return .now(
                    ControlReply.busy("\(streams.limit) callers follow events already; close a live page and try again")
                )
            }
            return .later(Self.pending) { streams.begin(source, to: $0, lastID: lastID) }
        case .wait(let wait): return .later(Self.pending) { [directory] in directory.waits.add(wait, $0) }
        }
    }

    private func change(
        _ route: ControlRoute, _ request: ControlRequest, _ controlled: ControlledPortal
    ) -> AnswerPlan {
        .later(Self.pending) { [directory, changes] ticket in
            changes.async {
                guard case .now(let answer) = ControlDispatch.answer(route, request, controlled) else { return }
                ticket.resume(with: answer)
                directory.streams.wake()
            }
        }
    }

    /// Has a call worked out after those of the same portal; where too many wait, of this portal or of all, it is told so.
    private func worked(
        at work: AnswerWork, _ route: ControlRoute, _ request: ControlRequest, _ controlled: ControlledPortal
    ) -> AnswerPlan {
        let lane = ObjectIdentifier(controlled)
        guard work.reserve(in: lane) else {
            return .now(
                ControlReply.busy(
                    "too many calls of \(route.name) and its like wait already: a portal has \(work.laneLimit) places and all portals \(work.limit); ask again when one is done"
                ))
        }
        return .worked(operation: "control", at: work, lane: lane) { [self] in
            plan(ControlDispatch.answer(route, request, controlled))
        }
    }

    /// What is never sent: a control API has no journal.
    private static let pending = Answer(PreparedAnswer(status: 200), operation: "control")
    private static let nothing = ControlReply.failure(404, "there is nothing here")
}
