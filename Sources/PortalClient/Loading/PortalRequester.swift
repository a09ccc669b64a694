internal import HTTPSemantics
internal import PortalAuthentication

/// How everything of one portal is asked for: by which environment, whom it may ask, and with which key.
struct PortalRequester: Sendable {
    let environment: PortalEnvironment
    let challenges: ChallengePolicy
    let apiKey: Secret<String>?

    /// The answer to a request for a resource.
    func request(
        _ url: HTTPURL, parameters: [(String, String)] = [], expecting expectation: ArcGISRequest.Expectation = .json
    ) async throws(PortalError) -> ArcGISAnswer {
        try await environment.request(
            ArcGISRequest(
                url, parameters: parameters, expecting: expectation, challenges: challenges, apiKey: apiKey))
    }

    /// The answer to a form that changes something.
    func edit(
        _ url: HTTPURL, parameters: [(String, String)], files: [FormFile]
    ) async throws(PortalError) -> ArcGISAnswer {
        var request = ArcGISRequest(
            url, method: .post, parameters: parameters, challenges: challenges, apiKey: apiKey)
        request.files = files
        return try await environment.request(request)
    }
}
