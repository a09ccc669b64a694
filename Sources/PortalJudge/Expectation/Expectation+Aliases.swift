extension Expectation {
    /// The first line that carries a token which no line hands out, where the token before it is named by none either.
    ///
    /// Tokens are numbered as the portal hands them out, those included that the app was given before; so a number behind a gap stands
    /// for none. `index` is the line's place in ``wire``.
    package var tokenBehindGap: (index: Int, line: String, alias: String)? {
        let lines = (wire ?? []).enumerated().flatMap { index, pattern in
            pattern.lines.map { (index: index, line: $0) }
        }
        var named: Set<String> = []
        var issued: Set<String> = []
        for line in lines.map(\.line) + among {
            if case .alias(let alias) = line.token { named.insert(alias) }
            switch line.result {
            case .issued(let alias): issued.insert(alias)
            case .handedOut(let aliases): issued.formUnion(aliases)
            default: break
            }
        }
        for (index, line) in lines {
            guard case .alias(let alias) = line.token, !issued.contains(alias), alias.hasPrefix("token#"),
                let number = Int(alias.dropFirst("token#".count)), number > 1,
                case let before = "token#\(number - 1)", !named.contains(before), !issued.contains(before)
            else { continue }
            return (index, line.text, alias)
        }
        return nil
    }
}
