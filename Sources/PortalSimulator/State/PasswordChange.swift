internal import HTTPSemantics

/// The rules of new passwords, which all places hold to where one is changed.
enum PasswordChange {
    /// Why a new password is not taken in place of an old one, after so many changes of any; nil where it is.
    static func problem(
        _ password: Secret<String>, insteadOf old: Secret<String>?, after changes: Int, of limits: ResourceLimits
    ) -> String? {
        if old == password { return "The new password is the old one." }
        return changes < limits.passwordChanges ? nil : "The password cannot be changed any more."
    }
}

extension SiteState {
    /// Why an account of the portal does not get a password; nil where it does.
    func problem(of password: Secret<String>, for user: String) -> String? {
        PasswordChange.problem(
            password, insteadOf: passwords[user], after: passwordHistory.count - passwords.count, of: limits)
    }
}
