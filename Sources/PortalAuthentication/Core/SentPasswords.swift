internal import HTTPSemantics
internal import Platform

/// The passwords that servers were sent, so that no error quotes one: a server may repeat it in any later answer.
package final class SentPasswords: Sendable {
    private let known = Locked<Set<Secret<String>>>([])

    init() {}

    /// Every password and every Basic pair that was noted.
    var all: [Secret<String>] { known.withLock { Array($0) } }

    /// Takes over a password that is about to be sent, and what Basic makes of it together with its user name (RFC 7617 §2).
    func note(_ password: Secret<String>, of username: String) {
        let pairs = [true, false].compactMap { isUTF8 in
            (try? BasicAnswer.fieldValue(username: username, password: password, charsetUTF8: isUTF8))?.reveal {
                value in
                Secret(String(value.dropFirst("Basic ".count)))
            }
        }
        known.withLock { $0.formUnion([password] + pairs) }
    }
}
