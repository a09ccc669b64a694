internal import PortalJudge

extension NamedLoosening {
    /// What a command is asked, while it is loosened.
    struct Asked {
        var patterns: [WirePattern]
        var handshakes: [HandshakeLine]
        var never: [WireLine]
        /// What may be sent in a looser way.
        var loosely: [PermittedLine] = []
    }

    /// Loosens; false where nothing is as the entry says, so that it loosens nothing.
    func apply(to asked: inout Asked) throws(WireLineError) -> Bool {
        switch change {
        case .drop(let meanings):
            let before = asked.handshakes.count
            asked.handshakes.removeAll { line in meanings.contains { $0.covers(line) } }
            var isUsed = asked.handshakes.count < before
            asked.patterns = try asked.patterns.rewritten { line, count throws(WireLineError) in
                guard meanings.contains(where: { $0.covers(line) }) else { return [.line(line, count: count)] }
                isUsed = true
                return []
            }
            return isUsed
        case .without(let names, let meanings):
            var isUsed = false
            asked.patterns = try asked.patterns.rewritten { line, count throws(WireLineError) in
                guard meanings.contains(where: { $0.covers(line) }) else { return [.line(line, count: count)] }
                var loose = line
                for name in names where name != "count" { loose = try loose.without(name) }
                isUsed = isUsed || loose != line || (names.contains("count") && count > 1)
                return [.line(loose, count: names.contains("count") ? 1 : count)]
            }
            return isUsed
        case .replace(let meanings, let others):
            var isUsed = false
            asked.patterns = try asked.patterns.rewritten { line, count throws(WireLineError) in
                guard meanings.contains(where: { $0.covers(line) }) else { return [.line(line, count: count)] }
                defer { isUsed = true }
                return isUsed ? [] : others
            }
            return isUsed
        case .renumber(let numbers):
            var isUsed = false
            func renamed(_ word: String) -> String {
                let marked = word.hasPrefix("+")
                let parts = (marked ? String(word.dropFirst()) : word).split(separator: ",").map(String.init)
                let renamed = parts.map { numbers[$0] ?? $0 }
                return renamed == parts ? word : (marked ? "+" : "") + renamed.joined(separator: ",")
            }
            var never: [WireLine] = []
            for line in asked.never { never.append(try line.replacingWords(isNever: true, renamed)) }
            asked.never = never
            asked.patterns = try asked.patterns.rewritten { line, count throws(WireLineError) in
                let changed = try line.replacingWords(renamed)
                isUsed = isUsed || changed.text != line.text
                return [.line(changed, count: count)]
            }
            return isUsed
        case .may(let patterns):
            asked.patterns += patterns.map { .optional($0) }
            return true
        case .permit(let texts, let isLoose):
            let before = asked.never.count
            if isLoose {
                asked.loosely += asked.never.filter { texts.contains($0.text) }.map {
                    PermittedLine($0, reason: reason)
                }
            }
            asked.never.removeAll { texts.contains($0.text) }
            return asked.never.count < before
        }
    }
}

extension [WirePattern] {
    /// The patterns with others in the place of their lines; groups that lose all of their lines go with them.
    func rewritten(
        _ change: (WireLine, Int) throws(WireLineError) -> [WirePattern]
    ) throws(WireLineError) -> [WirePattern] {
        var result: [WirePattern] = []
        for pattern in self {
            switch pattern {
            case .line(let line, let count): result += try change(line, count)
            case .optional(let inner):
                result += try [inner].rewritten(change).map { $0.isOptional ? $0 : .optional($0) }
            case .anyOrder(let members): result += try members.rewritten(change)
            case .sequence(let members): result += try members.rewritten(change)
            case .either(let choices):
                var kept: [[WirePattern]] = []
                for choice in choices { kept.append(try choice.rewritten(change)) }
                if !kept.allSatisfy(\.isEmpty) { result.append(.either(kept)) }
            }
        }
        return result
    }
}

extension WirePattern {
    var isOptional: Bool {
        if case .optional = self { true } else { false }
    }
}
