/// A user whom the web tier has authenticated; a token that is sent decides all the same.
struct WebUser: Sendable {
    let name: String
    /// Whether the ArcGIS Server learns of the user too; its own web tier is open as a rule.
    let countsOnServer: Bool
}
