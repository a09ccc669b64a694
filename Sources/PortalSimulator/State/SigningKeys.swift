internal import Platform
internal import TLSIdentity

/// The keys that sign messages of portals and their providers; each is made when it is first asked for.
final class SigningKeys: Sendable {
    /// The keys of every portal of the process: an RSA key takes longer to make than most requests take. Messages name their portal
    /// by its origin, so that one portal's are none for another.
    static let ofProcess = SigningKeys()
    private let made = Locked<[String: SigningKey]>([:])

    /// The key of an owner; the portal's own is `portal`.
    func key(of owner: String, _ algorithm: KeyAlgorithm) throws(TLSIdentityError) -> SigningKey {
        try made.withLock { made throws(TLSIdentityError) in
            let name = "\(owner) \(algorithm.rawValue)"
            if let key = made[name] { return key }
            let now = PortalClock.realTime / 1000
            // Ten years: portal time may be far ahead, and the certificate only carries the key.
            let key = try SigningKey(
                algorithm, commonName: "mockportal signing \(owner)", validity: now - 86_400..<now + 3650 * 86_400)
            made[name] = key
            return key
        }
    }
}
