internal import HTTPSemantics
internal import JSONValues
package import ScenarioFormat

extension JSONReport {
    /// One run of a report, made before the report is: what is left to do then takes no time to speak of.
    package struct Part: Sendable {
        /// Without a digest, which covers what stands before it.
        var object: CanonicalObject
        /// Whether every text of it is shown as it is.
        var isPlain: Bool
    }

    /// Makes a run's part of a report ahead; nil for one with a twin, whose number the report gives, and where it cannot be made.
    package static func part(of result: RunResult) -> Part? {
        guard result.twin == nil, let made = try? object(of: entry(result, twin: nil)) else { return nil }
        return Part(object: made, isPlain: isPlain(made.bytes))
    }

    /// Whether canonical JSON is shown as it is.
    static func isPlain(_ json: [UInt8]) -> Bool {
        let text = String(decoding: json, as: UTF8.self)
        return VisibleText.json(text) == text
    }
}

extension JSONReport.Part {
    /// The same under another name.
    package func named(_ name: String) -> Self {
        var part = self
        part.object.set("name", .string(name))
        part.isPlain = isPlain && JSONReport.isPlain(JSONValue.string(name).canonicalBytes())
        return part
    }
}
