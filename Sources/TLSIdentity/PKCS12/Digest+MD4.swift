internal import COpenSSL

extension Digest {
    /// Digests bytes with MD4 (RFC 1320), as NTLM asks for; 16 bytes.
    ///
    /// OpenSSL 3 keeps it in its legacy provider: an error says where that is missing, and what brings it.
    public static func md4(_ bytes: some Collection<UInt8>) throws(PKCS12Error) -> [UInt8] {
        let method = try md4Method.get()
        let digest = digest(bytes, with: method.pointer)
        guard digest.count == 16 else { throw PKCS12Error(.unsupportedEncryption, "OpenSSL gives no MD4") }
        return digest
    }

    private struct Method: @unchecked Sendable {
        /// The EVP_MD, which is never freed.
        let pointer: OpaquePointer
    }

    private static let md4Method = Result { () throws(PKCS12Error) -> Method in
        let provider = try LegacyProvider.shared()
        guard let method = OpenSSLErrors.shielded({ EVP_MD_fetch(provider.context, "MD4", nil) }) else {
            throw PKCS12Error(.unsupportedEncryption, "OpenSSL's legacy provider has no MD4")
        }
        return Method(pointer: method)
    }
}
