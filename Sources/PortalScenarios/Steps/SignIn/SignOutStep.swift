internal import HTTPSemantics
internal import JSONValues
internal import PortalAuthentication

/// Signs the user out, and notes whether everything was revoked; the session of the browser ends too where that is wanted.
struct SignOutStep: ScenarioStep {
    static let names = ["signOut"]

    /// Whether the page that ends the browser's session is opened.
    private let endsBrowserSession: Bool

    init(reading step: StepReader) throws(DocumentError) {
        endsBrowserSession = try step.object(["inBrowser"]).truth("inBrowser") ?? false
    }

    func perform(with driver: BuiltInDriver) async {
        driver.grants.unchose(nil)
        driver.log.remember("revoked", .bool(await driver.options.behavior.keeping.signOut(driver.environment)))
        guard endsBrowserSession else { return }
        do {
            guard let configuration = try driver.configurations().first else {
                return driver.log.complain("the environment has no application whose session could end")
            }
            try await endSession(of: configuration, with: driver)
        } catch {
            driver.log.complain("the session of the browser cannot be ended: \(error)")
        }
    }

    private func endSession(of configuration: OAuthUserConfiguration, with driver: BuiltInDriver) async throws {
        guard let page = driver.options.behavior.keeping.signOutPage(configuration) else { return }
        let window = try BrowserWindow(
            trust: BrowserWindow.trust(in: driver.scenarioPortal.portal), jar: driver.jar)
        let before = driver.grants.lastConnection
        defer { driver.grants.browsed(since: before) }
        let redirect = configuration.redirectURI.description
        do {
            let view = try await window.open(page.description) { $0.hasPrefix(redirect) }
            if case .app = view { driver.log.note("signedOutInBrowser") }
            await window.close()
        } catch {
            await window.close()
            throw error
        }
    }

    var dialogueObstacle: String? { endsBrowserSession ? "a person signs out in a browser" : nil }

    func message(_ writer: MessageWriter) -> StepMessage? { StepMessage(.signOut) }
}
