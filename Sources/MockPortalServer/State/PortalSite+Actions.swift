internal import JSONValues
internal import Locking

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
            state.withLock { state in
                for (name, password) in passwords {
                    state.passwords[name] = password
                    state.passwordHistory.append((name, password))
                    state.logins.succeeded(name)
                }
            }
        case .access(let access): try change(["access": .string(access)], source: "action access")
        case .set(let overlay): try change(overlay, source: "action set")
        case .release(let operation): state.withLock { _ = $0.held.remove(operation) }
        case .advance, .certificate: break
        }
    }

    private func end(_ alias: String, as ending: Token.Ending) throws(BlueprintError) {
        let outcome = state.withLock { state in
            (found: state.tokens.end(alias, as: ending), issued: state.tokens.texts.count)
        }
        guard !outcome.found else { return }
        throw BlueprintError(
            .unknownValue, source: "action", keyPath: "", problem: "\(alias) was never issued; there are \(outcome.issued) tokens")
    }

    private func change(_ overlay: JSONValue, source: String) throws(BlueprintError) {
        let blueprint = try blueprint.overlaid(with: overlay, source: source)
        try Self.checkNames(blueprint, world)
        state.withLock { $0.change(to: blueprint) }
    }

    /// Throws where the blueprint secures something that the world does not hold.
    static func checkNames(_ blueprint: Blueprint, _ world: World) throws(BlueprintError) {
        let services = world.serviceNames
        for (index, name) in blueprint.secured.enumerated() where !services.contains(name) {
            guard try !world.items().contains(where: { $0.id == name || $0.title == name }) else { continue }
            throw BlueprintError(
                .unknownValue, source: blueprint.source, keyPath: "secured[\(index)]",
                problem: "\"\(name)\" is no service and no item", allowed: services, written: name)
        }
        if case .host(let name) = blueprint.info.tokenServicesURL, blueprint.hosts[name] == nil {
            throw BlueprintError(
                .unknownValue, source: blueprint.source, keyPath: "info.tokenServicesURL",
                problem: "there is no host \"\(name)\"", allowed: blueprint.hosts.keys.sorted(), written: name)
        }
    }
}
