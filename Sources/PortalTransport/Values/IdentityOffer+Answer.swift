internal import TLSIdentity

extension IdentityOffer {
    /// The same, as the room that speaks TLS has it.
    var answer: TLSContext.IdentityAnswer {
        switch self {
        case .none: .none
        case .identity(let identity): .identity(identity)
        case .undecided: .undecided
        }
    }

    /// Whether an equal offer also sends the same certificates: an identity may have got its missing issuers since.
    func isSentLike(_ other: IdentityOffer) -> Bool {
        guard case .identity(let one) = self, case .identity(let another) = other else { return true }
        return one === another || one.chainPEM == another.chainPEM
    }
}
