extension ForeignWireCheck {
    /// The first thing that no looser way explains, beside the line that comes nearest; empty where there is none.
    ///
    /// A request that only came over another connection than it should stands behind one of another operation that never came.
    ///
    /// Lines are given to requests in whatever order first, so that what is merely loose is not taken for what is wrong.
    func nearest(_ patterns: [WirePattern]) -> [Finding] {
        let ways = Self.ways(patterns).map { way in
            let (lines, owner, missing) = assigned(way)
            let listeners = Set(lines.map { $0.line.listener ?? "portal" })
            let others = requests.indices.filter { owner[$0] == nil }
            let extra = others.filter { !isProbe($0, at: listeners) }
            return (
                lines: way.map(\.line), missing: missing.filter { !Self.isQuestion($0) }, others: others, extra: extra
            )
        }
        guard let way = ways.min(by: { $0.missing.count + $0.extra.count < $1.missing.count + $1.extra.count }) else {
            return []
        }
        let absent = way.missing.first { line in !way.others.contains { line.isAbout(requests[$0]) } }
        let lines = way.lines.map { ($0, 1) }
        for index in way.others {
            let seen = requests[index]
            let meant = way.missing.min { $0.distance(from: seen) < $1.distance(from: seen) }
            if let meant, meant.isAbout(seen) || meant.distance(from: seen) <= WireCheck.nearness {
                let first = meant.differsInConnectionAlone(from: seen) ? absent : nil
                return (first.map { [check.missingFinding($0, number: nil, lines)] } ?? [])
                    + [check.otherwise(index, than: meant, lines)]
            }
            if way.extra.contains(index) { return [check.unexpected(index, lines)] }
        }
        return way.missing.prefix(1).map { check.missingFinding($0, number: nil, lines) }
    }
}
