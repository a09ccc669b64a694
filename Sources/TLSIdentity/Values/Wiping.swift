internal import COpenSSL

/// Taking secrets out of memory.
package enum Wiping {
    /// Overwrites bytes and empties the array; no optimiser leaves it out. Copies that were made of it before stay.
    package static func wipe(_ bytes: inout [UInt8]) {
        bytes.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) }
        bytes = []
    }

    /// Whether two values are the same; how long that takes does not tell where they differ.
    package static func areSame(_ one: some Collection<UInt8>, _ other: some Collection<UInt8>) -> Bool {
        guard one.count == other.count else { return false }
        let (one, other) = (Array(one), Array(other))
        return CRYPTO_memcmp(one, other, one.count) == 0
    }
}
