/// The parts of a pattern, each kept once: what is equal has the same number, so that a state is a number.
struct PatternNodes<Line: Hashable> {
    /// A part, with the numbers of those that it holds.
    enum Node: Hashable {
        /// Nothing is to come.
        case end
        /// So many times a line, by its place in ``lines``.
        case line(Int, count: Int)
        /// At most so many times a part.
        case optional(Int, count: Int)
        /// All of them, in any order.
        case anyOrder([Int])
        /// One of them.
        case either([Int])
        /// One after the other.
        case pair(Int, Int)
    }

    /// The number of ``Node/end``.
    static var end: Int { 0 }

    /// Steps from node to node, a comparison with a line for ten and a new node for as many: seconds, 200 MB at most.
    static var most: Int { 10_000_000 }

    /// What the nodes cost that were looked up or made.
    var effort = 0
    /// Each different line once.
    private(set) var lines: [Line] = []
    private var nodes: [Node] = [.end]
    private var nullable = [true]
    private var numbers: [Node: Int] = [.end: 0]
    private var lineNumbers: [Line: Int] = [:]

    subscript(number: Int) -> Node { nodes[number] }

    /// Whether a part may be left out.
    func isNullable(_ number: Int) -> Bool { nullable[number] }

    /// The number of a part, which is new where there is none that is equal.
    mutating func number(of node: Node) -> Int {
        effort += 1
        if let known = numbers[node] { return known }
        effort += 10
        let number = nodes.count
        nodes.append(node)
        nullable.append(mayEnd(node))
        numbers[node] = number
        return number
    }

    /// One part after another.
    mutating func pair(_ first: Int, _ rest: Int) -> Int {
        if first == Self.end { return rest }
        return rest == Self.end ? first : number(of: .pair(first, rest))
    }

    /// Parts in any order; those of which nothing is left are none.
    mutating func anyOrder(_ members: [Int]) -> Int {
        effort += members.count
        let open = members.filter { $0 != Self.end }
        return open.count > 1 ? number(of: .anyOrder(open)) : open.first ?? Self.end
    }

    /// One pattern after the other.
    mutating func sequence(_ patterns: [PatternAutomaton<Line>.Pattern]) -> Int {
        var rest = Self.end
        for pattern in patterns.reversed() { rest = before(number(reading: pattern), rest) }
        return rest
    }

    private mutating func number(reading pattern: PatternAutomaton<Line>.Pattern) -> Int {
        switch pattern {
        case .line(let line, let count): return number(of: .line(place(of: line), count: max(1, count)))
        case .optional(let inner):
            let part = number(reading: inner)
            return isNullable(part) ? part : number(of: .optional(part, count: 1))
        case .sequence(let patterns): return sequence(patterns)
        case .anyOrder(let members): return anyOrder(members.map { number(reading: $0) })
        case .either(let choices): return number(of: .either(choices.map { sequence($0) }))
        }
    }

    /// A part before others; what may be left out several times is counted.
    private mutating func before(_ first: Int, _ rest: Int) -> Int {
        guard case .optional(let inner, let count) = self[first] else { return pair(first, rest) }
        switch self[rest] {
        case .optional(inner, let more): return number(of: .optional(inner, count: count + more))
        case .pair(let second, let others):
            guard case .optional(inner, let more) = self[second] else { return pair(first, rest) }
            return pair(number(of: .optional(inner, count: count + more)), others)
        default: return pair(first, rest)
        }
    }

    private mutating func place(of line: Line) -> Int {
        if let known = lineNumbers[line] { return known }
        lineNumbers[line] = lines.count
        lines.append(line)
        return lines.count - 1
    }

    private func mayEnd(_ node: Node) -> Bool {
        switch node {
        case .end, .optional: true
        case .line: false
        case .pair(let first, let rest): nullable[first] && nullable[rest]
        case .anyOrder(let members): members.allSatisfy { nullable[$0] }
        case .either(let choices): choices.contains { nullable[$0] }
        }
    }

    /// The lines that could come first in any of some parts, each once.
    func firsts(of states: [Int]) -> [Line] {
        var seen: Set<Int> = []
        var known: Set<Int> = []
        var found: [Line] = []
        // What is to be looked at, the last one first: a pattern may be thousands of parts long.
        var open = Array(states.reversed())
        while let number = open.popLast() {
            guard seen.insert(number).inserted else { continue }
            switch nodes[number] {
            case .end: break
            case .line(let line, _): if known.insert(line).inserted { found.append(lines[line]) }
            case .optional(let inner, _): open.append(inner)
            case .anyOrder(let members), .either(let members): open += members.reversed()
            case .pair(let first, let rest):
                if nullable[first] { open.append(rest) }
                open.append(first)
            }
        }
        return found
    }
}
