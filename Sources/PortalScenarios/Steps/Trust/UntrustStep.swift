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

    func message(_ writer: MessageWriter) throws -> StepMessage? {
        writer.grants.revoked(try writer.origin(of: host))
        return try writer.untrust(host)
    }

    func list(in tasks: TaskList) throws {
        let (grants, origin) = (tasks.messages.grants, try tasks.messages.origin(of: host))
        // What came before came in trust.
        try tasks.change { grants.revoked(origin) }
        try tasks.add(try tasks.messages.untrust(host))
    }
}
