internal import JSONValues

/// What Esri's own apps ask before they begin (Esri/arcgis-rest-js `validate-app-access.ts`, Esri/arcgis-js-api `IdentityManager`).
enum AppAccessEndpoint {
    /// `oauth2/validateAppAccess`: whether a user may use an application. A bad token never comes so far.
    static func validate(_ request: EndpointRequest) -> PortalReply {
        guard let client = request["client_id"], request.revision.applications[client] != nil else {
            return .failure(
                ErrorEnvelope(400, "Invalid request", messageCode: "GWM_0007"), "oauth",
                "no such application is registered")
        }
        guard request.viewer.name != nil else { return .failure(.tokenRequired, "token", "no user is signed in") }
        return .document(["valid": true, "viewOnlyUserTypeApp": false])
    }

    /// `oauth2/validateRedirectUri`: whether an application may be sent back to an address.
    static func validateRedirect(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        let organizations = try request.content.organizations()
        guard let client = request["client_id"], let application = request.revision.applications[client],
            let uri = request["redirect_uri"]
        else {
            return .failure(
                .oauth("invalid_client_id", "Invalid client_id"), "oauth", "no such application is registered")
        }
        guard application.admits(uri) else {
            return .document(["valid": false])
        }
        let account = request["accountId"].flatMap { organizations.withID($0) } ?? organizations.own
        return .document(["valid": true, "urlKey": account.reduced["urlKey"] ?? .null])
    }
}
