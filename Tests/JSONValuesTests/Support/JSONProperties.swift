import JSONValues

/// What holds for the JSON parser, whatever bytes it is given; the fuzzer and the tests ask the same.
enum JSONProperties {
    /// The first property that a text breaks, in words; nil where all hold.
    static func violation(by bytes: [UInt8]) -> String? {
        guard let value = try? JSONValue(parsing: bytes) else { return nil }
        guard depth(of: value) <= JSONValue.defaultMaximumDepth else { return "deeper than the bound allows" }
        let printed = value.bytes()
        guard let again = try? JSONValue(parsing: printed), again == value else { return "prints as something else" }
        guard again.bytes() == printed else { return "prints differently when it is read again" }
        guard (try? JSONValue(parsing: value.bytes(pretty: true))) == value else { return "is another when indented" }
        if let flat = try? JSONValue(parsing: bytes, maximumDepth: 2) {
            guard flat == value, depth(of: flat) <= 2 else { return "is another under a lower bound" }
        }
        return nil
    }

    private static func depth(of value: JSONValue) -> Int {
        if let elements = value.array { return 1 + (elements.map(depth).max() ?? 0) }
        if let members = value.object { return 1 + (members.values.map(depth).max() ?? 0) }
        return 0
    }
}
