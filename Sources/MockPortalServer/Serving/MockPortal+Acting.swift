internal import JSONValues

extension MockPortal {
    /// Does something to the running portal.
    ///
    /// Throws `unknownName` or `blueprint` with what is known instead, `certificate` where a recipe cannot be issued, or `limit` where the
    /// clock would go back, or further ahead than a thousand years.
    public func perform(_ action: PortalAction) throws(MockPortalError) {
        switch action {
        case .advance(let duration): try advanceClock(by: duration)
        case .certificate(let host, let recipe): try showCertificate(recipe, at: host)
        case .release(let operation):
            try performAtSite(action)
            responder.held.release(operation)
        case .set:
            let before = responder.current.blueprint
            try performAtSite(action)
            try showChangedCertificates(since: before)
            try followBlueprint()
        case .reach:
            try performAtSite(action)
            try followBlueprint()
        case .expire, .revoke, .password, .access, .endNonces: try performAtSite(action)
        }
    }

    /// The token that an action is to end and that has ended already; nil where it ends one, or is about none.
    func tokenEnded(before action: PortalAction) -> String? {
        switch action {
        case .expire(let alias), .revoke(let alias):
            responder.current.hasEnded(alias, at: portalTime) ? alias : nil
        default: nil
        }
    }

    /// Starts the portal's state, clock and journal anew; accounts and applications keep the secrets that they began with.
    public func reset() throws(MockPortalError) {
        let site = try Self.site(
            blueprint, passwords: initialPasswords, secrets: initialSecrets, addresses: addresses,
            limits: options.resources, listenerActions: listenerActions)
        clock.reset()
        responder.replace(with: site)
        for (name, security) in securities {
            let recipe = blueprint.hosts[name]?.certificate ?? blueprint.tls.certificate
            if security.certificates.recipe != recipe { try security.certificates.show(recipe) }
        }
        player.clear()
        for listener in listeners { listener.resetCount() }
        try followBlueprint()
        recorder.clear()
    }

    /// Does what a changed blueprint asks of responder and listeners.
    func followBlueprint() throws(MockPortalError) {
        responder.refresh()
        try followClientCertificates()
        try followReach()
    }

    /// Opens and closes ports; where that fails, the blueprint goes on saying what they are.
    private func followReach() throws(MockPortalError) {
        let blueprint = responder.current.blueprint
        var failure: MockPortalError?
        for listener in listeners {
            let host = listener.facts.name == "portal" ? nil : listener.facts.name
            guard let reach = host.map({ blueprint.hosts[$0]?.reach }) ?? blueprint.reach else { continue }
            do throws(MockPortalError) {
                try listener.become(reach)
            } catch {
                failure = failure ?? error
                try performAtSite(.reach(host: host, listener.reach.rawValue))
            }
        }
        if let failure { throw failure }
    }

    private func advanceClock(by duration: Duration) throws(MockPortalError) {
        guard !clock.advance(by: duration) else { return }
        let problem =
            duration < .zero
            ? "the portal's clock does not go back"
            : "the portal's clock is \(clock.advance) ms ahead of real time, and goes no further ahead than "
                + "\(PortalClock.furthest.inMilliseconds) ms (1000 years); reset the portal first"
        let error = DocumentError(.unknownValue, source: "action", keyPath: "advance", problem: problem)
        throw MockPortalError(.limit, error.description, underlying: error)
    }

    private func performAtSite(_ action: PortalAction) throws(MockPortalError) {
        do {
            try responder.current.perform(action)
        } catch {
            throw MockPortalError(.unknownName, error.description, underlying: error)
        }
    }

    /// Shows another certificate: at the portal, at a host of the blueprint, or for a server name at the portal.
    private func showCertificate(_ recipe: String, at host: String?) throws(MockPortalError) {
        if let host, let security = securities[host] { return try security.certificates.show(recipe) }
        guard let shelf = securities["portal"]?.certificates else {
            throw MockPortalError(.unknownName, "the portal has no TLS listener to show \(recipe) at")
        }
        try shelf.show(recipe, forServerName: host)
        if host == nil { try securities[StandIn.securityName]?.certificates.show(recipe) }
    }

    private func showChangedCertificates(since before: Blueprint) throws(MockPortalError) {
        let now = responder.current.blueprint
        if now.tls.certificate != before.tls.certificate { try showCertificate(now.tls.certificate, at: nil) }
        for (name, host) in now.hosts where host.certificate != before.hosts[name]?.certificate {
            if let security = securities[name] { try security.certificates.show(host.certificate) }
        }
    }
}
