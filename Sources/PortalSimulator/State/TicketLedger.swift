internal import Platform

/// The Kerberos tokens that have signed in, none of which does so twice (RFC 4120 §3.2.3, RFC 4121 §3).
///
/// They are kept as SHA-256, and no ticket can be had of that.
struct TicketLedger {
    /// Milliseconds of portal time that a token is remembered: as long as servers take an authenticator after the moment that stands in
    /// it, the clock skew (web.mit.edu/kerberos, krb5.conf › `clockskew`: 5 minutes).
    static let lifetime: Int64 = 300_000

    /// How many tokens are remembered, so that a client which signs in again and again takes no memory without end; beyond that the
    /// oldest is forgotten, and would sign in once more.
    let capacity: Int
    private var known: Set<[UInt8]> = []
    /// The same in the order of their coming.
    private var order = Deque<Entry>()

    private struct Entry {
        let digest: [UInt8]
        /// Portal time in milliseconds.
        let time: Int64
    }

    init(capacity: Int = ResourceLimits().nonces) { self.capacity = max(4, capacity) }

    /// How many tokens are remembered now.
    var count: Int { known.count }

    /// Remembers a token by its digest; false where it has signed in before.
    mutating func accept(_ digest: [UInt8], at time: Int64) -> Bool {
        while let oldest = order.first, time - oldest.time >= Self.lifetime { forget(oldest) }
        guard known.insert(digest).inserted else { return false }
        order.append(Entry(digest: digest, time: time))
        if known.count > capacity, let oldest = order.first { forget(oldest) }
        return true
    }

    private mutating func forget(_ oldest: Entry) {
        known.remove(oldest.digest)
        _ = order.popFirst()
    }
}
