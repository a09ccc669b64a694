public import FixtureFiles
public import JSONValues
internal import Platform
internal import StructuredText

extension Blueprint {
    /// A preset of `Fixtures/presets`, with whatever presets it stands on.
    ///
    /// Throws where there is no such preset (with the nearest name), or where its file is wrong.
    public static func preset(_ name: String, fixtures: FixtureTree) throws(BlueprintError) -> Blueprint {
        try fixtures.placing { () throws(BlueprintError) in try preset(name, fixtures: fixtures, askedBy: []) }
    }

    /// The names of all presets, sorted.
    public static func presetNames(fixtures: FixtureTree) -> [String] { fixtures.presetNames }

    /// What the preset is for, in one sentence of its file.
    public var summary: String? { document["summary"]?.string }

    private static func preset(
        _ name: String, fixtures: FixtureTree, askedBy chain: [String]
    ) throws(BlueprintError) -> Blueprint {
        let stem = "Fixtures/presets/\(name)"
        // A preset of one's own may stand on the one of the same name that it lies over.
        if chain.last == name, let below = fixtures.uncovered, below.document(named: stem) != nil {
            return try preset(name, fixtures: below, askedBy: chain.dropLast())
        }
        guard let path = fixtures.document(named: stem) else {
            let asking = chain.last.flatMap { fixtures.document(named: "Fixtures/presets/\($0)") }
            throw unknownPreset(
                name, source: asking.map { fixtures.place(of: $0) } ?? "preset",
                keyPath: chain.isEmpty ? "" : "preset", fixtures: fixtures)
        }
        let source = fixtures.place(of: path)
        guard !chain.contains(name) else {
            throw BlueprintError(
                .unknownPreset, source: source, keyPath: "preset",
                problem: "the presets \((chain + [name]).joined(separator: " → ")) stand on each other")
        }
        let document = try Self.document(path, fixtures: fixtures)
        let own = try DocumentReader(document, source: source, keys: keys)
        guard let base = try own.text("preset") else {
            return try decode(document, source: source, preset: name, fixtures: fixtures)
        }
        let below = try preset(base, fixtures: fixtures, askedBy: chain + [name])
        return try decode(merge(below.document, document), source: source, preset: name, fixtures: fixtures)
    }

    /// The documents inside the product that were parsed before: a run of many scenarios starts many portals.
    private static let parsed = Locked([String: JSONValue]())

    /// One document of the fixtures.
    static func document(_ path: String, fixtures: FixtureTree) throws(BlueprintError) -> JSONValue {
        guard fixtures.isEmbedded else {
            // What no own file lies over is that of the product.
            if let below = fixtures.uncovered, !fixtures.isOwn(path) { return try document(path, fixtures: below) }
            return try fixtures.text(at: path).value()
        }
        if let document = parsed.withLock({ $0[path] }) { return document }
        let document = try embedded(path, fixtures: fixtures)
        parsed.withLock { $0[path] = document }
        return document
    }

    /// A document that travels inside the product: that no key of it stands twice was checked by its tests.
    private static func embedded(_ path: String, fixtures: FixtureTree) throws(BlueprintError) -> JSONValue {
        if path.hasSuffix(".json"), let bytes = try? fixtures.bytes(at: path),
            let document = try? JSONValue(parsing: bytes)
        {
            return document
        }
        return try fixtures.text(at: path).value()
    }

    static func unknownPreset(_ name: String, source: String, keyPath: String, fixtures: FixtureTree) -> BlueprintError
    {
        BlueprintError(
            .unknownPreset, source: source, keyPath: keyPath, problem: "there is no preset \"\(name)\"",
            allowed: presetNames(fixtures: fixtures), written: name)
    }
}
