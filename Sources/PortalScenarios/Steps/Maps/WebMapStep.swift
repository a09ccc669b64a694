internal import ClientEvidence
internal import JSONValues
internal import MockPortalServer
internal import Platform
internal import PortalAuthentication
internal import PortalClient
internal import PortalJudge
internal import ScenarioFormat

/// Loads a web map, or the same as a map whose layers are loaded at once.
struct WebMapStep: ScenarioStep {
    static let names = ["webMap", "map"]

    /// Where the map comes from.
    private enum Place: Sendable {
        /// An item's id at a sharing endpoint.
        case id(String, endpoint: String)
        /// The address of its data.
        case address(String)
        /// An item of a portal that is loaded.
        case item(String, portal: String)
        /// The same as a map whose layers are loaded at once.
        case whole(String, portal: String)
    }
    private let map: String
    private let place: Place
    private let credential: CredentialInput?
    private let identity: String?
    /// Whether the step ends only once the map is loaded or has failed.
    private let waits: Bool

    init(reading step: StepReader) throws(DocumentError) {
        let reader = try step.object(
            CredentialInput.keys + ["name", "item", "endpoint", "url", "via", "identity", "wait"])
        DocumentTrace.note(.text, at: DocumentReader.join(reader.path, "endpoint"))
        DocumentTrace.note(.text, at: DocumentReader.join(reader.path, "item"))
        DocumentTrace.note(.text, at: DocumentReader.join(reader.path, "via"))
        if let url = try reader.text("url") {
            place = .address(url)
        } else {
            let item = try reader.required("item", naming: .item)
            let via = try reader.text("via")
            if step.name == "map" {
                place = .whole(item, portal: via ?? "portal")
            } else if let via {
                place = .item(item, portal: via)
            } else {
                place = .id(item, endpoint: try reader.text("endpoint") ?? "{{portal}}/sharing/rest")
            }
        }
        map = try reader.text("name") ?? "map"
        credential = try CredentialInput.read(reader)
        identity = try reader.text("identity")
        waits = try reader.truth("wait") ?? true
    }

    var traits: StepTraits { waits ? [] : .needsParallelClient }

    func perform(with driver: BuiltInDriver) async {
        do throws(PortalError) {
            let handle = try driver.run.interface == .legacy ? legacyMap(driver) : modernMap(driver)
            driver.state.withLock { $0.maps.maps[map] = handle }
            switch handle.interface {
            case .legacy(_, let watcher):
                if waits { await watcher.wait(for: "load") }
                return
            case .modern(let map):
                guard waits else { return }
                try await map.load()
            case .whole(let map):
                try await map.load()
                if !driver.options.behavior.maps.toleratesLayers, let error = map.failedLayers.first?.loadError {
                    return driver.fail(error)
                }
            }
            driver.log.note("loaded")
            driver.note(status: "loaded", user: nil)
        } catch {
            driver.fail(error)
        }
    }

    private func modernMap(_ driver: BuiltInDriver) throws(PortalError) -> MapHandle {
        let credential = try driver.legacy(credential, identity: identity, url: nil)?.resource
        let (environment, placeholders) = (driver.environment, driver.scenarioPortal.placeholders)
        switch place {
        case .id(let id, let endpoint):
            return MapHandle(
                .modern(
                    try WebMap(
                        itemID: driver.items.id(of: id), portal: try PortalURL(placeholders.filled(endpoint)),
                        credential: credential, in: environment)))
        case .address(let url):
            return MapHandle(
                .modern(WebMap(url: try HTTPURL(placeholders.filled(url)), credential: credential, in: environment)))
        case .item(let id, let portal): return MapHandle(.modern(WebMap(item: try item(id, of: portal, driver))))
        case .whole(let id, let portal): return MapHandle(.whole(Map(item: try item(id, of: portal, driver))))
        }
    }

    private func legacyMap(_ driver: BuiltInDriver) throws(PortalError) -> MapHandle {
        let credential = try driver.legacy(credential, identity: identity, url: nil)
        let (environment, placeholders) = (driver.environment, driver.scenarioPortal.placeholders)
        let watcher = MapWatcher(log: driver.log)
        watcher.begin("load")
        let map: LegacyWebMap
        switch place {
        case .id(let id, let endpoint):
            map = LegacyWebMap(
                itemID: driver.items.id(of: id), sharingEndpoint: placeholders.filled(endpoint),
                credential: credential, delegate: watcher, in: environment)
        case .address(let url):
            map = LegacyWebMap(
                url: try HTTPURL(placeholders.filled(url)), credential: credential, delegate: watcher,
                in: environment)
        case .item(let id, let portal), .whole(let id, let portal):
            map = LegacyWebMap(item: try item(id, of: portal, driver), delegate: watcher)
        }
        return MapHandle(.legacy(map, watcher))
    }

    private func item(
        _ name: String, of portal: String, _ driver: BuiltInDriver
    ) throws(PortalError) -> PortalItem {
        guard let loaded = driver.handle(portal)?.portal else {
            throw PortalError(.invalidArgument, detail: "the portal \(portal) is not loaded")
        }
        return PortalItem(portal: driver.options.behavior.loading.portal(loaded), id: driver.items.id(of: name))
    }

    var taskObstacle: String? { waits ? nil : "a map is opened while it is loaded" }

    /// A map that need not be loaded is only asked for; its answer comes when it does.
    func hold(_ dialogue: ClientDialogue) async throws(ClientDialogue.Ending) {
        let id = try dialogue.send(self)
        if waits { _ = try await dialogue.answer(to: id) }
    }

    func message(_ writer: MessageWriter) throws -> StepMessage? {
        var message = StepMessage(.webMap, try credential.map { try writer.credential($0) } ?? [:])
        let (scenarioPortal, items) = (writer.scenarioPortal, writer.items)
        message["map"] = .string(map)
        switch place {
        case .id(let id, let endpoint):
            message["item"] = .string(items.id(of: id))
            message["url"] = .string(scenarioPortal.placeholders.filled(endpoint))
        case .address(let url): message["data"] = .string(scenarioPortal.placeholders.filled(url))
        case .item(let id, let portal):
            message["item"] = .string(items.id(of: id))
            message["portal"] = .string(portal)
        case .whole(let id, let portal):
            message["item"] = .string(items.id(of: id))
            message["portal"] = .string(portal)
            message["layers"] = "all"
        }
        if let identity {
            message["identity"] = try writer.identity(identity)
            writer.choose(identity, at: [scenarioPortal.portal.url, scenarioPortal.portal.serverURL])
        }
        message.meaning = AnswerMeaning(hasOutcome: true, map: map, note: note)
        return message
    }

    @Sendable private func note(_ answer: StepAnswer, _ dialogue: ClientDialogue) throws(ClientDialogue.Ending) {
        dialogue.maps.note(map, item: item)
        guard map == "map" else { return }
        dialogue.told.facts["mapStatus"] = answer.outcome.map { $0 == .accepted ? "loaded" : "failed" }
        dialogue.note(answer.layers ?? [])
    }

    private var item: String? {
        switch place {
        case .id(let id, _), .item(let id, _), .whole(let id, _): id
        case .address: nil
        }
    }
}
