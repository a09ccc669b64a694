internal import HTTPSemantics
internal import PortalAuthentication
internal import PortalScenarios
internal import PortalTransport

extension Mutant {
    /// Clients that are wrong with Kerberos tickets.
    static let tickets: [Mutant] = [
        Mutant(
            "ticket-unused", "asks the user where its ticket could have signed in",
            from: "chromium.org, HTTP authentication › Integrated Authentication", breaks: ["A21"],
            because: ["wire.missing: carries no HTTP credentials", "refused.credentials-missing"],
            app: { $0.policy = { $0.negotiate.hosts = [] } }),
        Mutant(
            "ticket-to-strangers", "sends its ticket to every host that asks for one",
            from: "RFC 4559 §6; chromium.org, HTTP authentication › AuthServerAllowlist", breaks: ["A29"],
            because: ["never", "wire.unexpected"],
            wire: { SigningInByItself(cache: $0.ticketCache) }),
        Mutant(
            "ticket-over-plain-http", "sends its ticket over plain HTTP",
            from: "RFC 4559 §6", breaks: ["A12"],
            because: ["never", "wire.unexpected"],
            wire: { SigningInByItself(cache: $0.ticketCache) { Origin(ofURL: $0.url)?.isSecure == false } }),
        Mutant(
            "ticket-delegated", "hands the person's ticket on unasked",
            from: "RFC 4559 §6; github.com/curl/curl, CVE-2011-2192 (inappropriate GSSAPI delegation)", breaks: ["A28"],
            because: ["wire.order: delegated is yes"], isPartial: true,
            wire: { SigningInByItself(cache: $0.ticketCache, delegates: true) }),
        Mutant(
            "ticket-unproven", "takes an answer without looking whether the server has proved itself",
            from: "RFC 4559 §5; RFC 4121 §4.2", breaks: ["A27"],
            because: ["final.reason: reason: unknown", "final.status"],
            wire: { SigningInByItself(cache: $0.ticketCache) }),
        Mutant(
            "ticket-unbound", "binds its ticket to no channel",
            from: "RFC 5929 §4; RFC 4121 §4.1.1", breaks: ["A31"],
            because: ["refused.channel-binding", "wire.order: binding is none"],
            wire: { SigningInByItself(cache: $0.ticketCache, binds: false) }),
        Mutant(
            "ticket-again", "sends a refused ticket again",
            from: "RFC 4559 §5; RFC 9110 §15.5.2", breaks: ["A26"],
            because: ["wire.unexpected"],
            wire: { _ in SendingTicketAgain() }),
        Mutant(
            "ticket-when-asked", "brings its ticket only once it is asked for it, at every request",
            from: "learn.microsoft.com, IIS › authPersistNonNTLM", breaks: ["A30"],
            because: ["wire.order", "wire.unexpected"],
            wire: { _ in WaitingToBeAsked() }),
    ]
}
