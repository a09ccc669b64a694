internal import HTTPSemantics
internal import PortalTransport

@testable package import PortalAuthentication

/// A sign-in as an agent is asked to carry it out, without a portal behind it.
package struct SignInRequest {
    package static let state = "s-T4te_x"

    package let stage: Stage
    package let request: AuthorizationRequest

    package init(_ redirectURI: String = "http://127.0.0.1/callback", state: String? = Self.state) throws {
        stage = Stage(waits: .hold)
        let page = try HTTPURL("https://h.test/portal/sharing/rest/oauth2/authorize")
        let configuration = try OAuthUserConfiguration(
            portal: try PortalURL("https://h.test/portal"), clientID: "app", redirectURI: try RedirectURI(redirectURI))
        request = AuthorizationRequest(
            configuration: configuration, redirectURI: configuration.redirectURI, time: stage.environment.core.time
        ) { redirect in
            page.with(
                query: FormURLEncoded.encode(
                    [("client_id", "app"), ("redirect_uri", redirect.description)]
                        + (state.map { [("state", $0)] } ?? [])))
        }
    }

    /// The port that the sign-in page is to send a browser to.
    package static func port(in url: HTTPURL) -> Int? {
        FormURLEncoded.fields(of: url.query ?? "").first { $0.name == "redirect_uri" }.flatMap {
            HTTPURL(parsing: $0.value)
        }?
        .origin.port
    }

    /// What a browser asks for when it is sent back.
    package static func back(
        to port: Int, _ target: String = "/callback?code=C0de&state=\(state)", method: String = "GET",
        host: String? = nil
    ) -> String {
        "\(method) \(target) HTTP/1.1\r\nHost: \(host ?? "127.0.0.1:\(port)")\r\nAccept: text/html\r\n\r\n"
    }
}
