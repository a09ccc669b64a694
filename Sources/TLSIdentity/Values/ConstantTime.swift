internal import COpenSSL

/// Tells whether two texts are the same, in a time that says nothing of where they differ (CRYPTO_memcmp).
public func isEqualInConstantTime(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    one.count == other.count && CRYPTO_memcmp(one, other, one.count) == 0
}
