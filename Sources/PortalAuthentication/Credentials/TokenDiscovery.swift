internal import HTTPSemantics
internal import JSONValues
internal import Platform
internal import PortalTransport

/// Asks a portal or server where its tokens come from (rule R4).
package struct TokenDiscovery: Sendable {
    let context: any CredentialContext
    private var core: ClientCore { context.core }

    package init(context: any CredentialContext) { self.context = context }

    /// The token service of a portal or server; asked once per environment.
    package func service(of server: ServerContext) async throws(PortalError) -> TokenService {
        if let known = core.tokenServices.withLock({ $0[server] }) { return known.service }
        if ChallengeScope.isInside { return try await find(server) }
        return try await core.discoveries.run(server) { () throws(PortalError) -> TokenService in
            if let known = core.tokenServices.withLock({ $0[server] }) { return known.service }
            return try await find(server)
        }
    }

    /// Asks and remembers, before any task goes on that waits for it: one that comes later asks no more.
    private func find(_ server: ServerContext) async throws(PortalError) -> TokenService {
        let found = try await ask(server)
        let now = core.time.now()
        core.tokenServices.withLock { $0[server] = KnownTokenService(service: found, asked: now) }
        return found
    }

    /// The portal that a server says it belongs to; nil where it names none. What it said is believed for a day
    /// (as long as Esri/arcgis-rest-js remembers servers that are not federated).
    func owner(of server: ServerContext) async throws(PortalError) -> HTTPURL? {
        let yesterday = core.time.now().advanced(byMilliseconds: -86_400_000)
        core.tokenServices.withLock { known in
            if let last = known[server], last.asked <= yesterday { known[server] = nil }
        }
        guard case .issues(_, let owner) = try await service(of: server) else { return nil }
        return owner
    }

    private func ask(_ server: ServerContext) async throws(PortalError) -> TokenService {
        let answer: JSONValue
        let source: HTTPURL
        do throws(PortalError) {
            (answer, source) = try await info(of: server)
        } catch {
            guard Self.allowsFallback(error) else { throw error }
            return fallback(server)
        }
        // An owner spares the consent to send it a password: only the server itself may name one.
        let isOwnWord = source.origin.isSecure && source.origin.host == server.url.origin.host
        let owner = isOwnWord ? answer["owningSystemUrl"]?.string.flatMap { HTTPURL(parsing: $0) } : nil
        guard let security = answer["authInfo"]?.object ?? answer["tokenServiceUrl"].map({ _ in [:] }) else {
            return fallback(server, owner: owner)
        }
        if security["isTokenBasedSecurity"]?.bool == false { return .none }
        let advertised =
            security["tokenServicesUrl"]?.string ?? security["tokenServiceUrl"]?.string
            ?? answer["tokenServiceUrl"]?.string
        guard let advertised else { return fallback(server, owner: owner) }
        guard let url = HTTPURL(parsing: advertised) else {
            throw PortalError(
                .tokenServiceInsecure, url: server.info, detail: "the advertised token service is no https address")
        }
        return .issues(at: url, owner: owner)
    }

    /// The description of a server and where it came from; over TLS first, since a password is to follow (rule R20).
    private func info(of server: ServerContext) async throws(PortalError) -> (JSONValue, HTTPURL) {
        let wire = WireSender(context: context)
        let plain = server.info
        guard !plain.origin.isSecure else { return try await read(plain, wire) }
        do throws(PortalError) {
            return try await read(core.secureOrigins.secured(plain), wire)
        } catch {
            guard error.meansNoTLS else { throw error }
            return try await read(plain, wire)
        }
    }

    private func read(_ url: HTTPURL, _ wire: WireSender) async throws(PortalError) -> (JSONValue, HTTPURL) {
        let answer = try await wire.send(WireRequest(method: "GET", url: url.with(query: "f=json")))
        core.secureOrigins.learn(from: url, to: answer.url)
        do throws(PortalError) {
            let json = try AnswerClassification.read(
                answer.response, from: url, expecting: .json, now: core.time.now())
            return (json ?? .null, answer.url)
        } catch {
            throw core.scrubbed(error)
        }
    }

    private func fallback(_ server: ServerContext, owner: HTTPURL? = nil) -> TokenService {
        core.events.emit(.discoveryFallback(url: server.info.withoutQuery))
        let usual = server.usualTokenService
        return .issues(at: usual.origin.isSecure ? usual : core.secureOrigins.secured(usual), owner: owner)
    }

    /// Whether an answer only says that there is no description, not that the server is down or wants HTTP authentication.
    private static func allowsFallback(_ error: PortalError) -> Bool {
        switch error.code {
        case .notFound, .unexpectedContent, .malformedJSON, .emptyBody, .service, .tokenRequired, .tokenInvalid,
            .accessDenied:
            true
        case .http: ![502, 503, 504, 429].contains(error.httpStatus)
        default: false
        }
    }
}
