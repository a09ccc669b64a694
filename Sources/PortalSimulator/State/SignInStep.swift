internal import HTTPSemantics
internal import TLSIdentity

/// What a page asks for after a password, in order.
enum SignInStep: Sendable, Hashable, CaseIterable {
    /// Another password instead of the one that was right.
    case password
    /// The code of an authenticator app.
    case code
    /// Whether the application may use the account.
    case consent
}

extension Blueprint.SignInRules {
    /// The first thing that a user has yet to do; nil where there is nothing.
    func step(for user: String, done: Set<SignInStep>, hasConsented: Bool) -> SignInStep? {
        SignInStep.allCases.first { step in
            guard !done.contains(step) else { return false }
            return switch step {
            case .password: passwordChange.contains(user)
            case .code: secondFactor[user] != nil
            case .consent: consent && !hasConsented
            }
        }
    }

    /// The steps of the codes that are good at a moment: the present one, and its neighbours for a clock that is off (RFC 6238 §5.2).
    static func counters(at time: Int64) -> [Int64] {
        let now = OneTimeCode.counter(at: time)
        return [now, now - 1, now + 1].filter { $0 >= 0 }
    }

    /// The step whose code a text is; nil where it is none of a user's good ones.
    func counter(of code: String, for user: String, at time: Int64) -> Int64? {
        guard let secret = secondFactor[user]?.reveal({ Base32.decode($0) }) else { return nil }
        let digits = Array(code.utf8.filter { $0 != 0x20 })
        return Self.counters(at: time).first {
            isEqualInConstantTime(Array(OneTimeCode.text(of: $0, secret: secret).utf8), digits)
        }
    }
}
