internal import COpenSSL

/// Keys from passphrases (RFC 7914).
package enum Scrypt {
    /// What one guess at a passphrase costs.
    package struct Cost: Sendable, Hashable {
        /// N = 2 to this power, from 1 to 30.
        package let logN: UInt8
        /// The size of a block, in units of 128 bytes.
        package let blockSize: UInt8
        /// How many lanes there are; OpenSSL works them off one after another.
        package let parallelism: UInt8

        /// Names a cost.
        package init(logN: UInt8, blockSize: UInt8, parallelism: UInt8) {
            self.logN = logN
            self.blockSize = blockSize
            self.parallelism = parallelism
        }

        /// 128 MiB and a fraction of a second: N = 2^17, r = 8, p = 1, as the OWASP Password Storage Cheat Sheet asks for.
        package static let usual = Cost(logN: 17, blockSize: 8, parallelism: 1)

        /// How many bytes it takes, 128·r·(N + p + 2); nil for a cost that cannot be.
        package var memory: Int? {
            guard (1...30).contains(logN), blockSize > 0, parallelism > 0 else { return nil }
            return 128 * Int(blockSize) * ((1 << Int(logN)) + Int(parallelism) + 2)
        }

        /// How many blocks are mixed, N·r·p; the time goes with it.
        package var work: Int { (1 << Int(min(logN, 30))) * Int(blockSize) * Int(parallelism) }
    }

    /// Makes a key of a passphrase; throws `openSSL` for a cost that cannot be paid. It takes the time that ``Cost`` says.
    package static func key(
        passphrase: String, salt: [UInt8], cost: Cost, count: Int = 32
    ) throws(TLSIdentityError) -> SealingKey {
        guard let memory = cost.memory else {
            throw TLSIdentityError(
                .openSSL, "scrypt knows no such cost: 2^\(cost.logN), \(cost.blockSize), \(cost.parallelism)")
        }
        var secret = Array(passphrase.utf8)
        defer { Wiping.wipe(&secret) }
        return try SealingKey(count: count) { output throws(TLSIdentityError) in
            try OpenSSLErrors.check("making a key of a passphrase with scrypt") { () -> Int32 in
                secret.withUnsafeBufferPointer { secret in
                    secret.withMemoryRebound(to: CChar.self) { secret in
                        EVP_PBE_scrypt(
                            secret.baseAddress, secret.count, salt, salt.count, 1 << UInt64(cost.logN),
                            UInt64(cost.blockSize), UInt64(cost.parallelism), UInt64(memory),
                            output.baseAddress?.assumingMemoryBound(to: UInt8.self), output.count)
                    }
                }
            }
        }
    }
}
