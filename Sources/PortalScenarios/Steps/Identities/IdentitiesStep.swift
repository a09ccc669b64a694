internal import HTTPSemantics
internal import JSONValues
internal import PortalAuthentication

/// Lists the identities that are candidates for the server that asked last at a place, or for any.
struct IdentitiesStep: ScenarioStep {
    static let names = ["identities"]

    /// nil for any place.
    private let place: String?

    init(reading step: StepReader) throws(DocumentError) {
        let place = try step.object(["for"]).required("for")
        self.place = place == "nil" ? nil : place
    }

    func perform(with driver: BuiltInDriver) async {
        var space: ProtectionSpace?
        if let place {
            guard let origin = driver.origin(of: place) else { return }
            space = driver.log.askedFor(origin)
            if space == nil { driver.log.complain("no server asked for a certificate at \(place)") }
        }
        driver.listIdentities(fitting: space)
    }

    func message(_ writer: MessageWriter) -> StepMessage? { Self.message(for: place.map { writer.url(of: $0) }) }

    /// Asks for the candidates at a URL, or at any place.
    static func message(for url: String?) -> StepMessage {
        var message = StepMessage(
            .identities,
            meaning: .outcome { answer in
                answer.value["identities"]?.array.map {
                    "identities(\($0.compactMap(\.string).joined(separator: " ")))"
                }
            })
        message["for"] = url.map { .string($0) }
        return message
    }
}
