internal import Platform

/// Names of caches in memory for tickets that keytabs get, so that one ticket serves request after request.
package final class GSSTicketCaches: Sendable {
    private struct Key: Hashable, Sendable { let keytab: String, principal: String }
    private let names = Locked<[Key: String]>([:])
    private static let last = Locked(0)

    package init() {}

    /// The cache of a keytab's principal.
    package func name(_ keytab: String, _ principal: String) -> String {
        names.withLock { names in
            let key = Key(keytab: keytab, principal: principal)
            if let known = names[key] { return known }
            let name = Self.new()
            names[key] = name
            return name
        }
    }

    private static func new() -> String {
        let number = last.withLock { last in
            last += 1
            return last
        }
        return "MEMORY:mockportal-\(number)"
    }
}
