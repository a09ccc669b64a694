internal import JSONValues

/// Compares how things stood at the end with what a scenario expects.
enum FinalCheck {
    static func findings(_ expected: JSONValue, _ actual: JSONValue, path: String = "final") -> [Finding] {
        var found: [Finding] = []
        for (key, value) in (expected.object ?? [:]).sorted(by: { $0.key < $1.key }) {
            let seen = actual[key]
            if value.object != nil, let seen {
                found += findings(value, seen, path: "\(path).\(key)")
            } else if seen != value {
                found.append(
                    Finding(
                        "\(path).\(key)", "\(key) is not as expected at the end", expected: "\(key): \(shown(value))",
                        nearest: "\(key): \(seen.map(shown) ?? "unknown")"))
            }
        }
        // The reason says most about what went wrong, so it comes first.
        return found.sorted { ($0.code == "final.reason" ? 0 : 1) < ($1.code == "final.reason" ? 0 : 1) }
    }

    private static func shown(_ value: JSONValue) -> String { value.string ?? value.text() }
}
