/// The paths below which the parts of a portal are; the tables of contents say what is there.
struct SiteMap: Sendable {
    let sharing: String
    let rest: String
    let server: String
    let context: String
    /// Where the pages for people are.
    let home: String
    /// The contexts of hosts that are servers and nothing else.
    let servers: [String: String]

    init(_ addresses: SiteAddresses, _ blueprint: Blueprint) {
        context = addresses.context
        home = addresses.context + "/home"
        sharing = addresses.context + "/sharing"
        rest = addresses.context + "/sharing/rest"
        servers = addresses.serverContexts
        server = blueprint.server.federation == .none ? "\u{0}" : addresses.serverContext
    }
}
