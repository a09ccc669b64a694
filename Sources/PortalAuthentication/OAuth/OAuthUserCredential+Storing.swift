internal import HTTPSemantics
package import JSONValues
internal import Platform

extension OAuthUserCredential: StorableCredential {
    package static var storedKind: String { "oauthUser" }

    /// The access token and the refresh token stand in one document: never one of them without its twin.
    package func stored() -> JSONValue {
        let session = state.withLock { $0.session }
        return .members(["application": configuration.stored(), "session": session?.stored()])
    }

    package static func restored(
        from document: JSONValue, in context: any CredentialContext
    ) throws(PortalError) -> OAuthUserCredential {
        let members = StoredMembers(document)
        let application = try members.members("application")
        let configuration = try members.made("application") { () throws(PortalError) in
            try OAuthUserConfiguration(application)
        }
        // Without one it has been revoked, and the user will be asked to sign in again.
        let session = try members.optionalMembers("session").map { (members) throws(PortalError) in
            try OAuthSession(members)
        }
        let credential = OAuthUserCredential(configuration, session, context: context)
        if let session { credential.note(session.access) }
        return credential
    }
}

extension OAuthSession {
    func stored() -> JSONValue {
        .members([
            "current": access.stored(), "username": .optional(username), "redirectURI": .string("\(redirectURI)"),
            "refresh": refresh.map { refresh in
                .members([
                    "token": .revealing(refresh.token), "expires": .optional(refresh.expires),
                    "issued": .optional(refresh.issued),
                ])
            },
        ])
    }

    /// A session as it was stored; throws `storeCorrupted`.
    init(_ members: StoredMembers) throws(PortalError) {
        var refresh: Refresh?
        if let stored = try members.optionalMembers("refresh") {
            refresh = Refresh(
                token: try stored.token("token"), expires: try stored.optionalMoment("expires"),
                issued: try stored.optionalMoment("issued") ?? Timestamp(milliseconds: 0))
        }
        self.init(
            access: try TokenInfo(members.members("current")), username: try members.optionalText("username"),
            refresh: refresh,
            redirectURI: try members.made("redirectURI") { () throws(PortalError) in
                try RedirectURI(members.text("redirectURI"))
            })
    }
}

extension OAuthUserConfiguration {
    func stored() -> JSONValue {
        let minutes: Int64? =
            switch refreshLifetime {
            case .portalDefault: nil
            case .portalMaximum: -1
            case .minutes(let minutes): Int64(max(1, minutes))
            }
        return .members([
            "portal": .string("\(portal.root)"), "clientID": .string(clientID),
            "redirectURI": .string("\(redirectURI)"),
            "refreshLifetime": minutes.map { .integer($0) }, "exchangeInterval": .optional(exchangeInterval),
            "federatedTokenLifetime": .optional(federatedTokenLifetime), "locale": .optional(locale),
        ])
    }

    /// A configuration as it was stored.
    init(_ members: StoredMembers) throws(PortalError) {
        let lifetime: RefreshLifetime =
            switch try members.optionalNumber("refreshLifetime") {
            case nil: .portalDefault
            case -1: .portalMaximum
            case let minutes?: .minutes(Int(clamping: minutes))
            }
        try self.init(
            portal: try PortalURL(members.text("portal")), clientID: try members.text("clientID"),
            redirectURI: try RedirectURI(members.text("redirectURI")), refreshLifetime: lifetime,
            exchangeInterval: try members.optionalDuration("exchangeInterval"),
            federatedTokenLifetime: try members.optionalDuration("federatedTokenLifetime"),
            locale: try members.optionalText("locale"))
    }
}
