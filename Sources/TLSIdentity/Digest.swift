internal import COpenSSL

/// Message digests (FIPS 180-4).
public enum Digest {
    /// Digests bytes with SHA-256; 32 bytes.
    public static func sha256(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        let input = Array(bytes)
        SHA256(input, input.count, &digest)
        return digest
    }

    /// OpenSSL's SHA-256, looked up once: a look-up costs as much as a signature on P-256.
    static var sha256Method: OpaquePointer? { method.pointer }
    private static let method = Method()

    /// An EVP_MD of this process, never changed and never freed.
    private struct Method: @unchecked Sendable {
        let pointer: OpaquePointer? = EVP_MD_fetch(nil, "SHA256", nil)
    }

    /// Digests bytes with SHA-256; lower-case hex.
    public static func sha256Hex(_ bytes: some Collection<UInt8>) -> String { Hexadecimal.encode(sha256(bytes)) }
}

/// Gives random bytes that nobody can guess (RAND_bytes, else the system's generator).
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
