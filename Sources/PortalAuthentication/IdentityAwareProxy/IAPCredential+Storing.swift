internal import HTTPSemantics
package import JSONValues
internal import Platform

extension IAPCredential: StorableCredential {
    package static var storedKind: String { "identityAwareProxy" }

    package func stored() -> JSONValue {
        let (username, refresh) = state.withLock { ($0.username, $0.refresh) }
        return .members([
            "proxy": configuration.stored(), "current": holder.kept?.stored(), "username": .optional(username),
            "refreshToken": refresh.map { .revealing($0) },
        ])
    }

    package static func restored(
        from document: JSONValue, in context: any CredentialContext
    ) throws(PortalError) -> IAPCredential {
        let members = StoredMembers(document)
        let proxy = try members.members("proxy")
        let current = try members.optionalMembers("current")
        return IAPCredential(
            try members.made("proxy") { () throws(PortalError) in try IAPConfiguration(proxy) },
            token: try current.map { (members) throws(PortalError) in try TokenInfo(members) },
            refresh: try members.optionalText("refreshToken").map { Secret($0) },
            username: try members.optionalText("username"), context: context)
    }
}

extension IAPConfiguration {
    fileprivate func stored() -> JSONValue {
        .members([
            "authorizeURL": .optional(authorizeURL), "tokenURL": .optional(tokenURL), "logoutURL": .optional(logoutURL),
            "clientID": .string(clientID), "redirectURI": .string("\(redirectURI)"),
            "scopes": .array(scopes.map { .string($0) }),
            "hosts": .array(hostsBehindProxy.map { .string("\($0)") }), "prompt": .optional(promptType?.rawValue),
        ])
    }

    fileprivate init(_ members: StoredMembers) throws(PortalError) {
        try self.init(
            authorizeURL: try members.url("authorizeURL"), tokenURL: try members.url("tokenURL"),
            logoutURL: try members.url("logoutURL"), clientID: try members.text("clientID"),
            redirectURI: try RedirectURI(members.text("redirectURI")), scopes: try members.texts("scopes"),
            hostsBehindProxy: try members.texts("hosts"),
            promptType: try members.optionalText("prompt").flatMap(PromptType.init(rawValue:)))
    }
}
