extension FixtureTree {
    /// The names of the files in `Fixtures/presets` without their ending, sorted: what a portal can be started from.
    package var presetNames: [String] {
        paths(under: "Fixtures/presets", suffix: ".json").map {
            String(($0.split(separator: "/").last ?? "").dropLast(5))
        }
    }
}
