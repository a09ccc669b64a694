internal import HTTPSemantics
package import JSONValues

extension TokenCredential: StorableCredential {
    package static var storedKind: String { "token" }

    package func stored() -> JSONValue {
        var user: JSONValue?
        if case .user(let name, let password) = principal {
            user = ["name": .string(name), "password": .revealing(password)]
        }
        return .members([
            "context": serverContext.stored(), "user": user, "tokenURL": .optional(tokenURL),
            "lifetime": .optional(lifetime), "current": holder.kept?.stored(),
        ])
    }

    package static func restored(
        from document: JSONValue, in context: any CredentialContext
    ) throws(PortalError) -> TokenCredential {
        let members = StoredMembers(document)
        var principal = TokenOrder.Principal.webTier
        if let user = try members.optionalMembers("user") {
            principal = .user(try user.text("name"), try user.secret("password"))
        }
        let current = try members.optionalMembers("current")
        return TokenCredential(
            for: try ServerContext(members.members("context")), principal,
            tokenURL: try members.optionalURL("tokenURL"), lifetime: try members.optionalDuration("lifetime"),
            token: try current.map { (members) throws(PortalError) in try TokenInfo(members) }, in: context)
    }
}

extension PregeneratedTokenCredential: StorableCredential {
    package static var storedKind: String { "pregenerated" }

    package func stored() -> JSONValue {
        .members(["context": serverContext.stored(), "referer": .optional(referer), "current": info.stored()])
    }

    package static func restored(
        from document: JSONValue, in context: any CredentialContext
    ) throws(PortalError) -> PregeneratedTokenCredential {
        let members = StoredMembers(document)
        let context = try ServerContext(members.members("context"))
        let info = try TokenInfo(members.members("current"))
        let referer = try members.optionalText("referer")
        return try members.made("referer") { () throws(PortalError) in
            try PregeneratedTokenCredential(context: context, tokenInfo: info, referer: referer)
        }
    }
}

extension ServerContext {
    /// Its root and what lives there.
    func stored() -> JSONValue { ["url": .string(url.description), "kind": kind == .portal ? "portal" : "server"] }

    /// A context as it was stored; throws `storeCorrupted`.
    init(_ members: StoredMembers) throws(PortalError) {
        self.init(root: try members.url("url"), kind: try members.text("kind") == "portal" ? .portal : .server)
    }
}
