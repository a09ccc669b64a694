internal import JSONValues
internal import PortalAuthentication
internal import TLSIdentity

/// Takes an identity out of the client's store.
struct RemoveIdentityStep: ScenarioStep {
    static let names = ["removeIdentity"]

    private let identity: String

    init(reading step: StepReader) throws(DocumentError) { identity = try step.text() }

    func perform(with driver: BuiltInDriver) async {
        do {
            driver.grants.removed(identity)
            try await driver.options.behavior.identities.remove(
                driver.environment.identities, try driver.runIdentities.identity(identity))
        } catch {
            driver.log.complain("the identity \(identity) cannot be removed: \(error)")
        }
    }

    func message(_ writer: MessageWriter) -> StepMessage? {
        StepMessage(.removeIdentity, ["identity": .string(identity)])
    }
}
