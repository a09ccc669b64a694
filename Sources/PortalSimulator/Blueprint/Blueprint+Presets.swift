public import FixtureFiles
public import JSONValues
internal import Platform

extension Blueprint {
    /// A preset of `Fixtures/presets`, with whatever presets it stands on.
    ///
    /// Throws where there is no such preset (with the nearest name), or where its file is wrong.
    public static func preset(_ name: String, fixtures: FixtureTree) throws(BlueprintError) -> Blueprint {
        try preset(name, fixtures: fixtures, askedBy: [])
    }

    /// The names of all presets, sorted.
    public static func presetNames(fixtures: FixtureTree) -> [String] { fixtures.presetNames }

    /// What the preset is for, in one sentence of its file.
    public var summary: String? { document["summary"]?.string }

    private static func preset(
        _ name: String, fixtures: FixtureTree, askedBy chain: [String]
    ) throws(BlueprintError) -> Blueprint {
        let path = "Fixtures/presets/\(name).json"
        guard fixtures.contains(path) else {
            let asking = chain.last.map { "Fixtures/presets/\($0).json" } ?? "preset"
            throw unknownPreset(name, source: asking, keyPath: chain.isEmpty ? "" : "preset", fixtures: fixtures)
        }
        guard !chain.contains(name) else {
            throw BlueprintError(
                .unknownPreset, source: path, keyPath: "preset",
                problem: "the presets \((chain + [name]).joined(separator: " → ")) stand on each other")
        }
        let document = try Self.document(path, fixtures: fixtures)
        let own = try DocumentReader(document, source: path, keys: keys)
        guard let base = try own.text("preset") else {
            return try decode(document, source: path, preset: name, fixtures: fixtures)
        }
        let below = try preset(base, fixtures: fixtures, askedBy: chain + [name])
        return try decode(merge(below.document, document), source: path, preset: name, fixtures: fixtures)
    }

    /// The documents inside the product that were parsed before: a run of many scenarios starts many portals.
    private static let parsed = Locked([String: JSONValue]())

    /// One JSON file of the fixtures.
    static func document(_ path: String, fixtures: FixtureTree) throws(BlueprintError) -> JSONValue {
        guard fixtures.isEmbedded else { return try parse(path, fixtures: fixtures) }
        if let document = parsed.withLock({ $0[path] }) { return document }
        let document = try parse(path, fixtures: fixtures)
        parsed.withLock { $0[path] = document }
        return document
    }

    private static func parse(_ path: String, fixtures: FixtureTree) throws(BlueprintError) -> JSONValue {
        let bytes: [UInt8]
        do {
            bytes = try fixtures.bytes(at: path)
        } catch {
            throw BlueprintError(.unreadable, source: path, keyPath: "", problem: error.problem)
        }
        do {
            return try JSONValue(parsing: bytes)
        } catch {
            throw BlueprintError(.unreadable, source: path, keyPath: "", problem: error.description)
        }
    }

    static func unknownPreset(_ name: String, source: String, keyPath: String, fixtures: FixtureTree) -> BlueprintError
    {
        BlueprintError(
            .unknownPreset, source: source, keyPath: keyPath, problem: "there is no preset \"\(name)\"",
            allowed: presetNames(fixtures: fixtures), written: name)
    }
}
