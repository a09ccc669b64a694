/// Counts wrong passwords and locks accounts.
struct LoginGuard {
    private struct Record {
        var failures = 0
        var lockedUntil: Int64?
    }
    private var records: [String: Record] = [:]

    /// Whether an account is locked; a lock that has run out is forgotten.
    mutating func isLocked(_ user: String, at time: Int64) -> Bool {
        guard let until = records[user]?.lockedUntil else { return false }
        if time < until { return true }
        records[user] = nil
        return false
    }

    /// Notes a wrong password; the one that uses up the attempts locks the account.
    mutating func failed(_ user: String, at time: Int64, rule: Blueprint.Lockout?) {
        var record = records[user] ?? Record()
        record.failures += 1
        if let rule, record.failures >= rule.attempts { record.lockedUntil = time.later(by: rule.duration) }
        records[user] = record
    }

    /// Forgets an account's failures after a right password or a new one.
    mutating func succeeded(_ user: String) { records[user] = nil }
}
