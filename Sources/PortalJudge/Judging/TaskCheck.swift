/// Compares the requests of a client that is told a task with what it is asked.
enum TaskCheck {
    static func findings(_ task: TaskWire?, _ wire: WireCheck) -> [Finding] {
        guard let task else { return [] }
        let starts = task.starts ?? 1
        let found = ForeignWireCheck(wire, starts: starts).findings(task, nil)
        guard !found.isEmpty, !task.patterns.flatMap(\.lines).contains(where: \.asksExchange),
            let exchange = OwnServerExchange(in: wire.requests)
        else { return found }
        var renamed = wire
        renamed.requests = exchange.requests
        return ForeignWireCheck(renamed, starts: starts).findings(task, exchange)
    }
}

extension ForeignWireCheck {
    /// What is missing, or one too many, in the requests of a client that was told a task; empty where nothing is.
    fileprivate func findings(_ task: TaskWire, _ exchange: OwnServerExchange?) -> [Finding] {
        var nearest: [Finding]?
        for way in Self.ways(task.patterns) {
            let found = findings(way, task.reads, exchange)
            if found.isEmpty { return [] }
            if found.count < nearest?.count ?? .max { nearest = found }
        }
        return nearest ?? []
    }

    private func findings(_ wanted: [Wanted], _ reads: [String], _ exchange: OwnServerExchange?) -> [Finding] {
        let (lines, owner, unmet) = assigned(wanted)
        var needed = exchange?.granted ?? []
        func takesStandIn(_ line: WireLine) -> Bool {
            let standIn = exchange?.standIns.first { !needed.contains($0.index) && line.isMet(by: $0.meets) }
            if let standIn { needed.insert(standIn.index) }
            return standIn != nil
        }
        let missing = unmet.filter { !takesStandIn($0) }
        // What may be left out takes what is left over.
        for index in lines.indices where lines[index].isOptional && !owner.contains(index) {
            _ = takesStandIn(lines[index].line)
        }
        var found: [Finding] = []
        for line in missing where !found.contains(where: { $0.expected == line.text }) {
            found.append(check.missingFinding(line, number: nil))
        }
        let listeners = Set(wanted.map { $0.line.listener ?? "portal" })
        let credentials = Set(wanted.flatMap { Self.credentials($0.line) })
        var read: [String: Int] = [:]
        var extra: [Int] = []
        for index in requests.indices where owner[index] == nil && !needed.contains(index) {
            let request = requests[index].request
            if isStopped(index), listeners.contains(request.listener) { continue }
            if isProbe(index, at: listeners) { continue }
            let isLoop = Self.isProbe(request, at: listeners)
            if !isLoop, listeners.contains(request.listener), Self.isRead(request, of: reads, with: credentials) {
                let place = "\(request.listener) \(request.operation)"
                read[place, default: 0] += 1
                if read[place, default: 0] <= starts { continue }
            }
            extra.append(index)
        }
        if let first = extra.first {
            var finding = check.unexpected(first, wanted.map { ($0.line, 1) })
            if extra.count > 1 { finding.problem = "\(extra.count) requests too many" }
            finding.expected = "nothing that the task does not need"
            let isStray = isStrayExchange(first)
            if isStray { finding.problem = "a token was to be exchanged for one of a server that is not the portal's" }
            // Its token has another number than the one that is asked for later; an exchange that was refused ended the task.
            found.insert(finding, at: isStray || isSecondSignIn(first) ? 0 : found.count)
        }
        return found
    }

    /// Whether a request was to exchange a token for one of a server, and the portal knows of no such server.
    private func isStrayExchange(_ index: Int) -> Bool {
        let request = requests[index].request
        return request.isTokenRequest && request.formValue("serverUrl") != nil
            && RefusalCauseCheck.refusal(of: request)?.1 == .tokenExchange
    }

    /// Whether a request asks for a token where the one that was handed out before it was never refused.
    private func isSecondSignIn(_ index: Int) -> Bool {
        let request = requests[index].request
        guard request.isTokenRequest, request.answer?.issued != nil else { return false }
        let earlier = requests[..<index].map(\.request)
        let first = earlier.last {
            $0.isTokenRequest && $0.operation == request.operation && $0.origin == request.origin
                && $0.answer?.issued != nil
        }
        guard let alias = first?.answer?.issued else { return false }
        return !earlier.contains { request in
            request.presented.contains { $0.alias == alias } && request.answer?.code ?? 0 >= 400
        }
    }

    /// The credentials that a line has a client send to its listener.
    private static func credentials(_ line: WireLine) -> [String] {
        let listener = line.listener ?? "portal"
        var words: [String] = []
        switch line.token {
        case .some: words.append("\(listener) +any")
        case .alias(let alias): words.append("\(listener) +\(alias)")
        case .none, .unasked: break
        }
        if case .some(let scheme, _, _)? = line.credentials { words.append("\(listener) \(scheme)") }
        return words
    }

    /// Whether a request was granted one of the operations that a task may read on its way, with a credential that belongs there.
    private static func isRead(
        _ request: Journal.Request, of reads: [String], with credentials: Set<String>
    ) -> Bool {
        guard ["GET", "HEAD", "POST"].contains(request.method), !request.isTokenRequest, !request.isTokenEndpoint,
            !request.isSignInForm, !request.isAuthorization, request.answer.map({ $0.code < 400 }) ?? false,
            reads.contains(where: { WireLine.matches($0, request.operation) })
        else { return false }
        let listener = request.listener
        if let authorization = request.authorization {
            guard authorization.verdict == .right, credentials.contains("\(listener) \(authorization.scheme)") else {
                return false
            }
        }
        return request.presented.allSatisfy {
            credentials.contains("\(listener) +any") || credentials.contains("\(listener) +\($0.alias)")
        }
    }
}
