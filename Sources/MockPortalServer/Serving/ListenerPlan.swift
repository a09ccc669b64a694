internal import HTTPSemantics

/// The listeners of a portal, bound but not yet served, so that every address is known before anything answers.
struct ListenerPlan {
    let entries: [Entry]
    let addresses: SiteAddresses

    /// One listener to be.
    struct Entry {
        let facts: ListenerFacts
        let socket: ListeningSocket
        /// What it shows and asks for; nil over plain HTTP.
        let tls: Security?
        var purpose = Purpose.own
        /// What clients see of it where it is a proxy that tunnels; it gets itself what is no tunnel.
        var tunnels: ListeningSocket?

        var address: String { socket.address }
        var isWildcard: Bool { ["0.0.0.0", "::"].contains(address) }
    }

    /// Whose hosts a listener serves.
    enum Purpose {
        /// The portal's.
        case own
        /// Those that the portal plays, over TLS.
        case standIn
        /// Those that the portal plays, over plain HTTP, and whatever else is asked of the proxy.
        case proxied
    }

    /// The TLS side of a listener to be.
    struct Security {
        /// Recipe of its certificate.
        let recipe: String
        /// The TLS versions that it speaks, as `TLS1.2`.
        let versions: [String]
        /// What it wants of its clients' certificates; nil where it asks for none.
        let clientCertificates: ClientCertificatePolicy?
    }

    /// Binds the portal's own port, its plain one if there is to be one, and one for each host of the blueprint.
    ///
    /// A port that a listener of `old` has is bound beside it, so that it is free at no time; the plain port stays as it is there.
    init(_ blueprint: Blueprint, options: ServeOptions, inPlaceOf old: [Listener] = []) throws(MockPortalError) {
        func bind(_ port: Int) throws(MockPortalError) -> ListeningSocket {
            let holder = old.first { $0.port == port && $0.address == options.bindAddress }
            holder?.sharePort(true)
            return try ListeningSocket.bind(address: options.bindAddress, port: port, besideAnother: holder != nil)
        }
        if let publicURL = options.publicURL, options.publicOrigin == nil {
            throw MockPortalError(.cannotListen, "the public URL \(publicURL) is no absolute http or https URL")
        }
        let host = options.urlHost
        let main = try bind(options.port)
        let own = try Self.origin("https", host, main.port)
        // The main listener speaks TLS even where a proxy publishes it otherwise.
        let mainFacts = ListenerFacts(name: "portal", origin: own)
        var entries = [Entry(facts: mainFacts, socket: main, tls: Security(mainFacts.name, blueprint))]
        var http: Origin?
        if blueprint.http != .off || options.httpPort != nil {
            let known = old.first { $0.facts.name == "http" }
            let plain = try bind(known?.port ?? options.httpPort ?? 0)
            let origin = try Self.origin("http", host, plain.port)
            http = origin
            entries.append(Entry(facts: ListenerFacts(name: "http", origin: origin), socket: plain, tls: nil))
        }
        var hosts: [String: Origin] = [:]
        for (name, host) in blueprint.hosts.sorted(by: { $0.key < $1.key }) {
            let socket = try ListeningSocket.bind(address: host.address, port: 0)
            let isSecure = host.scheme == .https
            let shown = host.address == "127.0.0.1" ? "localhost" : host.address
            let origin = try Self.origin(host.scheme.rawValue, shown, socket.port)
            hosts[name] = origin
            let isTunnel = blueprint.hosts[name]?.serves == .tunnel
            entries.append(
                Entry(
                    facts: ListenerFacts(name: name, origin: origin),
                    socket: isTunnel ? try ListeningSocket.bind(address: host.address, port: 0) : socket,
                    tls: isSecure ? Security(name, blueprint) : nil, tunnels: isTunnel ? socket : nil))
        }
        if let standIn = options.standIn {
            // They are reached through the proxy; the ports of their own are for clients that map hosts to addresses.
            for (name, scheme) in [("portal", "https"), ("proxy", "http")] {
                let isSecure = scheme == "https"
                let origin = try Self.origin(scheme, standIn.hosts[0], isSecure ? 443 : 80)
                let facts = ListenerFacts(name: name, origin: origin)
                let known = old.first { $0.facts.name == name && $0.facts.origin == origin }
                let socket = try bind(known?.port ?? 0)
                entries.append(
                    Entry(
                        facts: facts, socket: socket, tls: isSecure ? Security("portal", blueprint) : nil,
                        purpose: isSecure ? .standIn : .proxied))
            }
        }
        self.entries = entries
        addresses = SiteAddresses(
            portal: options.publicOrigin ?? options.standIn?.origin ?? own, http: http, hosts: hosts,
            context: options.publicPath ?? blueprint.context,
            serverContext: blueprint.server.context,
            serverContexts: blueprint.hosts.filter { $0.value.serves == .server }.mapValues(\.server.context))
    }

    private static func origin(_ scheme: String, _ host: String, _ port: Int) throws(MockPortalError) -> Origin {
        guard let origin = Origin(scheme: scheme, host: host, port: port) else {
            throw MockPortalError(.cannotListen, "\(host) cannot be the host of a URL")
        }
        return origin
    }
}

extension ListenerPlan.Security {
    fileprivate init(_ listener: String, _ blueprint: Blueprint) {
        recipe = blueprint.hosts[listener]?.certificate ?? blueprint.tls.certificate
        versions = blueprint.tls.versions.map { "TLS\($0.rawValue)" }
        clientCertificates = blueprint.clientCertificates(at: listener).map { ClientCertificatePolicy($0) }
    }
}
