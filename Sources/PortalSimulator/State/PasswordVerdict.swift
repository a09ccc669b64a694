internal import HTTPSemantics

/// What becomes of a user name and a password.
enum PasswordVerdict: Sendable, Equatable {
    /// They are an account's, whose name may be spelled otherwise than it was sent.
    case right(String)
    case wrong(reason: String)
    /// Too many wrong ones came before.
    case locked(String)

    /// What a person is told whose account is locked; Esri's ArcGIS API for Python looks for it (`gis/_impl/_con/_token.py`).
    static let lockedMessage = "Too many invalid attempts. Please try again later."

    /// The verdict in the journal's words.
    var reason: String {
        switch self {
        case .right(let user): "right password for \(user)"
        case .wrong(let reason): reason
        case .locked(let user): "\(user) is locked out"
        }
    }
}

extension SiteState {
    /// Judges a user name and a password, and counts wrong ones.
    ///
    /// The case of the name counts for `generateToken`, not on the sign-in page (Esri/collector-tools issue 91).
    mutating func judge(
        username: String, password: String, at time: Int64, ignoringCase: Bool = false, refusesAll: Bool = false
    ) -> PasswordVerdict {
        // Byte for byte: Swift would take a composed é for a decomposed one.
        let known = passwords.first { name, _ in
            name.utf8.elementsEqual(username.utf8)
                || ignoringCase && name.lowercased().utf8.elementsEqual(username.lowercased().utf8)
        }
        guard let known else {
            return .wrong(reason: ignoringCase ? "there is no such user" : "there is no such user; case counts")
        }
        if logins.isLocked(known.key, at: time) { return .locked(known.key) }
        guard known.value.reveal({ $0.utf8.elementsEqual(password.utf8) }) else {
            logins.failed(known.key, at: time, rule: revision.blueprint.lockout)
            return .wrong(reason: "wrong password for \(known.key)")
        }
        if closedAccounts.contains(known.key) { return .wrong(reason: "\(known.key) is disabled or deleted") }
        if refusesAll { return .wrong(reason: "the blueprint refuses right passwords too") }
        logins.succeeded(known.key)
        return .right(known.key)
    }
}
