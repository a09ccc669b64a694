internal import JSONValues
internal import PortalJudge
internal import ScenarioFormat

/// What is asked of the built-in client and of no other, each with the reason; everything else that is expected is asked of both.
enum DialogueLoosening {
    /// What is expected of a client that is not ours.
    static func loosened(_ expectation: Expectation, for run: RunSetup) -> Expectation {
        var expectation = expectation
        if !run.scenario.tags.contains("federation") { expectation.wire = expectation.wire.map(mayKeepToken) }
        let isAboutCarriers = isAboutCarriers(run)
        if !isAboutCarriers { expectation.wire = expectation.wire.map { $0.map(anyCarrier) } }
        if isAboutCarriers, run.environment.carriers == nil {
            expectation.wire = expectation.wire.map { $0.map(withoutFirstCarrier) }
        }
        expectation.wire = expectation.wire.map { $0.map(anyState) }
        expectation.events = expectation.events.map { $0.map(withoutNegotiate) }
        return expectation
    }

    /// Whether a scenario is about how tokens travel: the client is told how, or the portal takes them in few ways.
    private static func isAboutCarriers(_ run: RunSetup) -> Bool {
        run.environment.carriers != nil || run.overlay["tokens"]?["carriers"] != nil
    }

    /// `Authorization: Bearer`, `X-Esri-Authorization` and `token` in a form are documented alike (developers.arcgis.com/rest ›
    /// Token-based authentication); a token in the query and in a cookie is judged in any scenario.
    private static func anyCarrier(_ pattern: WirePattern) -> WirePattern {
        pattern.mapping { line in
            var line = line
            line.attributes.removeAll { $0 == .carrier(.esriHeader) || $0 == .carrier(.form) }
            return line
        }
    }

    /// A client may rely on its code challenge in the place of a state (RFC 9700 §2.1); states are judged in any scenario.
    private static func anyState(_ pattern: WirePattern) -> WirePattern {
        pattern.mapping { line in
            var line = line
            line.attributes.removeAll { $0 == .fresh(.state) }
            return line
        }
    }

    /// A client may send the server at the portal's own origin the token that it signed in for, and not one that it exchanged.
    ///
    /// A server's `info` names where tokens for it are issued, and speaks of no exchange (developers.arcgis.com/rest ›
    /// Server Info, `authInfo.tokenServicesUrl`). What documents say of exchanges is asked where a scenario is about federation.
    static func mayKeepToken(_ patterns: [WirePattern]) -> [WirePattern] {
        for (index, pattern) in patterns.enumerated() {
            guard case .line(let line, 1)? = pattern.only, line.asksExchange, line.listener == "portal",
                case .alias(let alias) = line.token, case .issued(let issued)? = line.result,
                let own = TokenNumber(issued), let kept = TokenNumber(alias)
            else { continue }
            let rest = patterns[(index + 1)...]
            guard let renamed = try? rest.map({ try renumbered($0) { $0 == own ? kept : $0.lowered(above: own) } })
            else { continue }
            return patterns[..<index] + [
                .either([[pattern] + mayKeepToken(Array(rest)), mayKeepToken(renamed)])
            ]
        }
        return patterns
    }

    /// The number in a token's alias.
    private struct TokenNumber: Equatable {
        let value: Int

        init?(_ alias: String) {
            guard alias.hasPrefix("token#"), let value = Int(alias.dropFirst("token#".count)) else { return nil }
            self.value = value
        }

        private init(value: Int) { self.value = value }

        /// The number that it has where another token was never issued.
        func lowered(above other: TokenNumber) -> TokenNumber {
            value > other.value ? TokenNumber(value: value - 1) : self
        }
    }

    /// The same with other numbers of tokens.
    private static func renumbered(
        _ pattern: WirePattern, _ change: (TokenNumber) -> TokenNumber
    ) throws(WireLineError) -> WirePattern {
        let rewritten = try [pattern].rewritten { line, count throws(WireLineError) in
            let changed = try line.replacingWords { word in
                let mark = word.hasPrefix("+") ? "+" : ""
                let parts = word.dropFirst(mark.count).split(separator: ",").map { part in
                    TokenNumber(String(part)).map { "token#\(change($0).value)" } ?? String(part)
                }
                return word.contains("token#") ? mark + parts.joined(separator: ",") : word
            }
            return [.line(changed, count: count)]
        }
        return rewritten.count == 1 ? rewritten[0] : .sequence(rewritten)
    }

    /// Where a portal does not take the first carrier of the built-in client, another one may begin with one that it takes.
    private static func withoutFirstCarrier(_ pattern: WirePattern) -> WirePattern {
        guard case .line(let line, 1)? = pattern.only, line.result == .code(499),
            line.attributes.contains(.carrier(.esriHeader))
        else { return pattern }
        return .optional(pattern)
    }

    /// Negotiate and NTLM are schemes that a client need not have (RFC 4559 §4): it passes them over without a question.
    private static func withoutNegotiate(_ pattern: EventPattern) -> EventPattern {
        guard case .word(let word, 1) = pattern, ChallengeWord.kind(of: word).map(ChallengeWord.mayBeMissing) ?? false
        else { return pattern }
        return .optional(word)
    }
}

/// The words of `expect.events` for what the user is asked.
enum ChallengeWord {
    /// `negotiate` of `challenge(negotiate,0,portal)`; nil for another event.
    static func kind(of word: String) -> String? {
        guard word.hasPrefix("challenge("), word.hasSuffix(")") else { return nil }
        return word.dropFirst(10).dropLast().split(whereSeparator: { $0 == " " || $0 == "," }).first.map(String.init)
    }

    /// Whether a client need not know the scheme that is asked for.
    static func mayBeMissing(_ kind: String) -> Bool { kind == "negotiate" || kind == "ntlm" }
}

extension WirePattern {
    /// The pattern itself, or the one that stands alone in a sequence.
    fileprivate var only: WirePattern? {
        guard case .sequence(let members) = self else { return self }
        return members.count == 1 ? members[0].only : nil
    }

    /// The same with every line changed.
    fileprivate func mapping(_ change: (WireLine) -> WireLine) -> WirePattern {
        switch self {
        case .line(let line, let count): .line(change(line), count: count)
        case .optional(let inner): .optional(inner.mapping(change))
        case .anyOrder(let members): .anyOrder(members.map { $0.mapping(change) })
        case .sequence(let members): .sequence(members.map { $0.mapping(change) })
        case .either(let choices): .either(choices.map { $0.map { $0.mapping(change) } })
        }
    }
}
