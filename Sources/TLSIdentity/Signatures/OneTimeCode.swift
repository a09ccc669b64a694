internal import COpenSSL

/// Codes that an authenticator app shows: time-based one-time passwords with HMAC-SHA-1, 30 seconds and six digits (RFC 6238, RFC 4226 §5.3).
package enum OneTimeCode {
    /// Milliseconds that a code lasts.
    package static let step: Int64 = 30_000
    /// The digits of a code.
    package static let digits = 6

    /// The number of the step that a moment in milliseconds since 1970 lies in.
    package static func counter(at time: Int64) -> Int64 { max(0, time) / step }

    /// The code of a step for a secret.
    package static func text(of counter: Int64, secret: [UInt8], digits: Int = digits) -> String {
        let message = (0..<8).map { UInt8(truncatingIfNeeded: counter >> (56 - 8 * Int64($0))) }
        var digest = [UInt8](repeating: 0, count: 20)
        var count = 0
        let isDone = OpenSSLErrors.shielded {
            EVP_Q_mac(
                nil, "HMAC", nil, "SHA1", nil, secret, secret.count, message, message.count, &digest, digest.count,
                &count) != nil
        }
        guard isDone, count == 20 else { return "" }
        let offset = Int(digest[19] & 0x0F)
        let number = digest[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        let modulus = (0..<digits).reduce(UInt64(1)) { power, _ in power * 10 }
        let text = String(UInt64(number) % modulus)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
