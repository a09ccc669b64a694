internal import GSSAPI
internal import HTTPSemantics

extension PortalError {
    /// Says why a ticket could not sign in, and what cures it.
    init(_ error: GSSError, service: String, ticket: KerberosTicket) {
        let (code, words, advice) = Self.words(for: error, service: service, ticket: ticket)
        self.init(code, detail: "\(words)\(Self.said(error))\(advice.map { "; \($0)" } ?? "")", underlying: error)
    }

    /// The library's last words, which name what it looked for.
    private static func said(_ error: GSSError) -> String { error.words.isEmpty ? "" : " (\(error.words))" }

    private static func words(
        for error: GSSError, service: String, ticket: KerberosTicket
    ) -> (Code, String, String?) {
        switch error.reason {
        case .libraryMissing: return (.kerberosLibraryMissing, "\(service): \(error.description)", nil)
        case .noTicket:
            switch ticket.source {
            case .personalCache:
                return (
                    .kerberosTicketMissing, "there is no Kerberos ticket to sign in to \(service) with",
                    "get one: kinit"
                )
            case .cache(let name):
                return (
                    .kerberosTicketMissing,
                    "there is no Kerberos ticket in \(printable(name)) to sign in to \(service) with",
                    "get one: kinit -c \(printable(name))"
                )
            case .keytab(let path, let principal):
                return (
                    .kerberosTicketMissing,
                    "no Kerberos ticket for \(printable(principal)) could be got by the keytab \(printable(path))",
                    "see which principals it has: klist -k \(printable(path))"
                )
            }
        case .expired:
            return (
                .kerberosTicketExpired, "the Kerberos ticket to sign in to \(service) with has expired",
                ticket.source.isKeytab
                    ? "the account, or its key, may have expired too: have the keytab written anew"
                    : "get a new one: kinit"
            )
        case .unknownServer:
            return (
                .kerberosServerUnknown,
                "the realm's key distribution centre knows no service \(service)",
                "use the name of the host that it is registered under, or have that name registered (setspn, addprinc)"
            )
        case .clockSkew:
            return (
                .kerberosClockSkew, "this machine's clock and that of the realm or of \(service) differ too much",
                "set the clock: Kerberos allows five minutes"
            )
        case .wrongRealm:
            return (
                .kerberosServerUnknown, "the realm of the ticket does not lead to \(service)",
                "name the host's realm in krb5.conf ([domain_realm]), or take a ticket of that realm"
            )
        case .unreachable:
            return (
                .kerberosUnreachable, "no key distribution centre answers for \(service)",
                "check that this machine is in the realm's network, and krb5.conf ([realms])"
            )
        case .keytab, .unknownPrincipal, .refusedKey:
            return (
                .kerberosTicketMissing, "no Kerberos ticket could be got to sign in to \(service) with",
                "check the principal and its key: \(keyCommand(ticket))"
            )
        case .wrongKey:
            return (
                .kerberosRefused,
                "\(service) has another key than its realm knows, and cannot read the Kerberos ticket",
                "have the server's keytab written anew (ktpass, ktadd)"
            )
        case .replay:
            return (
                .kerberosRefused, "\(service) has seen the Kerberos ticket's proof before, and refuses it",
                "try again; where it lasts, requests are sent to it twice on the way"
            )
        case .badBindings:
            return (
                .kerberosRefused,
                "\(service) requires channel binding, and sees another TLS connection than this client",
                "let nothing on the way open TLS, or have the server's extended protection set for what stands before it"
            )
        case .badToken:
            return (
                .kerberosRefused, "what the server sends for Negotiate is no token for \(service)",
                "see what answers there: a proxy or a page may stand before the server"
            )
        case .noMechanism:
            return (
                .kerberosRefused, "the server's Negotiate does not lead to Kerberos for \(service)",
                "have the server take Kerberos, or sign in with a user name and a password"
            )
        case .configuration:
            return (.kerberosRefused, "Kerberos's settings cannot be used for \(service)", "check krb5.conf")
        case .cancelled: return (.cancelled, "the sign-in to \(service) was cancelled", nil)
        case .other:
            return (
                .kerberosRefused, "Kerberos refuses to sign in to \(service)",
                "KRB5_TRACE=/dev/stderr in the environment shows what it does"
            )
        }
    }

    /// What shows the keys, or the ticket, that there are.
    private static func keyCommand(_ ticket: KerberosTicket) -> String {
        guard case .keytab(let path, _) = ticket.source else { return "klist" }
        return "klist -k \(printable(path))"
    }

    static func ticketOverPlainHTTP(to origin: Origin) -> PortalError {
        PortalError(
            .negotiateNotAllowed,
            detail: "a Kerberos ticket does not go to \(origin) over plain HTTP; use https, or allow it "
                + "(NegotiatePolicy.allowsPlainHTTP)")
    }

    static func ticketRefused(by origin: Origin) -> PortalError {
        PortalError(
            .kerberosRefused,
            detail:
                "\(origin) does not accept the Kerberos ticket for HTTP@\(origin.host); its own log says why: a key that is not the "
                + "service's, channel bindings that are those of another certificate, or a person without rights")
    }

    /// Whether a sign-in by Kerberos or NTLM could not be carried out, or its server did not prove itself.
    package var isOfWindowsSignIn: Bool {
        isOfTicket || [.ntlmRefused, .negotiateNotAllowed, .mutualAuthenticationMissing].contains(code)
    }

    /// Whether a ticket could not be had or used, so that another scheme may be tried.
    var isOfTicket: Bool {
        [
            .kerberosLibraryMissing, .kerberosTicketMissing, .kerberosTicketExpired, .kerberosServerUnknown,
            .kerberosClockSkew, .kerberosUnreachable, .kerberosRefused,
        ].contains(code)
    }
}

extension KerberosTicket.Source {
    fileprivate var isKeytab: Bool { if case .keytab = self { true } else { false } }
}
