internal import JSONValues

/// An exception for a flawed certificate that is granted beforehand.
struct TrustException: Sendable {
    var host: String
    /// Whether every port of the host is meant, as in the older interface's list.
    var isForAnyPort = false
    var isForCertificate = false
    /// The defects that it covers; nil for a self-signed certificate and one of an unknown authority.
    var tolerating: [String]?

    init(host: String) { self.host = host }

    static let keys = ["host", "scope", "tolerating", "port"]

    /// Reads the arguments of the step `trust`.
    init(_ reader: DocumentReader) throws(DocumentError) {
        host = try reader.text("host") ?? "portal"
        isForAnyPort = try reader.word("port", as: PortName.self) == .any
        isForCertificate = try reader.word("scope", as: ScopeName.self) == .certificate
        tolerating = try reader.texts("tolerating")
    }

    private enum ScopeName: String, CaseIterable { case host, certificate }
    private enum PortName: String, CaseIterable { case own, any }
}
