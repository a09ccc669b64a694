package import JSONValues

/// A row that is judged against portals that are not ours; the raw value is its id in the catalogue.
package enum ConformanceRow: String, Sendable, CaseIterable {
    case anonymous = "C01"
    case generalMember = "C04"
    case organizationMember = "C09"
    case discovery = "T01"
    case expiry = "T12"
    case expiredToken = "T17"
    case wrongReferer = "T20"
    case wrongPassword = "T23"
    case federation = "F01"
    case basic = "N01"
    case digest = "N08"
    case staleNonce = "N14"
    case untrusted = "S01"
    case trusted = "S02"
    case expiredCertificate = "S11"
    case wrongHost = "S14"
    case clientCertificate = "P10"
    case noClientCertificate = "P11"
    case codeGrant = "O01"
    case refresh = "O09"
    case revocation = "O14"
    case application = "O18"
    case publicMap = "W01"
    case privateMap = "W02"
    case openMap = "W10"
    case upgrade = "Z01"
    case signOut = "L06"
    case publicItem = "public-item"
    case privateItem = "private-item"
}

extension ConformanceRow {
    /// The ids of rows as a profile or a command line gives them.
    ///
    /// Throws for an id that no row has, with the nearest one.
    package static func checked(
        _ names: [String], source: String, keyPath: String
    ) throws(DocumentError) -> [String] {
        let known = allCases.map(\.rawValue)
        for name in names where !known.contains(name) {
            throw DocumentError(
                .unknownValue, source: source, keyPath: keyPath,
                problem: "\"\(name)\" is no row that is judged against real portals", allowed: known, written: name)
        }
        return names
    }

    /// The row's title where the catalogue has none of this id.
    var title: String {
        switch self {
        case .publicItem: "public item"
        case .privateItem: "private item"
        default: rawValue
        }
    }

    /// What it asks for where the catalogue has no row of this id.
    var requirement: String {
        switch self {
        case .publicItem: "An item that is shared with everybody is read without signing in."
        case .privateItem:
            "A private item is refused to a stranger by an error object, and read by a member who may read it, with a token that is sent in a header."
        default: ""
        }
    }
}
