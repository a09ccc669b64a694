/// Follows a pattern through a sequence, keeping every way in which it could go on.
///
/// A state is what is still to come; a step removes what an element satisfies. Groups without order cost as many states as
/// they have different members, which is why equal lines are counted and not repeated.
struct PatternAutomaton<Line: Hashable> {
    /// A pattern over lines of any kind.
    indirect enum Pattern: Hashable {
        case line(Line, count: Int)
        case optional(Pattern)
        case anyOrder([Pattern])
        case either([[Pattern]])
        case sequence([Pattern])
    }

    private(set) var states: Set<[Pattern]>

    init(_ pattern: [Pattern]) { states = [pattern] }

    /// Whether the pattern may end here.
    var canEnd: Bool { states.contains { Self.isNullable($0) } }

    /// The lines that could come next.
    var next: [Line] {
        var found: [Line] = []
        for state in states { for line in Self.firsts(state) where !found.contains(line) { found.append(line) } }
        return found
    }

    /// Follows the pattern past one element; gives false, and stays where it is, where no line that could come next matches it.
    mutating func advance(matching matches: (Line) -> Bool) -> Bool {
        var following: Set<[Pattern]> = []
        for state in states { following.formUnion(Self.derive(state, matches)) }
        guard !following.isEmpty else { return false }
        states = following
        return true
    }

    private static func derive(_ state: [Pattern], _ matches: (Line) -> Bool) -> Set<[Pattern]> {
        guard let first = state.first else { return [] }
        let rest = Array(state.dropFirst())
        switch first {
        case .line(let line, let count):
            guard matches(line) else { return [] }
            return [count > 1 ? [.line(line, count: count - 1)] + rest : rest]
        case .optional(let pattern):
            return derive([pattern] + rest, matches).union(derive(rest, matches))
        case .sequence(let patterns): return derive(patterns + rest, matches)
        case .either(let choices):
            return choices.reduce(into: []) { $0.formUnion(derive($1 + rest, matches)) }
        case .anyOrder(let members):
            var found: Set<[Pattern]> = isNullable([first]) ? derive(rest, matches) : []
            for index in members.indices {
                for left in derive([members[index]], matches) {
                    var others = members
                    others.remove(at: index)
                    if left.count == 1 { others.insert(left[0], at: index) }
                    if left.count > 1 { others.insert(.sequence(left), at: index) }
                    found.insert(others.isEmpty ? rest : [.anyOrder(others)] + rest)
                }
            }
            return found
        }
    }

    private static func isNullable(_ state: [Pattern]) -> Bool {
        state.allSatisfy { pattern in
            switch pattern {
            case .line: false
            case .optional: true
            case .sequence(let patterns), .anyOrder(let patterns): isNullable(patterns)
            case .either(let choices): choices.contains { isNullable($0) }
            }
        }
    }

    private static func firsts(_ state: [Pattern]) -> [Line] {
        var found: [Line] = []
        for pattern in state {
            switch pattern {
            case .line(let line, _): found.append(line)
            case .optional(let inner): found += firsts([inner])
            case .sequence(let patterns): found += firsts(patterns)
            case .anyOrder(let members): found += members.flatMap { firsts([$0]) }
            case .either(let choices): found += choices.flatMap { firsts($0) }
            }
            if !isNullable([pattern]) { break }
        }
        return found
    }
}
