internal import HTTPSemantics
internal import JSONValues
internal import MockPortalServer
internal import Platform
internal import PortalAuthentication
internal import PortalJudge

extension BuiltInDriver {
    /// One request to a service: with the store's credential, or with one of its own.
    func request(_ request: ServiceRequest) async {
        do {
            var url = try serviceURL(request.url ?? request.service)
            if let layer = request.layer { url = url.appending(layer) }
            var parameters = request.form
            if request.isQuery {
                url = url.appending(request.layer == nil ? "0" : "query")
                if request.layer == nil { url = url.appending("query") }
                parameters += [("where", "1=1"), ("outFields", "*")]
            }
            let form = parameters.map { ($0.name, scenarioPortal.placeholders.filled($0.value)) }
            let method: ArcGISRequest.Method = request.method == "POST" ? .post : .get
            let environment = try await environment(for: request.credential, url: url)
            var sent = ArcGISRequest(
                url, method: method, parameters: form, expecting: request.isData ? .bytes : .json)
            sent.apiKey = key(of: request)
            try await options.behavior.requests.send(environment, sent)
            log.note("loaded")
            note(status: "loaded", user: nil)
        } catch let error as PortalError {
            fail(error)
        } catch {
            log.complain("a request cannot be sent: \(error)")
        }
    }

    /// The API key that a request brings; nil where it brings none.
    private func key(of request: ServiceRequest) -> Secret<String>? {
        guard let name = request.key else { return nil }
        guard let key = vault.token("key:\(name)") else {
            log.complain("there is no API key \(name)")
            return nil
        }
        return key
    }

    /// Gives the environment an API key by the blueprint's name of it.
    func setKey(_ name: String) {
        guard let key = vault.token("key:\(name)") else { return log.complain("there is no API key \(name)") }
        environment.apiKey = key
    }

    /// Writes down a failure.
    func fail(_ error: PortalError, of name: String? = nil) {
        log.fail(error, of: name)
        note(status: "failed", user: nil)
    }

    /// Remembers how the latest request that no portal stands for ended.
    func note(status: String, user: String?) { state.withLock { $0.last = (status, user) } }

    /// The environment of a request that brings its own credential: one per credential, as a layer keeps its own.
    private func environment(for input: CredentialInput?, url: HTTPURL) async throws(PortalError) -> PortalEnvironment {
        guard let input else { return environment }
        let key =
            "\(input.user ?? "") \(input.token ?? "") \(input.password) \(input.tokenURL) \(ServerContext(url)?.description ?? "")"
        if let known = state.withLock({ $0.services[key] }) { return known }
        let own = environment.isolated()
        if input.authType != .none {
            own.credentials.add(try await vault.credential(input, for: url, in: own, isMade: false))
        }
        return state.withLock { state in
            if let known = state.services[key] { return known }
            state.services[key] = own
            return own
        }
    }

    /// The URL of a service by name, or of anything by URL; nil means the portal.
    func serviceURL(_ name: String?) throws(PortalError) -> HTTPURL {
        guard let name else { return try PortalURL(scenarioPortal.portal.url).root }
        return try HTTPURL(scenarioPortal.url(ofService: name))
    }
}
