internal import HTTPSemantics

/// What came before and after each refused request, gathered in one pass: a client decides how many requests there are.
struct RefusalHistory {
    /// The places of requests whose credential was refused there for the same before.
    private var repeated: Set<Int> = []
    private var lastRefusedTokenRequest = -1
    /// The last request with a token, by what was asked for.
    private var lastPresented: [String: Int] = [:]
    /// The last request that was granted, by what was asked for.
    private var lastGranted: [String: Int] = [:]

    /// Goes through requests, each of which goes by its place in the list.
    init(_ requests: [Journal.Request]) {
        var seen: Set<Refused> = []
        for (index, request) in requests.enumerated() {
            let cause = RefusalCauseCheck.refusal(of: request)?.1
            if let cause, let presented = Presented(request),
                !seen.insert(Refused(cause: cause, presented: presented)).inserted
            {
                repeated.insert(index)
            }
            let place = Self.place(of: request)
            if request.isTokenRequest || request.isTokenEndpoint {
                if cause != nil { lastRefusedTokenRequest = index }
            } else if !request.presented.isEmpty {
                lastPresented[place] = index
            }
            if cause == nil, (200..<300).contains(request.answer?.code ?? 0) { lastGranted[place] = index }
        }
    }

    /// Whether the same credential was refused there for the same before: then that is the cause, and this a repetition.
    func isRepetition(_ index: Int) -> Bool { repeated.contains(index) }

    /// Whether the same was asked for later with a token, or a token was asked for later and refused.
    func isFollowedByToken(_ index: Int, _ request: Journal.Request) -> Bool {
        lastRefusedTokenRequest > index || lastPresented[Self.place(of: request)] ?? -1 > index
    }

    /// Whether the same was asked for later and granted.
    func isGrantedLater(_ index: Int, _ request: Journal.Request) -> Bool {
        lastGranted[Self.place(of: request)] ?? -1 > index
    }

    private static func place(of request: Journal.Request) -> String { request.origin + " " + request.operation }

    private struct Refused: Hashable {
        let cause: Journal.Cause
        let presented: Presented
    }

    /// What a request identified itself with; nil where it had nothing.
    private struct Presented: Hashable {
        let place: String
        let words: [String]

        init?(_ request: Journal.Request) {
            var words = request.presented.map(\.alias)
            if let authorization = request.authorization {
                let secret = authorization.scheme == "basic" ? request.headers.first(named: "Authorization") : nil
                words += [authorization.scheme, authorization.username ?? "", secret ?? ""]
            }
            if request.isTokenRequest || request.isSignInForm || request.isTokenEndpoint {
                let fields = request.formFields
                words += ["username", "password", "code", "refresh_token"].compactMap { name in
                    fields.first { $0.name == name }?.value
                }
            }
            guard !words.isEmpty else { return nil }
            place = RefusalHistory.place(of: request)
            self.words = words
        }
    }
}
