extension Step {
    /// The same step as an app carries it out that takes line breaks for blanks at the wrong place.
    var withoutLineBreaks: Step {
        switch self {
        case .connect(var connect):
            connect.credential = connect.credential?.withoutLineBreaks
            return .connect(connect)
        case .credential(let input, let place): return .credential(input.withoutLineBreaks, for: place)
        case .request(var request):
            request.credential = request.credential?.withoutLineBreaks
            return .request(request)
        default: return self
        }
    }
}

extension CredentialInput {
    fileprivate var withoutLineBreaks: CredentialInput {
        var copy = self
        copy.tokenText = tokenText?.withoutLineBreaks
        copy.referer = referer?.withoutLineBreaks
        return copy
    }
}

extension String {
    /// The text with a blank in the place of every line break.
    var withoutLineBreaks: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0 == "\r" || $0 == "\n" ? " " : $0 }))
    }
}
