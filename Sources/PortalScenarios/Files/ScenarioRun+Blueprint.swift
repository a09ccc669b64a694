package import FixtureFiles
package import JSONValues
package import MockPortalServer

extension ScenarioRun {
    /// What the portal of this run is: the preset with the scenario's differences.
    package func blueprint(in fixtures: FixtureTree) throws(DocumentError) -> Blueprint {
        try Blueprint.preset(preset, fixtures: fixtures).overlaid(with: overlay, source: scenario.source)
    }
}
