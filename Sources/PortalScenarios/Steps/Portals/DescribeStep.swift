internal import JSONValues
internal import Platform
internal import PortalAuthentication
internal import PortalClient

/// Prints everything that can be printed, for the check that no description holds a secret.
struct DescribeStep: ScenarioStep {
    static let names = ["describe"]

    init(reading step: StepReader) throws(DocumentError) { try step.expectNothing() }

    var traits: StepTraits { .isQuiet }

    func perform(with driver: BuiltInDriver) async {
        let environment = driver.environment
        var texts = driver.challengeDescriptions
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
        if let error = driver.log.lastError {
            var mirror = ""
            dump(error, to: &mirror, maxDepth: 6)
            texts += ["\(error)", String(reflecting: error), mirror]
        }
        let (portals, maps) = driver.state.withLock { ($0.portals, $0.maps.maps) }
        texts += portals.values.map(\.text) + maps.values.map(\.text)
        driver.log.write(texts.joined(separator: "\n"), to: "description")
    }

    func message(_ writer: MessageWriter) -> StepMessage? { StepMessage(.describe) }
}
