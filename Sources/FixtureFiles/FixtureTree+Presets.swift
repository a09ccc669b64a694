extension FixtureTree {
    /// The names of the files in `Fixtures/presets` without their ending, sorted: what a portal can be started from.
    package var presetNames: [String] { documentNames(under: "Fixtures/presets") }
}
