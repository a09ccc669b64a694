extension Expectation {
    /// Why what came could not be followed through what is expected.
    static func excess(_ key: String, at place: String) -> String {
        let most = PatternNodes<WireLine>.most / 1_000_000
        return
            "expect.\(key) can be met in too many ways: \(place) and what comes after it were not compared, since that "
            + "takes more than \(most) million steps; make lines in one group of anyOrder differ in what they match, or "
            + "ask for fewer of them"
    }
}
