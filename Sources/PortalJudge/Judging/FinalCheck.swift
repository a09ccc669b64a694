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
        // The reason says most about what went wrong, and the status explains whatever else is not there.
        let first = ["final.reason", "final.status"]
        return first.flatMap { code in found.filter { $0.code == code } } + found.filter { !first.contains($0.code) }
    }

    private static func shown(_ value: JSONValue) -> String { value.string ?? value.text() }
}
