extension Step {
    /// The same step with what an app makes of the texts in it that it was given.
    func changingTexts(_ change: (String) -> String) -> Step {
        switch self {
        case .connect(var connect):
            connect.credential = connect.credential?.changingTexts(change)
            return .connect(connect)
        case .credential(let input, let place, let below):
            return .credential(input.changingTexts(change), for: place, below: below)
        case .request(var request):
            request.credential = request.credential?.changingTexts(change)
            return .request(request)
        default: return self
        }
    }
}

extension CredentialInput {
    fileprivate func changingTexts(_ change: (String) -> String) -> CredentialInput {
        var copy = self
        copy.tokenText = tokenText.map(change)
        copy.referer = referer.map(change)
        return copy
    }
}
