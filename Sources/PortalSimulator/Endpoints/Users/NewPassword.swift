internal import HTTPSemantics
internal import JSONValues
internal import Platform

/// The password that `update` gives a user (developers.arcgis.com, "Update User").
///
/// A user proves the present one by `password` and sends the next one as `newPassword`; an administrator sends the next one of
/// another member as `password`.
enum NewPassword {
    /// The password that a request tells for a user; nil where it tells none. Throws where it is not taken.
    static func told(_ write: ContentWrite, for user: PortalContent.User) throws(WriteRefusal) -> Secret<String>? {
        let (first, second) = (write.request["password"] ?? "", write.request["newPassword"] ?? "")
        guard !first.isEmpty || !second.isEmpty else { return nil }
        let provider = user.profile["provider"]?.string ?? "arcgis"
        guard provider == "arcgis" else {
            throw .parameter("password", "is not kept here: the account is of the provider \(provider)")
        }
        let isOwn = user.name == write.user.name
        let name = isOwn ? "newPassword" : "password"
        let password = Secret(isOwn ? second : first)
        if isOwn {
            guard !first.isEmpty else { throw .parameter("password", "must be the present password of \(user.name)") }
            guard !second.isEmpty else {
                throw .parameter("newPassword", "must be specified; password is the present one")
            }
            try prove(first, write)
        } else if !second.isEmpty {
            throw .parameter(
                "newPassword", "is what users send for themselves; an administrator sends the next one as password")
        }
        try require(isOwn ? second : first, of: name)
        let problem = write.request.site.state.withLock { $0.problem(of: password, for: user.name) }
        if let problem { throw .failed("Unable to update user.", problem) }
        return password
    }

    /// Throws where a password is not the present one of the asking user; wrong ones count as those of signing in do.
    private static func prove(_ password: String, _ write: ContentWrite) throws(WriteRefusal) {
        let verdict = write.request.site.state.withLock {
            $0.judge(username: write.user.name, password: password, at: write.time)
        }
        switch verdict {
        case .right: return
        case .wrong: throw .parameter("password", "is not the present password of \(write.user.name)")
        case .locked: throw .failed("Unable to update user.", PasswordVerdict.lockedMessage)
        }
    }

    /// Throws where a password is none that a portal takes by default (developers.arcgis.com, "Create User").
    static func require(_ password: String, of name: String) throws(WriteRefusal) {
        guard password.utf8.count >= 8, password.utf8.contains(where: { (0x30...0x39).contains($0) }) else {
            throw .parameter(name, "must have at least 8 characters and a digit")
        }
        try TextBound.password.require(password, of: name)
    }
}
