/// What the portal itself knows of why it refused a request that was to be granted.
///
/// It explains a run that another check fails, and fails none by itself: see ``Check/explains``.
struct RefusalCauseCheck {
    private let requests: [SeenRequest]
    private let history: RefusalHistory
    private let outcome: ClientOutcome.Kind?
    private let lines: [Counted]
    /// Connections over which no request came, and those of them that are asked for.
    private let unused: [Journal.Connection]
    private let expected: [HandshakeLine]
    /// Whether the lines are all that is asked for, so that what none of them means is one too many.
    private let isWhole: Bool

    /// A line and how many requests are to be it.
    private struct Counted {
        let line: WireLine
        let count: Int
        var isMet = false
    }

    init(_ run: Check.Run) {
        requests = run.wire.requests
        history = RefusalHistory(requests.map(\.request))
        outcome = run.expectation.outcome?.kind
        isWhole = run.expectation.wire != nil
        unused = HandshakeCheck(evidence: run.evidence).unused
        expected = run.expectation.refusedHandshakes
        let counted =
            (run.expectation.wire ?? run.expectation.task?.patterns ?? []).flatMap(\.counted)
            + run.expectation.among.map { ($0, 1) }
        let requests = requests
        lines = counted.map { line, count in
            let came = requests.count { line.differences(from: $0).isEmpty }
            return Counted(line: line, count: count, isMet: came >= count)
        }
    }

    /// The first refusal of each cause, in the order of the connections and then of the requests.
    func findings() -> [Finding] { handshakes() + refusals() }

    /// What a server said of client certificates before any request came; asked of a client that was to get in there.
    private func handshakes() -> [Finding] {
        guard outcome == .accepted || isWhole && outcome == nil else { return [] }
        var causes: Set<Journal.Cause> = []
        return unused.compactMap { connection in
            guard let tls = connection.tls, tls.isRefusedByServer, tls.acceptableIssuers != nil,
                !expected.contains(where: { $0.matches(connection) }), !isUsed(connection.origin)
            else { return nil }
            let cause: Journal.Cause = tls.identity == nil ? .certificateMissing : .certificateRefused
            guard causes.insert(cause).inserted else { return nil }
            let verdict = tls.identityVerdict.map { "the certificate \(tls.identity ?? "") is \($0)" }
            return Finding(
                "refused.\(cause.rawValue)", Self.sentence(cause),
                expected: "a handshake that \(connection.origin) accepts",
                nearest: HandshakeCheck.text(connection),
                difference: verdict ?? "it asked for a certificate and none came")
        }
    }

    /// Whether the server granted something at an origin.
    private func isUsed(_ origin: String) -> Bool {
        requests.contains { $0.request.origin == origin && (200..<300).contains($0.request.answer?.code ?? 0) }
    }

    private func refusals() -> [Finding] {
        var causes: Set<Journal.Cause> = []
        return requests.indices.compactMap { index in
            guard let (decision, cause) = Self.refusal(of: requests[index].request), !causes.contains(cause),
                !isWanted(requests[index], cause), !history.isRepetition(index), !isFirstTry(index, cause)
            else { return nil }
            let wanted = line(meant: index, cause)
            guard wanted != nil || isUnrecovered(index, cause) else { return nil }
            causes.insert(cause)
            return Finding(
                "refused.\(cause.rawValue)", Self.sentence(cause), expected: wanted.map(\.text),
                nearest: "request \(index + 1)   \(requests[index].text)",
                difference: "\(decision.gate): \(decision.reason)")
        }
    }

    /// The decision that refused a request for something that its client did; of a page that was answered for want of `f=json`, that.
    static func refusal(of request: Journal.Request) -> (Journal.Decision, Journal.Cause)? {
        let decision =
            request.decisions.last { !$0.passed && $0.cause != nil } ?? request.decisions.last { $0.cause == .format }
        guard let decision, let cause = decision.cause else { return nil }
        let isOverlooked = cause == .tokenMissing && !request.presented.isEmpty
        return (decision, isOverlooked ? .tokenCarrier : cause)
    }

    /// Whether the scenario asks for this refusal, or what it asks for differs in more than the answer.
    ///
    /// That a page is answered is asked for by no line; but where more than the format is missing, that is the cause.
    private func isWanted(_ seen: SeenRequest, _ cause: Journal.Cause) -> Bool {
        let isMet = lines.contains { $0.line.differences(from: seen).isEmpty }
        guard let near = nearest(to: seen) else { return isMet && cause != .format }
        let differences = near.differences(from: seen)
        if cause == .format { return !isMet && !differences.allSatisfy(Self.isAboutFormat) }
        let isAnswered = near.isAnswered(by: seen) && !near.wantsOtherVerdict(than: seen)
        return isMet || isAnswered || near.wantsLess(than: seen, cause)
    }

    private static func isAboutFormat(_ difference: String) -> Bool {
        difference.hasPrefix("query.f is ") || difference.hasPrefix("form.f is ")
    }

    /// The line that no request has met yet, and that names the operation of this one.
    private func nearest(to seen: SeenRequest) -> WireLine? {
        open.filter { $0.isAbout(seen) }.min { $0.distance(from: seen) < $1.distance(from: seen) }
    }

    /// The lines that no request has met yet; one that means any operation tells nothing.
    private var open: [WireLine] { lines.filter { !$0.isMet && $0.line.operation != "*" }.map(\.line) }

    /// Whether a request only found out that a token is needed: the same came later with one, or one was asked for and refused. What
    /// became of that is the cause then.
    private func isFirstTry(_ index: Int, _ cause: Journal.Cause) -> Bool {
        cause == .tokenMissing && history.isFollowedByToken(index, requests[index].request)
    }

    /// A line that no request has met yet and that this one comes near to: the same operation with another answer.
    private func line(meant index: Int, _ cause: Journal.Cause) -> WireLine? {
        let seen = requests[index]
        if let near = nearest(to: seen) { return near }
        // A token is asked for by POST, whatever was tried after a refusal (developers.arcgis.com/rest › Generate Token; RFC 6749 §3.2).
        if cause == .method, seen.request.isTokenRequest || seen.request.isTokenEndpoint {
            return lines.map(\.line).filter { $0.isAbout(seen) && $0.operation != "*" }
                .min { $0.distance(from: seen) < $1.distance(from: seen) }
        }
        // What was sent to the wrong place was meant for another one.
        guard isWhole, [.path, .host, .plainHTTP].contains(cause) else { return nil }
        return open.min { $0.distance(from: seen) < $1.distance(from: seen) }
    }

    /// Whether the client was to get in, and was never granted what it was refused here; asked only where no line tells.
    private func isUnrecovered(_ index: Int, _ cause: Journal.Cause) -> Bool {
        if isWhole, cause != .format { return false }
        guard outcome == .accepted || cause == .format else { return false }
        return !history.isGrantedLater(index, requests[index].request)
    }

    static func sentence(_ cause: Journal.Cause) -> String {
        let meaning = FindingGuide.of("refused.\(cause.rawValue)")?.meaning ?? "The portal refused a request."
        return meaning.prefix(1).lowercased() + meaning.dropFirst().dropLast()
    }
}

extension WireLine {
    /// Whether the answer is the one that the line asks for, whatever else differs.
    fileprivate func isAnswered(by seen: SeenRequest) -> Bool {
        guard result != nil else { return false }
        var answer = self
        answer.method = "*"
        answer.operation = "*"
        answer.token = .unasked
        (answer.listener, answer.credentials, answer.identity) = (nil, nil, nil)
        answer.attributes = []
        return answer.differences(from: seen).isEmpty
    }

    /// Whether the credentials are refused before anything is known of their password, where that was to be looked at.
    fileprivate func wantsOtherVerdict(than seen: SeenRequest) -> Bool {
        guard case .some(let scheme, _, let wanted?)? = credentials, let authorization = seen.request.authorization,
            authorization.scheme == scheme, authorization.verdict != wanted
        else { return false }
        return authorization.verdict == .malformed || authorization.verdict == .unasked
    }

    /// Whether a request was refused for a credential that was not to be sent at all: that it was sent is the cause then.
    fileprivate func wantsLess(than seen: SeenRequest, _ cause: Journal.Cause) -> Bool {
        switch cause {
        case .tokenExpired, .tokenRevoked, .tokenUnknown, .tokenReferer, .tokenAddress, .tokenScope:
            token == .none && !seen.request.presented.isEmpty
        case .credentialsWrong, .credentialsMalformed, .credentialsUnasked, .digestResponse, .digestURI, .digestCount,
            .credentialsConnection, .credentialsReplayed, .credentialsVersion, .channelBinding:
            credentials == CredentialMark.none && seen.request.authorization != nil
        default: false
        }
    }
}
