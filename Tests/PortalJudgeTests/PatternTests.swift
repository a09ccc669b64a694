import Testing

@testable import PortalJudge

/// Every sequence that a pattern stands for, written out; nil where there are more than a test goes through.
private enum WrittenOut {
    typealias Pattern = PatternAutomaton<Int>.Pattern
    typealias Words = Set<[Int]>

    static func words(_ patterns: [Pattern]) -> Words? {
        patterns.reduce(Words?.some([[]])) { found, pattern in joined(found, words(pattern)) { [$0 + $1] } }
    }

    private static func words(_ pattern: Pattern) -> Words? {
        switch pattern {
        case .line(let line, let count): return [Array(repeating: line, count: count)]
        case .optional(let inner): return words(inner).map { $0.union(Words([[]])) }
        case .sequence(let patterns): return words(patterns)
        case .anyOrder(let members):
            return members.reduce(Words?.some([[]])) { found, member in joined(found, words(member), shuffled) }
        case .either(let choices):
            var found: Words = []
            for choice in choices {
                guard let more = words(choice) else { return nil }
                found.formUnion(more)
            }
            return found
        }
    }

    private static func joined(_ some: Words?, _ others: Words?, _ join: ([Int], [Int]) -> Words) -> Words? {
        guard let some, let others else { return nil }
        var found: Words = []
        for word in some {
            for other in others {
                guard word.count + other.count <= 7, found.count <= 100 else { return nil }
                found.formUnion(join(word, other))
            }
        }
        return found
    }

    private static func shuffled(_ word: [Int], _ other: [Int]) -> Words {
        guard let first = word.first, let second = other.first else { return [word + other] }
        let some = shuffled(Array(word.dropFirst()), other).map { [first] + $0 }
        return Words(some).union(shuffled(word, Array(other.dropFirst())).map { [second] + $0 })
    }
}

/// Patterns of few lines that have much in common, the same ones each time.
private struct PatternSource {
    var state: UInt64

    mutating func below(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(bound))
    }

    mutating func patterns(_ most: Int, depth: Int) -> [WrittenOut.Pattern] {
        let found = (0..<below(most + 1)).map { _ in pattern(depth: depth) }
        // What may be left out is written several times, as a count from 0 is.
        guard let first = found.first, below(4) == 0 else { return found }
        return Array(repeating: .optional(first), count: 3) + found
    }

    private mutating func pattern(depth: Int) -> WrittenOut.Pattern {
        switch depth > 0 ? below(7) : 0 {
        case 0, 1: .line(below(3), count: 1 + below(5) / 4)
        case 2, 3: .optional(pattern(depth: depth - 1))
        case 4: .anyOrder(patterns(3, depth: depth - 1))
        case 5: .sequence(patterns(3, depth: depth - 1))
        default: .either((0...below(3)).map { _ in patterns(2, depth: depth - 1) })
        }
    }
}

@Suite struct `Patterns of lines` {
    private typealias Pattern = PatternAutomaton<Int>.Pattern

    /// Elements that each line matches: the last line matches all.
    private static func matches(_ line: Int, _ element: Int) -> Bool { line == 2 || line == element }

    @Test(arguments: 0..<4) func `are followed as the sequences are that they stand for`(_ round: Int) {
        var source = PatternSource(state: UInt64(round))
        var compared = 0
        for _ in 0..<400 {
            let patterns = source.patterns(3, depth: 1 + source.below(3))
            guard let words = WrittenOut.words(patterns) else { continue }
            var automaton = PatternAutomaton(patterns)
            var open = words
            for place in 0..<8 {
                let next = Set(open.compactMap { $0.dropFirst(place).first })
                let canEnd = open.contains { $0.count == place }
                #expect(Set(automaton.next) == next, "\(patterns) at \(place)")
                #expect(automaton.canEnd == canEnd, "\(patterns) at \(place)")
                let element = source.below(3)
                open = open.filter { $0.count > place && Self.matches($0[place], element) }
                let isNext = automaton.advance { Self.matches($0, element) }
                #expect(isNext != open.isEmpty, "\(patterns) at \(place)")
                compared += 1
                guard isNext, !open.isEmpty else { break }
            }
        }
        #expect(compared > 400)
    }

    @Test func `that may be left out thousands of times are passed at once`() {
        let ranges = (0..<9).map { range in
            Pattern.sequence(Array(repeating: .optional(.line(range % 2, count: 1)), count: 1000))
        }
        let others = (10..<1000).map { Pattern.optional(.line($0, count: 1)) }
        var automaton = PatternAutomaton(ranges + others + [.line(2, count: 1)])
        var steps: [Bool] = []
        for element in Array(repeating: 1, count: 50) + [2] { steps.append(automaton.advance { $0 == element }) }
        #expect(steps.allSatisfy { $0 })
        #expect(automaton.canEnd && !automaton.isExceeded)
    }

    @Test func `in groups of groups cost no more than they are long`() {
        var nested = Pattern.line(0, count: 1)
        for _ in 0..<21 { nested = .optional(.sequence([nested, .optional(.line(1, count: 1))])) }
        var plain = Pattern.line(0, count: 1)
        for _ in 0..<21 { plain = .optional(plain) }
        let either = Pattern.either([[.line(0, count: 1)], [.optional(.line(1, count: 1))]])
        for group in [nested, plain, either] {
            let patterns = Array(repeating: group, count: 30) + [.line(2, count: 1)]
            var automaton = PatternAutomaton(patterns)
            let isNext = automaton.advance { $0 == 2 }
            #expect(isNext && automaton.canEnd)
        }
    }

    @Test func `of which too many ways are open are not judged`() throws {
        var builder = EvidenceBuilder()
        var expectation = Expectation()
        let lines = try (0..<24).map { WirePattern.line(try WireLine(parsing: "GET Roads query.q\($0)=-"), count: 1) }
        expectation.wire = [.anyOrder(lines)]
        for _ in 0..<24 { builder.request("GET", "Roads") }
        let verdict = Judge.verdict(on: builder.evidence, expecting: expectation)
        let reason = try #require(verdict.reason)
        #expect(verdict.kind == .notJudged)
        #expect(reason.hasPrefix("expect.wire can be met in too many ways: request "))
        #expect(reason.contains("anyOrder"))
    }

    @Test func `of events of which too many ways are open are not judged`() {
        var builder = EvidenceBuilder()
        var expectation = Expectation()
        expectation.events = [.anyOrder((0..<24).map { .word("failed(\($0))", count: 1) })]
        builder.evidence.events = Array(repeating: "failed", count: 24)
        let verdict = Judge.verdict(on: builder.evidence, expecting: expectation)
        #expect(verdict.kind == .notJudged)
        #expect(verdict.reason?.hasPrefix("expect.events can be met in too many ways: event ") == true)
    }

    @Test func `are not compared where they stand for too many lines`() throws {
        let line = try WireLine(parsing: "GET Roads")
        var nested = WirePattern.line(line, count: 1)
        for _ in 0..<100 { nested = .optional(nested) }
        let many = Array(repeating: WirePattern.line(line, count: CountedText.most), count: 11)
        for (patterns, words) in [(many, "more than 10000 lines"), ([nested], "more than 100 deep")] {
            var expectation = Expectation()
            expectation.wire = patterns
            let verdict = Judge.verdict(on: EvidenceBuilder().evidence, expecting: expectation)
            #expect(verdict.kind == .notJudged && verdict.reason?.contains(words) == true, "\(verdict)")
            let session = SessionJudge.judge(EvidenceBuilder().evidence, expecting: expectation, subject: nil).verdict
            #expect(session.kind == .notJudged && session.reason?.contains(words) == true, "\(session)")
            let verification = WireVerification(EvidenceBuilder().evidence, patterns, handshakes: [], mode: .exact)
            #expect(!verification.isMet && verification.gap?.contains(words) == true)
            var task = Expectation()
            task.task = TaskWire(patterns: patterns)
            #expect(Judge.verdict(on: EvidenceBuilder(.foreign).evidence, expecting: task).kind == .notJudged)
        }
        var builder = EvidenceBuilder()
        builder.request("GET", "info", target: "/x?note=\(EvidenceBuilder.password)")
        var seen = Expectation()
        seen.wire = many
        #expect(Judge.verdict(on: builder.evidence, expecting: seen).findings.map(\.code) == ["secret.in-url"])
        var most = Expectation()
        most.wire = Array(many.dropLast())
        #expect(most.excess == nil)
    }
}
