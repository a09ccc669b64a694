internal import HTTPSemantics
internal import JSONValues
internal import MockPortalServer
internal import ScenarioFormat

/// Does to the portal of a run what its scenario says.
struct PortalActor: Sendable {
    let scenarioPortal: ScenarioPortal
    let vault: CredentialVault
    /// The scenario's file.
    let source: String

    /// Throws where the portal has nothing of that name.
    func perform(_ action: JSONValue) throws {
        let filled = scenarioPortal.placeholders.filled(action) { [vault] in vault.token($0)?.reveal { $0 } }
        try scenarioPortal.portal.perform(try PortalAction(decoding: filled, source: source, keyPath: "client.portal"))
    }
}

extension MessageWriter {
    /// What changes the portal in between.
    var actor: PortalActor {
        PortalActor(scenarioPortal: scenarioPortal, vault: vault, source: run.scenario.source)
    }
}
