internal import HTTPSemantics

/// Which sign-in goes with which path, so that a request need not be refused first (RFC 7617 §2.2, RFC 7616 §3.3).
struct SignInMemory: Sendable {
    private struct Scope: Sendable {
        let root: HTTPURL
        let signIn: SignIn
    }
    private var scopes: [Scope] = []

    /// The sign-in whose scope is the nearest above a URL.
    func signIn(for url: HTTPURL) -> SignIn? {
        scopes.filter { $0.root.isPrefix(of: url) }.max { $0.root.segments.count < $1.root.segments.count }?.signIn
    }

    /// The sign-in that one of several ways to authenticate asks for.
    func signIn(for spaces: [ProtectionSpace]) -> SignIn? {
        scopes.first { scope in spaces.contains { $0.isAnswered(by: scope.signIn.space) } }?.signIn
    }

    /// Notes a sign-in that was accepted for a URL, in place of what its realm had before in the same scheme.
    ///
    /// Where another realm holds the whole scope, it holds for the URL's own folder.
    mutating func remember(_ signIn: SignIn, for url: HTTPURL) {
        scopes = scopes.map {
            $0.signIn.space.isAnswered(by: signIn.space) ? Scope(root: $0.root, signIn: signIn) : $0
        }
        guard self.signIn(for: url) !== signIn else { return }
        for root in signIn.scopes(from: url) where !scopes.contains(where: { $0.root.isSamePath(as: root) }) {
            scopes.append(Scope(root: root, signIn: signIn))
        }
        guard self.signIn(for: url) !== signIn else { return }
        let folder = HTTPURL(origin: url.origin, path: "/" + url.segments.dropLast().joined(separator: "/"))
        scopes.removeAll { $0.root.isSamePath(as: folder) }
        scopes.append(Scope(root: folder, signIn: signIn))
    }

    /// Notes that a sign-in is refused now, and with it the same password for the realm in any other scheme (rule R12).
    mutating func forget(_ signIn: SignIn) {
        let refused = signIn.asRefused
        scopes.removeAll { $0.signIn === signIn || (refused != nil && $0.signIn.asRefused == refused) }
    }
}

extension ProtectionSpace {
    /// Whether both are one realm of one origin in one scheme: a realm of Digest takes no answer in Basic.
    func isAnswered(by other: ProtectionSpace) -> Bool {
        origin == other.origin && method == other.method && realm == other.realm
    }
}

extension HTTPURL {
    fileprivate func isSamePath(as other: HTTPURL) -> Bool { origin == other.origin && segments == other.segments }
}
