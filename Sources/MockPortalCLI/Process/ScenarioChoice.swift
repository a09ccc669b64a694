import FixtureFiles
import MockPortalServer

/// What `--scenario` and the control API name: a preset, or a scenario whose portal is served.
enum ScenarioChoice {
    /// The blueprint of a name; throws with the nearest name where there is none.
    static func blueprint(named name: String, fixtures: FixtureTree) throws(BlueprintError) -> Blueprint {
        try Blueprint.preset(name, fixtures: fixtures)
    }
}
