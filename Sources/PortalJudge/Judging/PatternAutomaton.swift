/// Follows a pattern through a sequence, keeping every way in which it could go on.
///
/// A state is what is still to come; a step removes what an element satisfies (Antimirov, "Partial derivatives of
/// regular expressions and finite automaton constructions", 1996). Groups without order cost as many states as they have
/// different members, which is why equal lines are counted and not repeated, and why the effort has a bound.
struct PatternAutomaton<Line: Hashable> {
    /// A pattern over lines of any kind.
    indirect enum Pattern: Hashable {
        case line(Line, count: Int)
        case optional(Pattern)
        case anyOrder([Pattern])
        case either([[Pattern]])
        case sequence([Pattern])
    }

    private var nodes = PatternNodes<Line>()
    /// Numbers of nodes, each once, in the order in which they were found.
    private var states: [Int] = []
    /// What was done so far; see ``PatternNodes/most``.
    private var effort = 0
    /// Whether the pattern can be met in too many ways to follow: then it says nothing of this element and of what
    /// comes after it.
    private(set) var isExceeded = false

    init(_ pattern: [Pattern]) {
        states = [nodes.sequence(pattern)]
        nodes.effort = 0
    }

    /// Whether the pattern may end here.
    var canEnd: Bool { states.contains { nodes.isNullable($0) } }

    /// The lines that could come next.
    var next: [Line] { nodes.firsts(of: states) }

    /// Follows the pattern past one element; gives false, and stays where it is, where no line that could come next
    /// matches it, or where following it takes too long.
    mutating func advance(matching matches: (Line) -> Bool) -> Bool {
        guard !isExceeded else { return false }
        var step = Step()
        var following = OrderedNumbers()
        for state in states { following.insert(derive(state, matches, &step)) }
        guard !isExceeded, !following.numbers.isEmpty else { return false }
        states = following.numbers
        return true
    }

    /// What is known of one element: which lines it matches, and what is left of a node that takes it.
    private struct Step {
        var matched: [Int: Bool] = [:]
        var left: [Int: [Int]] = [:]
    }

    /// What may be left of a node that takes the element; the calls are nested as deep as the pattern is, however long
    /// that is.
    private mutating func derive(_ number: Int, _ matches: (Line) -> Bool, _ step: inout Step) -> [Int] {
        if let known = step.left[number] { return known }
        guard isWithinBounds(1) else { return [] }
        var found = OrderedNumbers()
        if case .pair(let first, let second) = nodes[number] {
            for left in derive(first, matches, &step) { found.insert([nodes.pair(left, second)]) }
            // Many states go on alike: what follows is worked out once for all of them.
            if nodes.isNullable(first) { found.insert(passed(second, matches, &step)) }
        } else {
            found.insert(deriveOne(number, matches, &step))
        }
        guard isWithinBounds(1) else { return [] }
        step.left[number] = found.numbers
        return found.numbers
    }

    /// The same as ``derive(_:_:_:)``, with a loop for what may be left out: there may be thousands of it.
    private mutating func passed(_ number: Int, _ matches: (Line) -> Bool, _ step: inout Step) -> [Int] {
        if let known = step.left[number] { return known }
        var found = OrderedNumbers()
        var rest = number
        while case .pair(let first, let second) = nodes[rest] {
            guard isWithinBounds(1) else { return [] }
            for left in derive(first, matches, &step) { found.insert([nodes.pair(left, second)]) }
            rest = nodes.isNullable(first) ? second : PatternNodes<Line>.end
        }
        found.insert(deriveOne(rest, matches, &step))
        guard isWithinBounds(1) else { return [] }
        step.left[number] = found.numbers
        return found.numbers
    }

    /// What may be left of a node that is no pair.
    private mutating func deriveOne(_ number: Int, _ matches: (Line) -> Bool, _ step: inout Step) -> [Int] {
        switch nodes[number] {
        case .end, .pair: return []
        case .line(let line, let count):
            guard isMatched(line, matches, &step) else { return [] }
            return [count > 1 ? nodes.number(of: .line(line, count: count - 1)) : PatternNodes<Line>.end]
        case .optional(let inner, let count):
            let others = count > 1 ? nodes.number(of: .optional(inner, count: count - 1)) : PatternNodes<Line>.end
            return derive(inner, matches, &step).map { nodes.pair($0, others) }
        case .either(let choices):
            var found = OrderedNumbers()
            for choice in choices { found.insert(derive(choice, matches, &step)) }
            return found.numbers
        case .anyOrder(let members):
            var found = OrderedNumbers()
            var tried: Set<Int> = []
            // Of equal members it is the same which of them takes the element.
            for index in members.indices where tried.insert(members[index]).inserted {
                guard isWithinBounds(1) else { return [] }
                for left in derive(members[index], matches, &step) {
                    var others = members
                    others[index] = left
                    found.insert([nodes.anyOrder(others)])
                }
            }
            return found.numbers
        }
    }

    private mutating func isMatched(_ line: Int, _ matches: (Line) -> Bool, _ step: inout Step) -> Bool {
        if let known = step.matched[line] { return known }
        // Comparing a request with a line costs more than a step from node to node.
        guard isWithinBounds(10) else { return false }
        let isMatched = matches(nodes.lines[line])
        step.matched[line] = isMatched
        return isMatched
    }

    /// Counts what is done; false from where it is too much.
    private mutating func isWithinBounds(_ cost: Int) -> Bool {
        effort += cost
        if effort + nodes.effort > PatternNodes<Line>.most { isExceeded = true }
        return !isExceeded
    }
}

/// Numbers in the order in which they were found, each once.
private struct OrderedNumbers {
    private(set) var numbers: [Int] = []
    private var known: Set<Int> = []

    mutating func insert(_ others: [Int]) {
        for other in others where known.insert(other).inserted { numbers.append(other) }
    }
}
