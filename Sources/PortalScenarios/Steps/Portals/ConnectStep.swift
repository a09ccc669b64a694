internal import JSONValues
internal import MockPortalServer
internal import Platform
internal import PortalAuthentication
internal import PortalClient
internal import ScenarioFormat

/// Makes a portal and, unless told otherwise, loads it.
struct ConnectStep: ScenarioStep {
    static let names = ["connect"]

    let portal: String
    private var credential: CredentialInput?
    private let url: String
    private let isAuthenticated: Bool
    private let interface: Scenario.Interface?
    private let loads: Bool
    private let asks: Bool
    /// The service that the credential is for; nil where it is for the portal.
    private let service: String?
    /// The identity that is chosen for the portal's origin beforehand.
    private let identity: String?
    /// Whether the portal lives in an environment of its own.
    private let hasOwnEnvironment: Bool

    init(reading step: StepReader) throws(DocumentError) {
        let reader = try step.object(
            CredentialInput.keys + [
                "url", "connection", "api", "load", "challenges", "name", "service", "identity",
                "environment",
            ])
        credential = try CredentialInput.read(reader)
        let connection = try reader.word("connection", as: ConnectionName.self)
        // What signs in to the web tier says nothing of a portal's token.
        let isForPortal = credential.map { $0.kind == .token } ?? false
        portal = try reader.text("name") ?? "portal"
        url = try reader.text("url") ?? "{{portal}}"
        isAuthenticated = (connection ?? (isForPortal ? .authenticated : .anonymous)) == .authenticated
        interface = try reader.word("api")
        loads = try reader.truth("load") ?? true
        asks = try reader.word("challenges", as: ChallengesName.self) != .suppress
        service = try reader.name("service", of: .service)
        identity = try reader.text("identity")
        hasOwnEnvironment = try reader.word("environment", as: EnvironmentName.self) == .own
    }

    private enum ConnectionName: String, CaseIterable { case anonymous, authenticated }
    private enum EnvironmentName: String, CaseIterable { case shared, own }
    private enum ChallengesName: String, CaseIterable { case ask, suppress }

    func perform(with driver: BuiltInDriver) async {
        let credential = credential?.changingTexts(driver.options.behavior.text)
        do {
            if (interface ?? driver.run.interface) == .legacy {
                try await connectLegacy(driver, credential)
            } else {
                try await connect(driver, credential)
            }
        } catch let error as PortalError {
            driver.fail(error, of: portal)
        } catch {
            driver.log.complain("a portal cannot be made: \(error)")
        }
    }

    private func connect(_ driver: BuiltInDriver, _ credential: CredentialInput?) async throws {
        let behavior = driver.options.behavior
        let environment = hasOwnEnvironment ? try await driver.furtherEnvironment() : driver.environment
        let url = try PortalURL(driver.scenarioPortal.placeholders.filled(url))
        if let identity { try await driver.choose(identity, for: url.root.origin) }
        if let credential, credential.kind == .http {
            try await driver.keep(forWebTier: credential, at: url.root.origin)
        } else if let credential {
            environment.credentials.add(
                try await driver.vault.credential(credential, for: url.rest, in: environment, isMade: false))
        }
        let portal = Portal(
            url: url, connection: isAuthenticated ? .authenticated : .anonymous,
            challenges: behavior.loading.challenges(asks ? .ask : .suppress), in: environment)
        driver.state.withLock { $0.portals[self.portal] = PortalHandle(.modern(portal)) }
        if loads { await driver.load(portal, named: self.portal, retrying: false) }
    }

    private func connectLegacy(_ driver: BuiltInDriver, _ credential: CredentialInput?) async throws(PortalError) {
        let watcher = LegacyWatcher(name: portal, log: driver.log, behavior: driver.options.behavior.loading)
        let made = LegacyPortal(
            url: driver.scenarioPortal.placeholders.filled(url),
            credential: try driver.legacy(credential, identity: identity, url: url), delegate: watcher,
            notifications: watcher.notifications, in: driver.environment)
        driver.state.withLock { $0.portals[portal] = PortalHandle(.legacy(made, watcher)) }
        if loads { await watcher.wait() }
    }

    var dialogueObstacle: String? { interface == .legacy ? "it is about the older interface" : nil }

    func message(_ writer: MessageWriter) throws -> StepMessage? {
        var message = StepMessage(.connect, try credential.map { try writer.credential($0) } ?? [:])
        message["portal"] = .string(portal)
        let url = writer.scenarioPortal.placeholders.filled(url)
        message["url"] = .string(url)
        message["authenticated"] = .bool(isAuthenticated)
        if !loads { message["load"] = false }
        if hasOwnEnvironment { message["session"] = "own" }
        if !asks { message["challenges"] = "suppress" }
        if let service { message["for"] = .string(writer.scenarioPortal.url(ofService: service)) }
        if let identity {
            message["identity"] = try writer.identity(identity)
            writer.choose(identity, at: [url])
        }
        message.meaning = AnswerMeaning(hasOutcome: loads, loadsPortal: true, portal: portal)
        return message
    }
}
