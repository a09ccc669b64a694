internal import HTTPSemantics
internal import JSONValues
internal import PortalTransport

extension TokenInfo {
    /// Reads the answer of `generateToken` (developers.arcgis.com/rest/users-groups-and-items › generate-token).
    ///
    /// Throws what the answer says, and `malformedJSON` where it holds no token that can be sent.
    init(generatedBy response: HTTPResponse, at url: HTTPURL, _ core: ClientCore) throws(PortalError) {
        let received = core.time.now()
        let json = try AnswerClassification.read(response, from: url, expecting: .json, now: received)
        guard let json, let text = json["token"]?.string, !text.isEmpty else {
            throw PortalError(.malformedJSON, url: url, detail: "the answer of the token service holds no token")
        }
        guard HeaderField("X", text).isWellFormed else {
            throw PortalError(.malformedJSON, url: url, detail: "the token holds a line break")
        }
        let expires = json["expires"].flatMap { $0.integer ?? $0.string.flatMap { Int64(digits: $0) } }
        self.init(
            accessToken: Secret(text), expires: expires.map { Timestamp(milliseconds: $0) },
            requiresTLS: json["ssl"]?.bool ?? false)
        renewal = TokenLifetime.renewal(
            expires: self.expires, issued: Timestamp(dateIn: response.headers, now: received),
            received: received, margin: core.policy.renewalMargin)
    }
}
