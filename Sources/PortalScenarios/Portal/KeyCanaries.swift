internal import PortalJudge
internal import TLSIdentity

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

extension Canary {
    /// What is secret in an identity's key: all of it but what its certificates say as well.
    static func key(of identity: IssuedIdentity) -> [Canary] {
        let key = der(inPEM: identity.keyPEM.expanded).joined()
        let runs = runs(of: Array(key), besides: der(inPEM: identity.chainPEM))
        return runs.enumerated().map { number, run in
            secret("key:\(identity.name)" + (runs.count == 1 ? "" : "#\(number + 1)"), run)
        }
    }

    /// What is secret in a PKCS #12 file of an identity, for it holds the key, if under a password: all of it but what its certificates
    /// and another file of the same make hold as well.
    static func file(
        _ name: String, _ bytes: [UInt8], besides other: [UInt8], of identity: IssuedIdentity
    ) -> [Canary] {
        let runs = runs(of: bytes, besides: der(inPEM: identity.chainPEM) + [other])
        // In one: every part of each is found, and a text is gone through once for all of them.
        return runs.isEmpty ? [] : [secret("file:\(name)", Array(runs.joined()))]
    }

    private static func secret(_ name: String, _ bytes: [UInt8]) -> Canary {
        Canary(name: name, kind: .privateKey, value: Data(bytes).base64EncodedString(), origins: [])
    }

    /// The runs of bytes that stand in nothing that is known; short ones are form, not secret.
    private static func runs(of bytes: [UInt8], besides others: [[UInt8]]) -> [[UInt8]] {
        let window = 12
        var known: Set<ArraySlice<UInt8>> = []
        for other in others where other.count >= window {
            for start in 0...other.count - window { known.insert(other[start..<start + window]) }
        }
        var isPublic = [Bool](repeating: false, count: bytes.count)
        for start in 0..<max(0, bytes.count - window + 1) where known.contains(bytes[start..<start + window]) {
            for index in start..<start + window { isPublic[index] = true }
        }
        return isPublic.indices.split { isPublic[$0] }.filter { $0.count >= 2 * window }.map { run in
            run.map { bytes[$0] }
        }
    }

    /// The blocks of a PEM text (RFC 7468), in order.
    private static func der(inPEM text: String) -> [[UInt8]] {
        var blocks: [[UInt8]] = []
        var lines = ""
        for line in text.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("-----END") {
                blocks += Data(base64Encoded: lines).map { [[UInt8]($0)] } ?? []
            } else if line.hasPrefix("-----BEGIN") {
                lines = ""
            } else {
                lines += line
            }
        }
        return blocks
    }
}
