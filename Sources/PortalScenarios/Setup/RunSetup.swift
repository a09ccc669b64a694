package import JSONValues
package import ScenarioFormat

/// One combination of a scenario's variants but for its steps: the portal, what the client is given, and what is expected.
package struct RunSetup: Sendable {
    package let scenario: Scenario
    /// The scenario's id, with the combination where there are variants: `connect/private[api=legacy]`.
    package let name: String
    let interface: Scenario.Interface
    let preset: String
    let overlay: JSONValue
    let environment: EnvironmentPlan
    /// Not decoded: it may hold placeholders that only the running portal can fill.
    package let expectation: JSONValue
    let foreign: ForeignPlan?
}
