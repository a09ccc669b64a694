internal import JSONValues

extension TokenInfo {
    /// Everything of it, the token included.
    func stored() -> JSONValue {
        .members([
            "token": .revealing(accessToken), "expires": .optional(expires), "renewal": .optional(renewal),
            "requiresTLS": .bool(requiresTLS),
        ])
    }

    /// A token as it was stored; throws `storeCorrupted`.
    init(_ members: StoredMembers) throws(PortalError) {
        self.init(
            accessToken: try members.token("token"), expires: try members.optionalMoment("expires"),
            requiresTLS: try members.optionalFlag("requiresTLS") ?? true)
        renewal = try members.optionalMoment("renewal")
    }
}
