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
        return secrets("key:\(identity.name)", in: Array(key), besides: der(inPEM: identity.chainPEM))
    }

    /// What is secret in a PKCS #12 file of an identity: it holds the key, if under a password.
    static func file(_ name: String, _ bytes: [UInt8], of identity: IssuedIdentity) -> [Canary] {
        secrets("file:\(name)", in: bytes, besides: der(inPEM: identity.chainPEM))
    }

    /// The runs of bytes that stand in no certificate, in base64; short ones are form, not secret.
    private static func secrets(_ name: String, in bytes: [UInt8], besides certificates: [[UInt8]]) -> [Canary] {
        let window = 12
        var known: Set<ArraySlice<UInt8>> = []
        for certificate in certificates where certificate.count >= window {
            for start in 0...certificate.count - window { known.insert(certificate[start..<start + window]) }
        }
        var isPublic = [Bool](repeating: false, count: bytes.count)
        for start in 0..<max(0, bytes.count - window + 1) where known.contains(bytes[start..<start + window]) {
            for index in start..<start + window { isPublic[index] = true }
        }
        let runs = isPublic.indices.split { isPublic[$0] }.filter { $0.count >= 2 * window }
        return runs.enumerated().map { number, run in
            Canary(
                name: runs.count == 1 ? name : "\(name)#\(number + 1)", kind: .privateKey,
                value: Data(run.map { bytes[$0] }).base64EncodedString(), origins: [])
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
