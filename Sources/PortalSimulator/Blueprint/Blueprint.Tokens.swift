package import PortalJudge

extension Blueprint {
    /// How tokens are issued, checked and refused.
    package struct Tokens: Sendable {
        /// Lifetime of a token whose request names none.
        package var lifetime = Duration.seconds(120 * 60)
        /// Longest lifetime; a request for more gets this, without an error.
        package var maximum = Duration.seconds(20160 * 60)
        /// The member `ssl` of an issued token.
        package var ssl = true
        /// Whether tokens are generated over plain HTTP too, for clients that cannot be told whom to trust.
        package var plainHTTP = false
        /// Whether an issued token names its expiry.
        package var tellsExpiry = true
        package var referer = RefererCheck.strict
        package var refuse = Refusal.none
        package var shape = Shape.envelope
        /// The carriers that the portal reads.
        package var carriers: [Journal.TokenCarrier] = [.esriHeader, .authorizationHeader, .form, .query, .cookie]
        package var generate = Generation.answers
        package var characters = Characters.plain

        /// How the `Referer` of a request is compared with the one that its token is bound to.
        package enum RefererCheck: String, Sendable, CaseIterable {
            /// It must be the bound text or begin with it, up to a boundary.
            case strict
            /// The same host is enough.
            case lax
            /// It is not looked at.
            case off
        }

        /// Which of the presented tokens are refused without a look.
        package enum Refusal: String, Sendable, CaseIterable {
            case none
            case all
        }

        /// How errors 498 and 499 look.
        package enum Shape: String, Sendable, CaseIterable {
            /// HTTP 200 with `{"error":{"code":498,…}}`.
            case envelope
            /// The same body with the code as HTTP status.
            case status
            /// The code as a text.
            case stringCode
            /// `{"status":"error","messages":[…],"code":498}`, as ArcGIS Server's administrator API has it.
            case admin
            /// `"details":null`.
            case nullDetails
        }

        /// Whether right passwords get tokens.
        package enum Generation: String, Sendable, CaseIterable {
            case answers
            case refuses
        }

        /// What tokens are made of.
        package enum Characters: String, Sendable, CaseIterable {
            /// Letters, digits, `-`, `_` and `.`: nothing that a URL would have to escape.
            case plain
            /// Also `+`, `/` and `=`, which every form and query must escape.
            case hostile
        }
    }
}
