import PortalJudge

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Bytes that stand for a private key, in the forms in which one may leak.
enum KeyText {
    static let bytes = (0..<138).map { UInt8(truncatingIfNeeded: $0 &* 73 &+ $0 / 7 &+ 19) }

    static let base64 = Data(bytes).base64EncodedString()
    static let pem =
        "-----BEGIN \(label)"
        + Data(bytes).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        + "\n-----END \(label)"
    private static let label = "PRIVATE KEY-----\n"
    static let hex = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    /// In a longer text, off its own alignment.
    static let shifted = Data([7] + bytes).base64EncodedString()
    static let other = Data(bytes.reversed()).base64EncodedString()
}

extension EvidenceBuilder {
    /// A client that holds the key and writes a text.
    mutating func writes(key text: String) {
        if !evidence.canaries.contains(where: { $0.name == "key:alice" }) {
            evidence.canaries.append(
                Canary(name: "key:alice", kind: .privateKey, value: KeyText.base64, origins: []))
        }
        evidence.output.append(ClientOutput(place: "standard output", text: text))
    }
}
