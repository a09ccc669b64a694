/// Tells at a glance which targets cannot be heavy, so that light requests do not pay for the look into the table of routes.
package enum HeavyTargets {
    /// Whether a segment of the path is one that a heavy route ends with, or may be one in another spelling.
    ///
    /// Routing sees the path of ``RequestTarget``, whose unreserved characters are decoded, so that `%71uery` is `query`: a path with an
    /// encoded byte is always looked up. All else that `RequestTarget` changes leaves the segments as they are.
    package static func mayInclude(_ target: String) -> Bool {
        var target = target
        return target.withUTF8 { bytes in
            var hash = seed
            for byte in bytes {
                switch byte {
                case UInt8(ascii: "?"): return hashes.contains(hash)
                case UInt8(ascii: "%"): return true
                case UInt8(ascii: "/"):
                    if hashes.contains(hash) { return true }
                    hash = seed
                default: hash = step(hash, byte)
                }
            }
            return hashes.contains(hash)
        }
    }

    private static let hashes: [UInt32] = Set(
        (PortalRoutes.table.heavyWords + ServerRoutes.table.heavyWords).map { $0.utf8.reduce(seed, step) }
    ).sorted()

    // FNV-1a (datatracker.ietf.org, draft-eastlake-fnv): a false match costs a look into the table and nothing else.
    private static let seed: UInt32 = 2_166_136_261

    private static func step(_ hash: UInt32, _ byte: UInt8) -> UInt32 { (hash ^ UInt32(byte)) &* 16_777_619 }
}
