/// A fake portal that runs, whose answers a real portal's are compared with.
package struct ComparisonPortal: Sendable {
    /// Starts the fake portal of a preset.
    package typealias Start = @Sendable (_ preset: String) throws -> ComparisonPortal

    let url: String
    /// The GIS server's URL, below which the services are.
    let serverURL: String
    /// The authority of its certificate, in PEM.
    let authority: String
    /// A member of its organization.
    let member: ConformanceProfile.Account?
    let stop: @Sendable () -> Void

    /// Describes a portal that its starter has made; `stop` ends it.
    package init(
        url: String, serverURL: String, authority: String, member: ConformanceProfile.Account?,
        stop: @escaping @Sendable () -> Void
    ) {
        self.url = url
        self.serverURL = serverURL
        self.authority = authority
        self.member = member
        self.stop = stop
    }
}
