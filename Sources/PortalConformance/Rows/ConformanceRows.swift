package import JSONValues

/// The rows that are judged against portals that are not ours.
///
/// To add a row, write a type that conforms to ``ConformanceRow`` in a file of its own beside the others of its
/// subject, and add its line to ``all``. The row of the same id in `Fixtures/catalogue` says `"real": true`; a row
/// that the catalogue lacks brings its title and its requirement. Profiles, the command line, runs and reports
/// read this table.
package enum ConformanceRows {
    /// Every row, in the order in which they run.
    static let all: [any ConformanceRow] = [
        AnonymousConnectRow(),
        MemberConnectRow(at: .noOrganization),
        MemberConnectRow(at: .organization),
        TokenDiscoveryRow(),
        TokenExpiryRow(),
        UnknownTokenRow(),
        WrongRefererRow(),
        WrongPasswordRow(),
        FederatedExchangeRow(),
        WebTierPasswordRow(.basic),
        WebTierPasswordRow(.digest),
        StaleNonceRow(),
        UntrustedCertificateRow(),
        TrustedCertificateRow(),
        InvalidCertificateRow(.expired),
        InvalidCertificateRow(.hostMismatch),
        ClientCertificateRow(),
        NoClientCertificateRow(),
        CodeGrantRow(),
        RefreshTokenRow(),
        RevocationRow(),
        ApplicationRow(),
        PublicMapRow(),
        PrivateMapRow(),
        OpenMapRow(),
        TLSUpgradeRow(),
        SignOutRow(),
        PublicItemRow(),
        PrivateItemRow(),
    ]

    /// The ids that profiles and command lines may name.
    static let ids = RowIDs(names)

    /// The same ids, in the order in which rows run.
    package static var names: [String] { all.map(\.id) }

    /// The ids of rows as a command line gives them; throws for an id that no row has, with the nearest one.
    package static func checked(_ names: [String], source: String, keyPath: String) throws(DocumentError) -> [String] {
        try ids.checked(names, source: source, keyPath: keyPath)
    }
}
