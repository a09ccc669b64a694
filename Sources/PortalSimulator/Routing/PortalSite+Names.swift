internal import HTTPSemantics
internal import JSONValues

extension PortalSite {
    /// Throws where the blueprint names an account, a service, an item, a host or an operation that is not there.
    static func checkNames(_ blueprint: Blueprint, _ content: PortalContent) throws(BlueprintError) {
        let accounts = try content.accountNames()
        for name in blueprint.passwords.keys.sorted() where !accounts.contains(name) {
            try note(blueprint, "accounts.\(name)", "\"\(name)\" is no account of this world", accounts, name)
        }
        let services = content.serviceNames
        for (index, name) in blueprint.secured.enumerated() where !services.contains(name) {
            guard try !content.items().contains(where: { $0.id == name || $0.title == name }) else { continue }
            try note(blueprint, "secured[\(index)]", "\"\(name)\" is no service and no item", services, name)
        }
        if case .host(let name) = blueprint.info.tokenServicesURL, blueprint.hosts[name] == nil {
            let hosts = blueprint.hosts.keys.sorted()
            try note(blueprint, "info.tokenServicesURL", "there is no host \"\(name)\"", hosts, name)
        }
        for (listener, server) in blueprint.servers where server.federation == .foreign {
            guard Origin(ofURL: content.placeholders.expand(server.owner)) == nil else { continue }
            let path = listener == "portal" ? "server.owner" : "hosts.\(listener).server.owner"
            try note(
                blueprint, path, "\"\(server.owner)\" is no URL of a portal", ["https://…", "{{host:<name>}}/…"],
                server.owner)
        }
        try checkWebTier(blueprint, accounts, content)
        try checkSigningIn(blueprint, accounts, content)
        var operations = blueprint.hold.enumerated().map { (path: "hold[\($0)]", name: $1) }
        operations += blueprint.answers.enumerated().map { ("answers[\($0)].operation", $1.operation) }
        for (index, trigger) in blueprint.after.enumerated() {
            if case .operation(let name) = trigger.condition { operations.append(("after[\(index)].operation", name)) }
        }
        try checkFaults(blueprint)
        for (index, fault) in blueprint.faults.enumerated() {
            if case .operation(let name) = fault.address { operations.append(("faults[\(index)].operation", name)) }
        }
        guard !operations.isEmpty else { return }
        let names = OperationNames(services: services)
        for (path, name) in operations where !names.contains(name) {
            try note(blueprint, path, "\"\(name)\" is no operation", names.all, name)
        }
    }

    /// Throws where the web tier names a listener or an account that is not there.
    private static func checkWebTier(
        _ blueprint: Blueprint, _ accounts: [String], _ content: PortalContent
    ) throws(BlueprintError) {
        let hosts = blueprint.hosts.keys.sorted()
        let listeners = ["portal", "http"] + hosts
        let secure = ["portal"] + hosts.filter { blueprint.hosts[$0]?.scheme == .https }
        if let front = blueprint.front, !listeners.contains(front.listener) {
            try note(
                blueprint, "front.listener", "there is no listener \"\(front.listener)\"", listeners, front.listener)
        }
        for (path, certificates) in blueprint.everyClientCertificates {
            for name in certificates.hosts where !secure.contains(name) {
                try note(blueprint, "\(path).hosts", "there is no TLS listener \"\(name)\"", secure, name)
            }
            for (common, name) in certificates.users.sorted(by: { $0.key < $1.key })
            where try content.users().named(name) == nil {
                let users = try content.users().all.map(\.name)
                try note(
                    blueprint, "\(path).users.\(common)", "\"\(name)\" is no user of this world", users, name)
            }
        }
        for (path, web) in blueprint.everyWebAuthentication {
            for name in web.hosts where !listeners.contains(name) {
                try note(blueprint, "\(path).hosts", "there is no listener \"\(name)\"", listeners, name)
            }
            for name in web.users ?? [] where !accounts.contains(name) {
                try note(blueprint, "\(path).users", "\"\(name)\" is no account of this world", accounts, name)
            }
        }
    }

    /// Throws where OAuth, an API key or the identity-aware proxy names what is not there.
    private static func checkSigningIn(
        _ blueprint: Blueprint, _ accounts: [String], _ content: PortalContent
    ) throws(BlueprintError) {
        var named: [(path: String, owner: String, scope: [String]?)] = []
        for (id, application) in (blueprint.oauth?.applications ?? [:]).sorted(by: { $0.key < $1.key }) {
            named.append(("oauth.applications.\(id)", application.owner, application.scope))
        }
        for (name, key) in blueprint.apiKeys.sorted(by: { $0.key < $1.key }) {
            named.append(("apiKeys.\(name)", key.owner, key.scope))
        }
        for (path, owner, scope) in named {
            if try content.users().named(owner) == nil {
                let users = try content.users().all.map(\.name)
                try note(blueprint, "\(path).owner", "\"\(owner)\" is no user of this world", users, owner)
            }
            for (index, name) in (scope ?? []).enumerated() where !content.serviceNames.contains(name) {
                guard try !content.items().contains(where: { $0.id == name || $0.title == name }) else { continue }
                try note(
                    blueprint, "\(path).scope[\(index)]", "\"\(name)\" is no service and no item", content.serviceNames,
                    name)
            }
        }
        try checkProviders(blueprint, accounts)
        guard let proxy = blueprint.identityProxy else { return }
        let authorities = blueprint.hosts.keys.sorted().filter {
            blueprint.hosts[$0]?.serves == .identity && blueprint.hosts[$0]?.scheme == .https
        }
        guard authorities.contains(proxy.authority) else {
            return try note(
                blueprint, "identityProxy.authority",
                "\"\(proxy.authority)\" is no host over HTTPS that serves identity", authorities, proxy.authority)
        }
        let listeners = ["portal", "http"] + blueprint.hosts.keys.sorted().filter { $0 != proxy.authority }
        for (index, name) in proxy.hosts.enumerated() where !listeners.contains(name) {
            try note(
                blueprint, "identityProxy.hosts[\(index)]", "there is no listener \"\(name)\" that it could guard",
                listeners, name)
        }
        for (index, name) in (proxy.users ?? []).enumerated() where !accounts.contains(name) {
            try note(
                blueprint, "identityProxy.users[\(index)]", "\"\(name)\" is no account of this world", accounts, name)
        }
    }

    /// Throws where a provider, or what a page asks for, names what is not there.
    private static func checkProviders(_ blueprint: Blueprint, _ accounts: [String]) throws(BlueprintError) {
        let hosts = blueprint.hosts.keys.sorted().filter {
            blueprint.hosts[$0]?.serves == .provider && blueprint.hosts[$0]?.scheme == .https
        }
        var named: [(path: String, users: [String])] = [
            ("signIn.secondFactor", blueprint.signIn.secondFactor.keys.sorted()),
            ("signIn.passwordChange", blueprint.signIn.passwordChange),
        ]
        for (name, provider) in blueprint.identityProviders.sorted(by: { $0.key < $1.key }) {
            let path = "identityProviders.\(name)"
            if !hosts.contains(name) {
                try note(
                    blueprint, path, "\"\(name)\" is no host over HTTPS that serves a provider", hosts, name)
            }
            named.append(("\(path).users", provider.users ?? []))
            named.append(("\(path).signIn.secondFactor", provider.signIn.secondFactor.keys.sorted()))
            named.append(("\(path).signIn.passwordChange", provider.signIn.passwordChange))
        }
        if !blueprint.signIn.ownAccounts, blueprint.identityProviders.isEmpty {
            try note(
                blueprint, "signIn.ownAccounts", "without the portal's own accounts and a provider there is no way in",
                [], "false")
        }
        for (path, users) in named {
            for user in users where !accounts.contains(user) {
                try note(blueprint, path, "\"\(user)\" is no account of this world", accounts, user)
            }
        }
        guard let launch = blueprint.signIn.launch, blueprint.identityProviders[launch] == nil else { return }
        let providers = blueprint.identityProviders.keys.sorted()
        try note(blueprint, "signIn.launch", "there is no identity provider \"\(launch)\"", providers, launch)
    }

    /// Throws where a fault names a listener that is not there, or one that has no handshake to be broken.
    private static func checkFaults(_ blueprint: Blueprint) throws(BlueprintError) {
        let hosts = blueprint.hosts.keys.sorted()
        let listeners = ["portal", "http"] + hosts
        let secure = ["portal"] + hosts.filter { blueprint.hosts[$0]?.scheme == .https }
        for (index, fault) in blueprint.faults.enumerated() {
            guard let name = fault.listener else { continue }
            let path = "faults[\(index)].listener"
            guard listeners.contains(name) else {
                try note(blueprint, path, "there is no listener \"\(name)\"", listeners, name)
                continue
            }
            if case .connection(let play) = fault.play, play.needsTLS, !secure.contains(name) {
                try note(
                    blueprint, path, "\"\(name)\" is plain HTTP, and \(play.rawValue) is about TLS", secure, name)
            }
        }
    }

    private static func note(
        _ blueprint: Blueprint, _ path: String, _ problem: String, _ allowed: [String], _ written: String
    ) throws(BlueprintError) {
        try DocumentMistakes.note(
            BlueprintError(
                .unknownValue, source: blueprint.source, keyPath: path, problem: problem, allowed: allowed,
                written: written))
    }
}

/// The names that a journal can give to a request, so that a typing mistake in a blueprint does not just never happen.
struct OperationNames {
    /// The names that no service is part of, with their segments. The set-up page is the listener's own.
    private static let fixed = patterns(
        (PortalRoutes.table.operations + HomeRoutes.table.operations + ServerRoutes.table.operations
            + IdentityRoutes.table.operations + ProviderRoutes.table.operations).filter {
                $0.firstRange(of: "{service}") == nil
            } + ["arcgisuris.xml", "setup", "unknown"])
    /// What follows the name of a service.
    private static let ofService = patterns(
        ServerRoutes.table.operations.filter { $0.hasPrefix("{service}") }.map {
            String($0.dropFirst("{service}".count))
        })

    private typealias Pattern = (name: String, segments: [Substring])
    private let services: [String]

    init(services: [String]) { self.services = services }

    private static func patterns(_ names: [String]) -> [Pattern] {
        Set(names).map { ($0, $0.split(separator: "/")) }
    }

    /// Every name, sorted; `{…}` stands for any one segment.
    var all: [String] {
        let named = services.flatMap { service in Self.ofService.map { service + $0.name } }
        return Set(Self.fixed.map(\.name) + named).sorted()
    }

    /// Whether a name is one of them, with something in the place of each `{…}`.
    func contains(_ name: String) -> Bool {
        let segments = name.split(separator: "/", omittingEmptySubsequences: false)
        if Self.fixed.contains(where: { Self.matches($0, segments) }) { return true }
        return services.contains { service in
            let own = service.split(separator: "/")
            guard segments.starts(with: own) else { return false }
            let rest = Array(segments.dropFirst(own.count))
            return Self.ofService.contains { Self.matches($0, rest) }
        }
    }

    private static func matches(_ pattern: Pattern, _ segments: [Substring]) -> Bool {
        let parts = pattern.segments
        let isOpenEnded = parts.last?.hasSuffix("*}") == true
        guard isOpenEnded ? segments.count >= parts.count : segments.count == parts.count else { return false }
        return zip(parts, segments).allSatisfy { $0.first == "{" || $0 == $1 }
    }
}
