internal import PortalJudge

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

extension ControlReply {
    /// The journal in the form that reports hold it in.
    static func journal(_ journal: Journal) throws -> Answer {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return bytes(Array(try encoder.encode(journal)), type: "application/json")
    }
}
