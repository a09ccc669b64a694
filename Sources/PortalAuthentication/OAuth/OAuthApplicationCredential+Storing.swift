internal import HTTPSemantics
package import JSONValues

extension OAuthApplicationCredential: StorableCredential {
    package static var storedKind: String { "oauthApplication" }

    package func stored() -> JSONValue {
        .members([
            "portal": .string("\(portal.root)"), "clientID": .string(clientID),
            "clientSecret": .revealing(clientSecret), "lifetime": .optional(lifetime),
            "current": holder.kept?.stored(),
        ])
    }

    package static func restored(
        from document: JSONValue, in context: any CredentialContext
    ) throws(PortalError) -> OAuthApplicationCredential {
        let members = StoredMembers(document)
        let current = try members.optionalMembers("current")
        return OAuthApplicationCredential(
            portal: try members.made("portal") { () throws(PortalError) in try PortalURL(members.text("portal")) },
            clientID: try members.text("clientID"), clientSecret: try members.secret("clientSecret"),
            lifetime: try members.optionalDuration("lifetime"),
            token: try current.map { (members) throws(PortalError) in try TokenInfo(members) }, in: context)
    }
}
