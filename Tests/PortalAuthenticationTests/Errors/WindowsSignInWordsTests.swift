import Testing

@testable import GSSAPI
@testable import PortalAuthentication

/// What is said where a sign-in by Kerberos or NTLM fails: the cause, and the step that cures it.
@Suite struct `Words of Windows sign-ins` {
    struct Case: CustomTestStringConvertible, Sendable {
        let reason: GSSError.Reason
        var source = KerberosTicket.Source.personalCache
        let code: PortalError.Code
        /// What has to stand in the message: the cause, then the cure.
        let words: [String]
        var testDescription: String { "\(reason), \(source)" }
    }

    private static let keytab = KerberosTicket.Source.keytab(path: "/etc/app.keytab", principal: "app@EXAMPLE.COM")

    static let cases = [
        Case(reason: .noTicket, code: .kerberosTicketMissing, words: ["there is no Kerberos ticket", "kinit"]),
        Case(
            reason: .noTicket, source: .cache("FILE:/tmp/tickets"), code: .kerberosTicketMissing,
            words: ["FILE:/tmp/tickets", "kinit -c FILE:/tmp/tickets"]),
        Case(
            reason: .noTicket, source: keytab, code: .kerberosTicketMissing,
            words: ["app@EXAMPLE.COM", "klist -k /etc/app.keytab"]),
        Case(reason: .keytab, source: keytab, code: .kerberosTicketMissing, words: ["klist -k /etc/app.keytab"]),
        Case(reason: .unknownPrincipal, code: .kerberosTicketMissing, words: ["check the principal", "klist"]),
        Case(reason: .expired, code: .kerberosTicketExpired, words: ["has expired", "get a new one: kinit"]),
        Case(reason: .expired, source: keytab, code: .kerberosTicketExpired, words: ["has expired", "written anew"]),
        Case(reason: .clockSkew, code: .kerberosClockSkew, words: ["clock", "differ too much", "set the clock"]),
        Case(
            reason: .unknownServer, code: .kerberosServerUnknown,
            words: ["knows no service HTTP@gis.example.com", "setspn", "addprinc"]),
        Case(reason: .wrongRealm, code: .kerberosServerUnknown, words: ["does not lead to", "[domain_realm]"]),
        Case(reason: .unreachable, code: .kerberosUnreachable, words: ["no key distribution centre", "[realms]"]),
        Case(reason: .wrongKey, code: .kerberosRefused, words: ["another key", "keytab written anew"]),
        Case(reason: .replay, code: .kerberosRefused, words: ["before", "try again"]),
        Case(reason: .badBindings, code: .kerberosRefused, words: ["channel binding", "open TLS"]),
        Case(reason: .badToken, code: .kerberosRefused, words: ["is no token", "see what answers there"]),
        Case(reason: .noMechanism, code: .kerberosRefused, words: ["does not lead to Kerberos", "a password"]),
        Case(reason: .configuration, code: .kerberosRefused, words: ["settings", "krb5.conf"]),
        Case(reason: .other, code: .kerberosRefused, words: ["refuses to sign in", "KRB5_TRACE"]),
    ]

    @Test(arguments: cases) func `name the cause and the cure`(_ row: Case) {
        let error = PortalError(
            GSSError(row.reason, "asking for a ticket", words: "the library's words"), service: "HTTP@gis.example.com",
            ticket: KerberosTicket(row.source))
        #expect(error.code == row.code)
        for word in row.words { #expect(error.detail.contains(word), "\(word): \(error.detail)") }
        #expect(error.detail.contains("(the library's words)"), "\(error.detail)")
    }

    @Test func `name what a server has to allow where NTLM would be of version 1`() {
        let words = NTLMChallenge.Problem.notVersion2("its texts are not Unicode").description
        for word in ["not Unicode", "LmCompatibilityLevel", "Kerberos ticket"] {
            #expect(words.contains(word), "\(words)")
        }
    }
}
