import HTTPSemantics
import PortalJudge

@testable import PortalSimulator

/// What holds for the gate of NTLM and Negotiate, whatever token it is given; the fuzzer and the tests ask the same.
enum WindowsTokenProperties {
    /// The first property that a token breaks, in words; nil where all hold.
    static func violation(by bytes: [UInt8]) -> String? {
        guard var probe = try? portal.get() else { return nil }
        for scheme in ["NTLM", "Negotiate"] {
            // A challenge is open, so that an answer is looked at to its end.
            probe.connection = TestConnection()
            for token in [negotiate, bytes] {
                let outcome = probe.send(
                    "GET", "/portal/sharing/rest/portals/self?f=json",
                    headers: [("Authorization", "\(scheme) \(Base64.encode(token))")])
                guard outcome.status == 401 else { return "let in with \(outcome.status)" }
                guard outcome.answer.prepared.headers.allSatisfy(\.isWellFormed) else {
                    return "a field is not well-formed"
                }
                let shown = outcome.text + "\(outcome.answer)"
                for password in passwords where shown.contains(password) { return "a password is shown" }
                let name = outcome.answer.webTier?.authorization?.username ?? ""
                if name.unicodeScalars.contains(where: { $0.value < 0x20 }) { return "a name has a control character" }
            }
        }
        return list(bytes) ?? frame(bytes)
    }

    private static func list(_ bytes: [UInt8]) -> String? {
        guard let list = try? NTLM.TargetInformation(bytes[...]) else { return nil }
        guard let again = try? NTLM.TargetInformation(list.bytes[...]) else {
            return "target information does not read again"
        }
        return again == list ? nil : "target information reads as another one"
    }

    private static func frame(_ bytes: [UInt8]) -> String? {
        guard let token = SPNEGOToken(bytes), let content = token.mechanismToken else { return nil }
        guard content.count <= bytes.count, token.mechanisms.count <= 16 else { return "more was read than there is" }
        let again = SPNEGOToken(SPNEGOToken.response(isComplete: false, mechanism: nil, token: content))
        return again?.mechanismToken == content ? nil : "an answer reads as another one"
    }

    private static let negotiate =
        NTLM.signature + NTLM.long(UInt32(1)) + NTLM.long(UInt32(0xE208_8297)) + [UInt8](repeating: 0, count: 16)
    private static let portal = Result { try SiteProbe("iwa") }
    private static var passwords: [String] {
        ((try? portal.get())?.site.accounts ?? []).map { $0.password.reveal { $0 } }
    }
}
