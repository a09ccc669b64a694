package import JSONValues
package import StructuredText

/// One scenario file: what the portal is, what a client does and what must then be true.
package struct Scenario: Sendable {
    /// Which of the client's two interfaces is driven.
    package enum Interface: String, Sendable, CaseIterable {
        case modern
        case legacy
        case both
    }
    /// What makes a negative positive.
    package enum Twin: Sendable {
        /// Only the fault is removed, by an overlay of the portal, by other steps, or both.
        case changed(portal: JSONValue?, client: JSONValue?)
        /// Another scenario is the same without the fault.
        case scenario(String)
    }

    /// The path without its ending, as `tokens/expired-silent`.
    package let id: String
    /// What it was read from.
    package let text: DocumentText
    /// The path of the file, as the user named it; nil for a scenario of a fixture tree.
    package let file: String?
    package let title: String
    /// Rows of the catalogue.
    package let catalogue: [String]
    /// Where the behaviour is documented.
    package let citation: String
    package let tags: [String]
    package let interface: Interface
    /// The preset that the portal starts from.
    package let preset: String
    /// Names of the planted client faults that it was seen to catch.
    package let faults: [String]
    package let twin: Twin?
    package let variants: VariantMatrix
    package let portal: JSONValue
    package let environment: JSONValue
    package let client: JSONValue
    package let expectation: JSONValue
    package let foreign: JSONValue?

    /// Where it was read from.
    package var source: String { text.source }

    /// The first part of the id.
    package var family: String { String(id.prefix { $0 != "/" }) }

    /// Whether the client must not get in.
    var isNegative: Bool { Self.isNegative(expectation) }

    /// Whether an expectation ends with a refusal: a portal or map that failed, or a failure as the last thing that happens to the app.
    package static func isNegative(_ expectation: JSONValue) -> Bool {
        let final = expectation["final"]
        if final?["status"]?.string == "failed" || final?["mapStatus"]?.string == "failed" { return true }
        guard let last = expectation["events"]?.array?.last?.string else { return false }
        return last.hasPrefix("failed(") || last.drop(while: \.isNumber).hasPrefix("x failed(")
    }

    /// How many runs it has.
    package var variantCount: Int { variants.combinations.count }

    /// Names of the variants, as `tls (2)`.
    package var variantText: String {
        variants.axes.map { "\($0.name) (\($0.values.count))" }.joined(separator: " × ")
    }

    /// The steps as they are written, one line each.
    package var stepLines: [String] { (client.array ?? []).map { $0.text() } }

    /// The expectation as it is written.
    package var expectationText: String { expectation.text(pretty: true) }
}
