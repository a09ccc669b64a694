package import FixtureFiles
package import JSONValues
package import MockPortalServer
internal import ScenarioFormat

extension RunSetup {
    /// What the portal of this run is: the preset with the scenario's differences.
    package func blueprint(in fixtures: FixtureTree) throws(DocumentError) -> Blueprint {
        let preset: Blueprint
        do {
            preset = try Blueprint.preset(self.preset, fixtures: fixtures)
        } catch {
            let isOwn = error.code == .unknownPreset && error.keyPath.isEmpty
            throw isOwn ? error.placed(in: scenario.source, at: "portal.preset") : error
        }
        return try overlaid(preset, with: overlay, at: "portal")
    }

    /// What the portal of the twin is.
    func twinBlueprint(_ overlay: JSONValue, in fixtures: FixtureTree) throws(DocumentError) -> Blueprint {
        try overlaid(try blueprint(in: fixtures), with: overlay, at: "twin.portal")
    }

    private func overlaid(
        _ blueprint: Blueprint, with overlay: JSONValue, at path: String
    ) throws(DocumentError) -> Blueprint {
        try DocumentMistakes.mapping(
            { error in
                guard error.source == scenario.source else { return error }
                return error.placed(
                    in: scenario.source, at: error.keyPath.isEmpty ? path : DocumentReader.join(path, error.keyPath))
            },
            { () throws(DocumentError) in try blueprint.overlaid(with: overlay, source: scenario.source) })
    }
}
