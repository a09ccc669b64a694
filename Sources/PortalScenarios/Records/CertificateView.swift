internal import ClientEvidence
internal import JSONValues
internal import PortalJudge
internal import TLSIdentity

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// What the app was shown of a certificate, with the keys of `expect.final.certificate`.
enum CertificateView {
    static func value(_ chain: [CertificateSummary], defects: Set<CertificateDefect>) -> JSONValue {
        let now = Int64(Date().timeIntervalSince1970)
        var facts: [String: JSONValue] = [
            "chain": .integer(Int64(chain.count)), "selfSigned": .bool(defects.contains(.selfSigned)),
        ]
        if let leaf = chain.first {
            facts["names"] = .array(leaf.names.map { .string($0) })
            facts["notAfter"] = leaf.notAfter < now ? "past" : "future"
            facts["notBefore"] = leaf.notBefore > now ? "future" : "past"
        }
        facts["defects"] = .array(defects.map { Reason([$0]).rawValue }.sorted().map { .string($0) })
        return .object(facts)
    }
}
