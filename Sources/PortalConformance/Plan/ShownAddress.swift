internal import PortalAuthentication

/// An address as an error shows it: without what may be secret in it.
package enum ShownAddress {
    /// The address without user information, and with `***` in the place of every value of its query and its fragment.
    package static func text(of address: String) -> String {
        let plain = PortalURL.shown(address)
        // By scalars: a mark with an accent behind it is still a mark.
        guard let end = plain.unicodeScalars.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return plain }
        var shown = String(plain[..<end])
        var part = ""
        for scalar in plain[end...].unicodeScalars {
            if "?#&;".unicodeScalars.contains(scalar) {
                shown += masked(part)
                shown.unicodeScalars.append(scalar)
                part = ""
            } else {
                part.unicodeScalars.append(scalar)
            }
        }
        return shown + masked(part)
    }

    /// A part of a query with its name alone; one without a name may be a secret as a whole.
    private static func masked(_ part: String) -> String {
        guard !part.isEmpty else { return "" }
        guard let equals = part.unicodeScalars.firstIndex(of: "=") else { return "***" }
        return "\(part[..<equals])=***"
    }
}
