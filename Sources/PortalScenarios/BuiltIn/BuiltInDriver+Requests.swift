internal import HTTPSemantics
internal import JSONValues
internal import MockPortalServer
internal import Platform
internal import PortalAuthentication
internal import PortalJudge

extension BuiltInDriver {
    /// Puts a credential into the store.
    func keep(_ input: CredentialInput, for place: String, below: String?) async {
        do {
            let url = try serviceURL(place == "portal" ? nil : place)
            guard input.kind == .token else { return try await keep(forWebTier: input, at: url.origin) }
            let credential = try await vault.credential(input, for: url, in: environment, isMade: false)
            let place = try below.map { below throws(PortalError) in try serviceURL(below) }
            try options.conduct.keeping.add(environment, credential, place)
        } catch {
            fail(error)
        }
    }

    /// Takes the credential of a context out of the store; that there is none is a complaint.
    func removeCredential(of place: String) {
        do {
            let url = try serviceURL(place == "portal" ? nil : place)
            guard let credential = environment.credentials.credential(for: url) else {
                return log.complain("there is no credential for \(place)")
            }
            options.conduct.keeping.remove(environment, credential)
        } catch {
            log.fail(error, of: nil)
        }
    }

    /// One request to a service: with the store's credential, or with one of its own.
    func request(_ request: Step.ServiceRequest) async {
        do {
            var url = try serviceURL(request.url ?? request.service)
            if let layer = request.layer { url = url.appending(layer) }
            var parameters = request.form
            if request.isQuery {
                url = url.appending(request.layer == nil ? "0" : "query")
                if request.layer == nil { url = url.appending("query") }
                parameters += [("where", "1=1"), ("outFields", "*")]
            }
            let form = parameters.map { ($0.name, stage.placeholders.filled($0.value)) }
            let method: ArcGISRequest.Method = request.method == "POST" ? .post : .get
            let environment = try await environment(for: request.credential, url: url)
            var sent = ArcGISRequest(
                url, method: method, parameters: form, expecting: request.isData ? .bytes : .json)
            sent.apiKey = key(of: request)
            try await options.conduct.requests.send(environment, sent)
            log.note("loaded")
            note(status: "loaded", user: nil)
        } catch let error as PortalError {
            fail(error)
        } catch {
            log.complain("a request cannot be sent: \(error)")
        }
    }

    /// The API key that a request brings; nil where it brings none.
    private func key(of request: Step.ServiceRequest) -> Secret<String>? {
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
        guard let name else { return try PortalURL(stage.portal.url).root }
        return try HTTPURL(stage.url(ofService: name))
    }

    /// Prints everything that can be printed, for the check that no description holds a secret.
    func describe() {
        var texts = challengeDescriptions
        for credential in environment.credentials.credentials {
            texts.append("\(credential) \(String(reflecting: credential))")
            var mirror = ""
            dump(credential, to: &mirror, maxDepth: 4)
            texts.append(mirror)
        }
        for (space, credential) in environment.networkCredentials.credentials {
            texts.append("\(space) \(credential) \(String(reflecting: credential))")
        }
        for identity in environment.identities.identities {
            var mirror = ""
            dump(identity, to: &mirror, maxDepth: 4)
            texts += ["\(identity)", String(reflecting: identity), mirror]
        }
        if let error = log.lastError {
            var mirror = ""
            dump(error, to: &mirror, maxDepth: 6)
            texts += ["\(error)", String(reflecting: error), mirror]
        }
        let (portals, maps) = state.withLock { ($0.portals, $0.maps.maps) }
        texts += portals.values.map(\.text) + maps.values.map(\.text)
        log.write(texts.joined(separator: "\n"), to: "description")
    }
}
