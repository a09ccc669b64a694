/// How long a text may be that a client sends and the portal keeps.
struct TextBound: Sendable {
    /// Bytes of UTF-8.
    let bytes: Int

    /// The title of a group, a folder or a layer, the name of a replica or a setting, the subject of a message.
    static let title = TextBound(bytes: 250)
    /// Words by which an attachment is found.
    static let keywords = TextBound(bytes: 1_000)
    /// A field of a user's profile.
    static let profile = TextBound(bytes: 4_096)
    /// A message to the members of a group.
    static let message = TextBound(bytes: 7_500)
    /// What an organization says of itself in one member, or keeps as one setting.
    static let setting = TextBound(bytes: 65_536)
    /// What clients keep for a user (developers.arcgis.com, "Set Properties": 100 kB).
    static let properties = TextBound(bytes: 100_000)
    /// The categories of an organization's items.
    static let categories = TextBound(bytes: 262_144)

    /// A password.
    static let password = TextBound(bytes: 128)
    /// The name or address that a token or a sign-in page is bound to or begins with.
    static let name = TextBound(bytes: 1_024)
    /// An address that a token is bound to or a browser is sent to.
    static let address = TextBound(bytes: 4_096)
    /// `state` of an authorization: percent-encoded in a redirect it has three times as many bytes, and a head has room for 32 KiB.
    static let state = TextBound(bytes: 8_192)

    /// What is wrong with a text; nil where it is short enough.
    func problem(_ text: String) -> String? {
        let count = text.utf8.count
        return count <= bytes ? nil : "has more than \(bytes) bytes: \(count)"
    }
}
