internal import HTTPAuthentication
internal import Locking

/// What a client may sign its requests with, by server context and by prefix (client rule R26).
///
/// Matching is by parsed origin and whole path segments; the longest prefix wins.
public final class ArcGISCredentialStore: Sendable {
    private struct Entry {
        let credential: any ArcGISCredential
        /// nil: everything of the credential's context.
        let prefix: HTTPURL?
    }
    private let entries = Locked<[Entry]>([])

    /// Starts empty.
    public init() {}

    /// Keeps a credential for its server context, in place of one that was kept for it.
    public func add(_ credential: any ArcGISCredential) {
        entries.withLock { entries in
            entries.removeAll { $0.prefix == nil && $0.credential.serverContext == credential.serverContext }
            entries.append(Entry(credential: credential, prefix: nil))
        }
    }

    /// Keeps a credential for the resources below a URL; throws `credentialCannotBeShared` where it lies on another origin than the credential's context.
    public func add(_ credential: any ArcGISCredential, for url: HTTPURL) throws(PortalError) {
        guard credential.serverContext.url.origin == url.origin else {
            throw PortalError(
                .credentialCannotBeShared, url: url,
                detail: "the credential belongs to \(credential.serverContext), which is another origin")
        }
        let prefix = url.with(query: nil)
        entries.withLock { entries in
            entries.removeAll {
                $0.prefix.map { $0.origin == prefix.origin && $0.segments == prefix.segments } ?? false
            }
            entries.append(Entry(credential: credential, prefix: prefix))
        }
    }

    /// The credential for a resource: the one with the longest matching prefix, else the one of its context.
    public func credential(for url: HTTPURL) -> (any ArcGISCredential)? {
        entries.withLock { entries in
            let prefixed = entries.filter { $0.prefix?.isPrefix(of: url) == true }
                .max { ($0.prefix?.segments.count ?? 0) < ($1.prefix?.segments.count ?? 0) }
            if let prefixed { return prefixed.credential }
            return entries.first { $0.prefix == nil && $0.credential.serverContext.contains(url) }?.credential
        }
    }

    /// Forgets a credential wherever it is kept.
    public func remove(_ credential: any ArcGISCredential) {
        entries.withLock { $0.removeAll { $0.credential === credential } }
    }

    /// Forgets everything.
    public func removeAll() { entries.withLock { $0 = [] } }

    /// Every credential once.
    public var credentials: [any ArcGISCredential] {
        entries.withLock { entries in
            var unique: [any ArcGISCredential] = []
            for entry in entries where !unique.contains(where: { $0 === entry.credential }) {
                unique.append(entry.credential)
            }
            return unique
        }
    }
}
