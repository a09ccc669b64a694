internal import PortalScenarios
internal import PortalTransport

extension Mutant {
    /// Clients that are wrong with NTLM.
    static let windows: [Mutant] = [
        Mutant(
            "ntlm-version-1", "sends a response of NTLMv1",
            from: "MS-NLMP §3.3.1, §5.1", breaks: ["A01"],
            because: ["refused.credentials-version", "client: ntlm challenge", "wire.order: response is NTLMv1"],
            wire: { _ in ChangingMessages { $0.cutResponse() } }),
        Mutant(
            "ntlm-other-connection", "sends the last leg of NTLM over another connection",
            from: "RFC 4559 §6", breaks: ["A01"],
            because: ["refused.credentials-connection", "client: ntlm challenge", "wire.order"],
            wire: { _ in OtherConnection() }),
        Mutant(
            "ntlm-again", "begins NTLM again and again where it does not lead on",
            from: "RFC 4559 §6", breaks: ["A08"],
            because: ["wire.unexpected", "wire.order"],
            wire: { _ in BeginningAgain() }),
        Mutant(
            "ntlm-everywhere", "begins NTLM wherever it is offered",
            from: "RFC 4559 §6", breaks: ["A12", "A15"],
            because: ["never", "wire.unexpected"],
            wire: { _ in BeginningEverywhere() }),
        Mutant(
            "ntlm-answers-version-1", "answers a challenge that NTLMv2 cannot answer",
            from: "MS-NLMP §3.1.5.1.2, §5.1", breaks: ["A06"],
            because: ["never", "wire.unexpected"],
            wire: { _ in AnsweringWithVersion1() }),
        Mutant(
            "ntlm-unbound", "binds an NTLM answer to no channel",
            from: "RFC 5929 §4; MS-NLMP §2.2.2.1", breaks: ["A11"],
            because: ["refused.credentials-wrong", "client: ntlm challenge", "wire.order: binding is none"],
            wire: { _ in ChangingMessages { $0.unbind() } }),
        Mutant(
            "ntlm-other-domain", "names another domain than the one that its response was made for",
            from: "MS-NLMP §3.3.2", breaks: ["A05"],
            because: ["refused.credentials-wrong", "client: ntlm challenge", "wire.order"],
            isPartial: true,
            wire: { _ in ChangingMessages { $0.changeDomain() } }),
    ]
}
