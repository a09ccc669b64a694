internal import PortalJudge

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

extension Expectation {
    /// All that it says, as reports hold it.
    func stored() throws -> [UInt8] { Array(try JSONEncoder().encode(self)) }

    /// The same without the secrets of a run: a scenario may write one out, as the password that an app is given.
    func redacted(by redaction: EvidenceRedaction) throws -> Expectation {
        let bytes = try stored()
        let shown = redaction.bytes(bytes)
        return shown == bytes ? self : try JSONDecoder().decode(Expectation.self, from: Data(shown))
    }
}
