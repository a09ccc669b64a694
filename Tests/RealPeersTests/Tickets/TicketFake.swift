import JSONValues
import MockPortalServer
import PortalJudge
import TestRealms

/// A fake portal that takes a realm's tickets.
extension FakePortal {
    /// Starts the preset with the realm's keytab; `windows` overlays how tickets are answered.
    init(_ preset: String, of realm: Realm, _ windows: JSONValue = [:]) throws {
        var windows = windows
        windows["keytab"] = .string(realm.text("keytab"))
        try self.init(preset, ["httpAuthentication": ["windows": windows]])
    }

    /// Every credential of HTTP that came, in order.
    var authorizations: [Journal.Authorization] { portal.journal().requests.compactMap(\.authorization) }
}
