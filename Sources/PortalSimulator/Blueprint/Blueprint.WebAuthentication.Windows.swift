extension Blueprint.WebAuthentication {
    /// How Negotiate and NTLM are answered, as IIS does it (learn.microsoft.com, IIS › Windows Authentication `<windowsAuthentication>`).
    package struct Windows: Sendable, Equatable {
        /// The domain's NetBIOS name, which users write before their name.
        package var domain = "MOCK"
        /// The domain's DNS name, which users write behind their name.
        package var dnsDomain = "mock.test"
        /// The server's NetBIOS name.
        package var computer = "PORTAL"
        package var persistence = Persistence.ntlm
        package var channelBinding = ChannelBinding.none
        package var ntlmChallenge = NTLMChallenge.version2
        /// Whether the connection closes after a challenge, so that no exchange of several legs can end (RFC 4559 §6).
        package var closesBetweenLegs = false
        /// Path of the keytab with the service's keys; nil refuses every Kerberos ticket.
        package var keytab: String?
        package var mutual = MutualAuthentication.proved

        package init() {}

        /// How long a sign-in lasts.
        package enum Persistence: String, Sendable, CaseIterable {
            /// NTLM as long as its connection, Kerberos for its request: what IIS does unless told otherwise.
            case ntlm
            /// Both as long as their connection: `authPersistNonNTLM`.
            case connection
            /// Neither longer than its request: `authPersistSingleRequest`.
            case request
        }

        /// What becomes of channel bindings: IIS's `extendedProtection tokenChecking` (RFC 5929, RFC 5056).
        package enum ChannelBinding: String, Sendable, CaseIterable {
            /// They are not looked at.
            case none
            /// They may be missing, and must be right where they are there.
            case allow
            /// They must be there and right.
            case require
        }

        /// What an NTLM challenge lets a client answer.
        package enum NTLMChallenge: String, Sendable, CaseIterable {
            /// With target information and its timestamp: NTLMv2.
            case version2 = "NTLMv2"
            /// Without target information: a client can answer with NTLMv1 only, which is refused.
            case version1 = "NTLMv1"
            /// A text that is no challenge.
            case junk
        }

        /// What the answer after a Kerberos ticket says of the server (RFC 4559 §5).
        package enum MutualAuthentication: String, Sendable, CaseIterable {
            case proved
            /// The final token does not come.
            case withheld
            /// The final token is not one.
            case falsified
        }
    }
}

extension Blueprint {
    /// Whether the portal's web tier offers Negotiate and can be given a keytab.
    package var takesTickets: Bool {
        webAuthentication?.windows != nil && webAuthentication?.challenges.contains { $0.scheme == .negotiate } == true
    }

    /// Names a keytab wherever a web tier answers Negotiate and names none.
    package mutating func takeTickets(by keytab: String) {
        webAuthentication?.takeTickets(by: keytab)
        for name in hosts.keys { hosts[name]?.webAuthentication?.takeTickets(by: keytab) }
    }
}

extension Blueprint.WebAuthentication {
    fileprivate mutating func takeTickets(by keytab: String) {
        if windows?.keytab == nil { windows?.keytab = keytab }
    }
}
