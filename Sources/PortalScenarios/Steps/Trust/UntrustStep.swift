internal import HTTPSemantics
internal import JSONValues
internal import PortalAuthentication

/// Takes an exception for a flawed certificate back.
struct UntrustStep: ScenarioStep {
    static let names = ["untrust"]

    private let host: String

    init(reading step: StepReader) throws(DocumentError) {
        host = try step.object(["host"]).text("host") ?? "portal"
    }

    func perform(with driver: BuiltInDriver) async {
        guard let origin = driver.origin(of: host) else { return }
        await driver.environment.trust.revoke(host: origin.host, port: origin.port)
        driver.grants.revoked(origin)
    }

    var taskObstacle: String? { "trust is taken back in between" }

    func message(_ writer: MessageWriter) throws -> StepMessage? { try writer.untrust(host) }
}
