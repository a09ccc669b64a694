internal import PortalJudge

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

extension Expectation {
    /// The same without the secrets of a run: a scenario may write one out, as the password that an app is given.
    func redacted(by redaction: EvidenceRedaction) throws -> Expectation {
        let bytes = Array(try JSONEncoder().encode(self))
        let shown = redaction.bytes(bytes)
        return shown == bytes ? self : try JSONDecoder().decode(Expectation.self, from: Data(shown))
    }
}
