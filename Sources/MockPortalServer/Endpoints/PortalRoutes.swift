/// The table of contents of `{portal}/sharing/rest`, and of `{portal}/sharing`, which older clients use.
enum PortalRoutes {
    static let table = RouteTable([
        .portal("", "sharing", RootEndpoint.version),
        .portal("info", gate: .none, RootEndpoint.info),
        .portal("generateToken", gate: .none, steady: false, GenerateTokenEndpoint.portal),

        .portal("portals/self", "portals/self", PortalsEndpoint.selfDocument),
    ])
}
