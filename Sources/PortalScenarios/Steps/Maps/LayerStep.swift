internal import JSONValues
internal import Platform
internal import PortalAuthentication
internal import PortalClient
internal import ScenarioFormat

/// Makes a layer of a service or a task that queries it, or submits the one of that name again.
struct LayerStep: ScenarioStep {
    static let names = ["layer"]

    private let layer: String
    private let url: String
    private let credential: CredentialInput?
    private let identity: String?
    /// Whether features are asked for in place of what the service says of itself; again means another task for the same.
    private let isQuery: Bool
    /// Whether it is submitted again.
    private let isAgain: Bool

    init(reading step: StepReader) throws(DocumentError) {
        let reader = try step.object(CredentialInput.keys + ["name", "url", "service", "identity", "query", "again"])
        let address = try reader.text("url")
        let service = try reader.name("service", of: .service) ?? "Traffic"
        layer = try reader.text("name") ?? "layer"
        url = address ?? service
        credential = try CredentialInput.read(reader)
        identity = try reader.text("identity")
        isQuery = try reader.truth("query") ?? false
        isAgain = try reader.truth("again") ?? false
    }

    func message(_ writer: MessageWriter) throws -> StepMessage? {
        var message = StepMessage(.layer, try credential.map { try writer.credential($0) } ?? [:])
        let address = writer.scenarioPortal.url(ofService: url)
        message["layer"] = .string(layer)
        message["url"] = .string(address)
        if isQuery { message["query"] = true }
        if isAgain { message["again"] = true }
        if let identity {
            message["identity"] = try writer.identity(identity)
            writer.choose(identity, at: [address])
        }
        let isQuery = isQuery
        message.meaning = .outcome { answer in
            isQuery ? answer.value["found"].map { "found(\($0.text()))" } ?? "found" : "loaded"
        }
        return message
    }

    func perform(with driver: BuiltInDriver) async {
        do throws(PortalError) {
            let url = try driver.serviceURL(url)
            let credential = try driver.legacy(credential, identity: identity, url: url.description)
            let known = driver.state.withLock { $0.maps.layers[layer] }
            if isAgain, known == nil { return driver.log.complain("there is no layer \(layer)") }
            if driver.run.interface == .legacy {
                await performLegacy(driver, url, credential, isAgain ? known : nil)
            } else {
                try await performModern(driver, url, credential, isAgain ? known : nil)
            }
        } catch {
            driver.fail(error)
        }
    }

    private func performModern(
        _ driver: BuiltInDriver, _ url: HTTPURL, _ credential: LegacyCredential?, _ known: LayerHandle?
    ) async throws(PortalError) {
        if isQuery {
            // A task needs no loading: with another credential it is another task.
            let task = QueryTask(url: url, credential: credential?.resource, in: driver.environment)
            driver.state.withLock { $0.maps.layers[layer] = .modern(task) }
            let found = try await task.query()
            driver.log.note("found(\(found.features.count))")
        } else if case .modern(let layer)? = known {
            if credential == nil {
                try await layer.resubmit()
            } else {
                try await layer.resubmit(url: url, credential: credential?.resource)
            }
            driver.log.note("loaded")
        } else {
            let made = FeatureLayer(url: url, credential: credential?.resource, in: driver.environment)
            driver.state.withLock { $0.maps.layers[layer] = .modern(made) }
            try await made.load()
            driver.log.note("loaded")
        }
        driver.note(status: "loaded", user: nil)
    }

    private func performLegacy(
        _ driver: BuiltInDriver, _ url: HTTPURL, _ credential: LegacyCredential?, _ known: LayerHandle?
    ) async {
        let watcher = LayerWatcher(log: driver.log) { [weak driver] in driver?.note(status: $0, user: nil) }
        let environment = driver.environment
        if isQuery {
            let task = LegacyQueryTask(url: url, credential: credential, delegate: watcher, in: environment)
            driver.state.withLock { $0.maps.layers[layer] = .task(task, watcher) }
            await watcher.wait { task.execute() }
        } else if case .legacy(let layer, let watcher)? = known {
            // No callback comes from a layer that is loaded.
            guard !layer.isLoaded else { return layer.resubmit(url: url, credential: credential) }
            await watcher.wait {
                if credential == nil { layer.resubmit() } else { layer.resubmit(url: url, credential: credential) }
            }
        } else {
            await watcher.wait {
                let made = LegacyLayer(url: url, credential: credential, delegate: watcher, in: environment)
                driver.state.withLock { $0.maps.layers[layer] = .legacy(made, watcher) }
            }
        }
    }
}
