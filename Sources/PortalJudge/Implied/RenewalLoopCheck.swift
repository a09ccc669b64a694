/// No token is renewed again and again while every new one is refused: one renewal has to do.
enum RenewalLoopCheck {
    /// Refused tokens in a row from which on it is a loop: the one that was held and two renewals.
    private static let limit = 3

    static func findings(_ evidence: Evidence) -> [Finding] {
        // Side by side, several renewals for one operation are several requests' first ones.
        guard !evidence.isConcurrent else { return [] }
        var rows: [String: Row] = [:]
        var renewals = 0
        var found: [Finding] = []
        for request in evidence.journal.requests {
            if request.isTokenRequest {
                if request.answer?.issued != nil { renewals += 1 }
                continue
            }
            let place = "\(request.operation) \(request.origin)"
            guard evidence.journal.isRefused(request, with: [498]),
                let alias = request.presented.first(where: { $0.alias != "unknown" })?.alias
            else {
                // Only a grant ends a row; an error in between says nothing about the token.
                if (200..<300).contains(request.answer?.code ?? 0) { rows[place] = nil }
                continue
            }
            var row = rows[place] ?? Row()
            guard !row.tokens.contains(alias) else { continue }
            if row.renewals == renewals { row.tokens = [] }
            row.tokens.append(alias)
            row.renewals = renewals
            rows[place] = row
            if row.tokens.count == limit {
                found.append(
                    Finding(
                        "token.renewal-loop", "a token was renewed again and again while every new one was refused",
                        expected: "no second renewal after \(row.tokens.dropLast().joined(separator: " and "))",
                        nearest: "request \(request.number)   \(request.method) \(request.operation) +\(alias)"))
            }
        }
        return found
    }

    /// Tokens that one operation refused one after another.
    private struct Row {
        var tokens: [String] = []
        /// How many tokens had been issued at the last refusal.
        var renewals: Int?
    }
}
