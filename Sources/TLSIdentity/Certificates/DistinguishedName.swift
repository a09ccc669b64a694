internal import COpenSSL

/// The name of a certificate's subject or issuer (RFC 5280 §4.1.2.4), as a server lists those it accepts.
public struct DistinguishedName: Sendable, Hashable, CustomStringConvertible {
    /// The name in DER, as it travels.
    public let der: [UInt8]
    /// The name as a person reads it (RFC 2253): `CN=mockportal client authority,O=mockportal`.
    public let description: String

    /// Reads a name; nil where the bytes are not one name and nothing else.
    public init?(der: [UInt8]) {
        let text = OpenSSLErrors.shielded { () -> String? in
            der.withUnsafeBufferPointer { buffer -> String? in
                var position = buffer.baseAddress
                let name = d2i_X509_NAME(nil, &position, buffer.count)
                defer { X509_NAME_free(name) }
                guard name != nil, position == buffer.baseAddress.map({ $0 + buffer.count }) else { return nil }
                return CertificateSummary.text(of: name)
            }
        }
        guard let text else { return nil }
        self.der = der
        description = text
    }
}
