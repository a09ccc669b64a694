internal import HTTPSemantics
internal import JSONValues
internal import Platform

extension PortalSite {
    /// Carries out an action that concerns the portal itself; `advance` and `certificate` are the listeners' and do nothing here.
    ///
    /// Throws where the action names a token or an account that is not there, or a blueprint that cannot be.
    package func perform(_ action: PortalAction) throws(BlueprintError) {
        switch action {
        case .expire(let alias): try end(alias, as: .expired)
        case .revoke(let alias): try end(alias, as: .revoked)
        case .password(let passwords):
            let known = accounts.map(\.username)
            for name in passwords.keys.sorted() where !known.contains(name) {
                throw BlueprintError(
                    .unknownValue, source: "action", keyPath: "password.\(name)", problem: "\"\(name)\" is no account",
                    allowed: known, written: name)
            }
            try changePasswords(passwords)
        case .endNonces: webTier.nonces.withLock { $0.endAll() }
        case .access(let access): try change(["access": .string(access)], source: "action access")
        case .reach(nil, let reach): try change(["reach": .string(reach)], source: "action reach")
        case .reach(let host?, let reach):
            guard blueprint.hosts[host] != nil else {
                throw BlueprintError(
                    .unknownValue, source: "action", keyPath: "reach.host", problem: "there is no host \"\(host)\"",
                    allowed: blueprint.hosts.keys.sorted(), written: host)
            }
            try change(["hosts": [host: ["reach": .string(reach)]]], source: "action reach")
        case .set(let overlay): try change(overlay, source: "action set")
        case .release(let operation): state.withLock { _ = $0.held.remove(operation) }
        case .advance, .certificate: break
        }
    }

    /// Whether a token was ended, or has expired, by a moment of portal time; false for one that was never issued.
    package func hasEnded(_ alias: String, at time: Int64) -> Bool { state.withLock { $0.hasEnded(alias, at: time) } }

    /// What is left of each fault of the blueprint, in its order; nil where it is played for ever.
    package var faultsLeft: [Int?] { state.withLock { $0.faults.left } }

    /// Carries out an action; what only the listeners can do is left to them.
    func performOwn(_ actions: [PortalAction]) {
        for action in actions {
            switch action {
            // Events were checked when the blueprint was decoded; a token that was never issued stays without effect.
            case .expire, .revoke, .password, .access, .endNonces: try? perform(action)
            case .advance, .certificate: listenerActions(action)
            case .release, .reach, .set:
                try? perform(action)
                listenerActions(action)
            }
        }
    }

    /// Gives accounts new passwords, as long as all that there ever were can be kept: each stays a secret that is searched for.
    private func changePasswords(_ passwords: [String: Secret<String>]) throws(BlueprintError) {
        let isDone = state.withLock { state in
            let changes = state.passwordHistory.count - state.passwords.count + passwords.count
            guard changes <= state.limits.passwordChanges else { return false }
            state.change(passwords)
            return true
        }
        guard !isDone else { return }
        throw BlueprintError(
            .unknownValue, source: "action", keyPath: "password",
            problem:
                "passwords were changed \(limits.passwordChanges) times, which is the limit; reset the portal first")
    }

    private func end(_ alias: String, as ending: Token.Ending) throws(BlueprintError) {
        let outcome = state.withLock { state in
            (found: state.end(alias, as: ending), issued: state.tokens.texts.issued)
        }
        guard !outcome.found else { return }
        throw BlueprintError(
            .unknownValue, source: "action", keyPath: "",
            problem: "\(alias) was never issued, or is forgotten; \(outcome.issued) tokens were issued")
    }

    private func change(_ overlay: JSONValue, source: String) throws(BlueprintError) {
        // One change after the other: none may be lost between reading the old blueprint and storing the new one.
        try changes.withLock { changes throws(BlueprintError) in
            changes += 1
            let old = blueprint
            let new = try old.overlaid(with: overlay, source: source)
            try Self.checkNames(new, content)
            if let url = new.front?.publicURL, url != old.front?.publicURL {
                throw BlueprintError(
                    .unknownValue, source: source, keyPath: "front.publicURL",
                    problem: "the public URL is fixed when the portal starts; it cannot become \"\(url)\" now")
            }
            let keys = Set(overlay.object?.keys.map { $0 } ?? [])
            state.withLock { state in
                let placed = new.placed(under: addresses.context).registered(with: content.placeholders)
                state.change(to: placed, naming: keys)
                state.change(new.passwords.filter { old.passwords[$0.key] != $0.value })
            }
        }
    }
}
