import FeatureEngine

@testable import PortalSimulator

/// What holds for every document of XML that is handed to the portal as a response of SAML.
enum SAMLProperties {
    /// The first property that a document breaks, in words; nil where all hold.
    static func violation(by bytes: [UInt8]) -> String? {
        guard Inflate.bytes(Deflate.raw(bytes), limit: bytes.count) == bytes else { return "other bytes come back" }
        if let unpacked = Inflate.bytes(bytes, limit: 4096), unpacked.count > 4096 { return "more bytes than allowed" }
        // No key has signed anything here.
        let expected = SAMLResponse.Expectation(
            issuer: "https://idp.test", audience: "portal.test.portal",
            recipient: "https://portal.test/portal/sharing/rest/oauth2/saml/signin", request: "_request", keys: [],
            time: 1_700_000_000_000)
        do {
            _ = try SAMLResponse(bytes, expected)
            return "it signs in a user though no key has signed it"
        } catch {
            guard !error.reason.isEmpty, error.reason.utf8.count < 400, !error.message.isEmpty else {
                return "a refusal without words, or with too many"
            }
        }
        guard let element = try? XMLReader.read(bytes) else { return nil }
        let text = ExclusiveCanonicalization.text(of: element)
        guard let again = try? XMLReader.read(Array(text.utf8)) else {
            return text.utf8.count > XMLReader.mostBytes ? nil : "its canonical form cannot be read"
        }
        guard ExclusiveCanonicalization.text(of: again) == text else { return "its canonical form is not canonical" }
        return nil
    }
}
