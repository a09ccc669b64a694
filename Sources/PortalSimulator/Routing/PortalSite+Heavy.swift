internal import HTTPSemantics
internal import Platform
internal import PortalJudge

extension PortalSite {
    /// Bytes of a body up to which any operation reads it in 20 ms or less: the worst of them took a second and a fifth for 4 MiB.
    /// Sign-ins, searches and most writes are shorter.
    package static let lightBodyBytes = 64 << 10

    /// Bytes of a body above which its request is an upload: files of features are of this size, and those of 32 MiB may take seconds;
    /// what a client asks a map or a list for is shorter.
    package static let shortBodyBytes = 1 << 20

    /// An operation whose answer may take long.
    package struct HeavyOperation {
        /// What the journal calls it.
        package let name: String
        /// Whether it is an upload, or reads what has been uploaded.
        package let isUpload: Bool
    }

    /// What a request asks for where the answer may take long; nil for any other.
    ///
    /// The place is the one that ``answer(_:)`` finds, by the same target in the same form. A large body is heavy wherever it goes.
    package func heavyOperation(of request: borrowing IncomingRequest) -> HeavyOperation? {
        let isLong = request.bodyBytes > Self.lightBodyBytes, isLarge = content.isLarge
        guard isLong || isLarge || HeavyTargets.mayInclude(request.target) else { return nil }
        let place = place(of: request)
        let isUpload = request.bodyBytes > Self.shortBodyBytes
        switch place {
        case .portal(let match, _), .server(let match, _):
            guard isLong || match.route.isHeavy || isLarge && match.route.isGrowing else { return nil }
            return HeavyOperation(name: match.operation, isUpload: isUpload || match.route.readsFile)
        case _ where isLong: return HeavyOperation(name: place.operation, isUpload: isUpload)
        // The page there lists items.
        case .root:
            return isLarge && HomePage.isAsked(by: request)
                ? HeavyOperation(name: HomePage.operation, isUpload: false) : nil
        case .arcgisURIs, .identity, .provider, .unknownResource, .unsupportedOperation, .outside: return nil
        }
    }

    /// Whether a request was for something that changes the portal, so that its answer tells what was done.
    package func isWrite(_ request: borrowing IncomingRequest) -> Bool {
        switch place(of: request) {
        case .portal(let match, _), .server(let match, _): match.route.isWrite
        case .arcgisURIs, .identity, .provider, .unknownResource, .unsupportedOperation, .outside, .root: false
        }
    }

    private func place(of request: borrowing IncomingRequest) -> SiteMap.Place {
        let target = RequestTarget(request.target, at: origins(of: request.listener))
        return map.place(of: target.path, at: request.listener, in: state.withLock { $0.revision })
    }

    /// What is said where a limit leaves no room for the answer, before anything of it is worked out (RFC 9110 §15.6.4).
    package func busy(_ request: borrowing IncomingRequest, operation: String, reason: String) -> Answer {
        let target = RequestTarget(request.target, at: origins(of: request.listener))
        let number = state.withLock { state in
            state.requests += 1
            return state.requests
        }
        // A large form is not read for the tokens in it: that is what takes long.
        let form = request.bodyBytes > Self.lightBodyBytes ? FormParameters() : RequestForm(of: request).parameters
        return unexecuted(request, target, .unspoken, form: form, operation: operation, number: number)
            .refused(atLimit: reason)
    }
}

extension Answer {
    /// What is said in the place of an answer for which a limit leaves no room (RFC 9110 §15.6.4); the journal tells why.
    package func refused(atLimit reason: String) -> Answer {
        var refusal = self
        refusal.prepared = PreparedAnswer(
            status: 503,
            headers: [HeaderField("Content-Type", "application/json;charset=UTF-8"), HeaderField("Retry-After", "1")],
            body: Array(#"{"error":{"code":503,"details":["\#(reason)"],"message":"Server busy"}}"#.utf8))
        refusal.notes.code = nil
        refusal.notes.issued = nil
        refusal.notes.alsoIssued = []
        refusal.notes.decisions.append(Journal.Decision(gate: "limits", passed: false, reason: reason))
        refusal.share = nil
        // No fault is played on it.
        refusal.fault = nil
        refusal.performance = nil
        return refusal
    }
}
