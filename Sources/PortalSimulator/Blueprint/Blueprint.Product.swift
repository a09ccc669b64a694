extension Blueprint {
    /// Which product and release a portal is; `Fixtures/products` says how the answers of each differ, with the sources.
    package enum Product: String, Sendable, CaseIterable {
        case online
        case enterprise109 = "enterprise-10.9"
        case enterprise111 = "enterprise-11.1"
        case enterprise113 = "enterprise-11.3"
        case enterprise115 = "enterprise-11.5"

        /// Whether it is ArcGIS Online, whose feature services are all hosted.
        var isOnline: Bool { self == .online }
    }

    /// The product that the portal is: the one that is told, else ArcGIS Online at a URL of no organization.
    package var product: Product { toldProduct ?? (view == .general ? .online : .enterprise113) }
}
