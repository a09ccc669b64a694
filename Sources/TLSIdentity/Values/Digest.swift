internal import COpenSSL
internal import HTTPSemantics

/// Message digests (FIPS 180-4, RFC 1320, RFC 1321).
public enum Digest {
    /// Digests bytes with SHA-256; 32 bytes.
    public static func sha256(_ bytes: some Collection<UInt8>) -> [UInt8] { digest(bytes, with: sha256Method) }

    /// Digests bytes with SHA-256; lower-case hex.
    public static func sha256Hex(_ bytes: some Collection<UInt8>) -> String { sha256Hex(Array(bytes)) }

    /// Digests bytes with SHA-256; lower-case hex.
    public static func sha256Hex(_ bytes: [UInt8]) -> String {
        Hexadecimal.encode(digest(bytes, with: sha256Method))
    }

    /// Digests bytes with MD5, as HTTP Digest asks for (RFC 7616 §3.4); 16 bytes, or none where OpenSSL has no MD5.
    public static func md5(_ bytes: some Collection<UInt8>) -> [UInt8] { digest(bytes, with: methods.md5) }

    /// Digests bytes with MD5; lower-case hex.
    public static func md5Hex(_ bytes: some Collection<UInt8>) -> String { md5Hex(Array(bytes)) }

    /// Digests bytes with MD5; lower-case hex.
    public static func md5Hex(_ bytes: [UInt8]) -> String { Hexadecimal.encode(digest(bytes, with: methods.md5)) }

    /// Authenticates bytes with HMAC-MD5 (RFC 2104), as NTLM asks for; 16 bytes, or none where OpenSSL has no MD5.
    public static func hmacMD5(key: [UInt8], _ bytes: some Collection<UInt8>) -> [UInt8] {
        let block = 64
        var padded = key.count > block ? md5(key) : key
        guard methods.md5 != nil else { return [] }
        padded += [UInt8](repeating: 0, count: block - padded.count)
        return md5(padded.map { $0 ^ 0x5c } + md5(padded.map { $0 ^ 0x36 } + bytes))
    }

    /// OpenSSL's SHA-256, looked up once: a look-up costs as much as a signature on P-256.
    static var sha256Method: OpaquePointer? { methods.sha256 }
    private static let methods = Methods()

    /// The EVP_MDs of this process, never changed and never freed.
    private struct Methods: @unchecked Sendable {
        let sha256: OpaquePointer? = EVP_MD_fetch(nil, "SHA256", nil)
        // A system that is set to FIPS algorithms hides MD5; a library context of its own does not read those settings.
        let md5: OpaquePointer? = OpenSSLErrors.shielded {
            EVP_MD_fetch(nil, "MD5", nil) ?? EVP_MD_fetch(OSSL_LIB_CTX_new(), "MD5", nil)
        }
    }

    static func digest(_ bytes: some Collection<UInt8>, with method: OpaquePointer?) -> [UInt8] {
        digest(Array(bytes), with: method)
    }

    static func digest(_ bytes: [UInt8], with method: OpaquePointer?) -> [UInt8] {
        guard let method else { return [] }
        var digest = [UInt8](repeating: 0, count: Int(EVP_MD_get_size(method)))
        return EVP_Digest(bytes, bytes.count, &digest, nil, method, nil) == 1 ? digest : []
    }
}

/// Returns random bytes for secrets (RAND_bytes, else the system's generator).
public func randomBytes(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: max(count, 0))
    guard !bytes.isEmpty else { return bytes }
    if RAND_bytes(&bytes, Int32(clamping: bytes.count)) != 1 {
        ERR_clear_error()
        var system = SystemRandomNumberGenerator()
        for index in bytes.indices { bytes[index] = UInt8.random(in: .min ... .max, using: &system) }
    }
    return bytes
}
