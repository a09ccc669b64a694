package import FixtureFiles
package import HTTPSemantics
internal import JSONValues

/// What a portal is: its view, its accounts, its tokens, its listeners and its faults; what it holds comes from `Fixtures/world`.
public struct Blueprint: Sendable, Hashable {
    /// The merged document that all the rest was decoded from.
    let document: JSONValue
    /// Where the document came from, for errors.
    let source: String
    /// The files that it was read from, and that the portal's content comes from.
    package let fixtures: FixtureTree
    /// The name of the preset that it stands on.
    public let preset: String?
    /// What it is served as: a preset, a scenario or a row; nil where that was not told. It is no part of the document.
    package var servedAs: String?

    /// Path before `/sharing`, as `/portal`; empty at the root of the host.
    package var context = "/portal"
    /// What kind of URL the portal's URL is.
    package var view = View.organization
    /// The product that the blueprint names; nil where it names none, see ``product``.
    var toldProduct: Product?
    /// Who may look at the organization without signing in.
    package var access = Access.public
    /// What `portals/self` of a private organization tells a stranger.
    package var anonymousSelf = AnonymousSelf.reduced
    /// Services and items that need a token, by name.
    package var secured: [String] = []
    package var info = Info()
    package var tokens = Tokens()
    /// How many wrong passwords lock an account; nil never locks.
    package var lockout: Lockout? = Lockout()
    /// Passwords that are not to be random, by user name.
    package var passwords: [String: Secret<String>] = [:]
    package var server = Server()
    package var tls = TLS()
    package var http = HTTP.off
    /// Further listeners by name.
    package var hosts: [String: Host] = [:]
    /// Operations whose answer waits until it is released.
    package var hold: [String] = []
    /// Client certificates that the web tier asks for; nil asks for none.
    package var clientCertificates: ClientCertificates?
    /// HTTP authentication by the web tier; nil is none.
    package var webAuthentication: WebAuthentication?
    /// A trusted front that hands over the user; nil is none.
    package var front: WebAuthentication.Front?
    /// Signing in by OAuth; nil is a portal where no application is registered.
    package var oauth: OAuth?
    /// A front that wants an ID token; nil is none.
    package var identityProxy: IdentityProxy?
    /// Providers at which members sign in, by the name of their host.
    package var identityProviders: [String: IdentityProvider] = [:]
    /// What the portal's own page asks for, and whom it lets choose.
    package var signIn = SignInRules()
    /// API keys by name.
    package var apiKeys: [String: APIKey] = [:]
    /// Answers that come before the portal looks at a request.
    package var answers: [CannedAnswer] = []
    /// What happens once a request was answered.
    package var after: [Trigger] = []
    /// What goes wrong on the wire; the first that is meant for a connection or request is played.
    package var faults: [Fault] = []
    /// How the portal's own listener can be reached.
    package var reach = Reach.open
    /// Whether failures carry an HTTP status of their own, as some front ends make it.
    package var strictStatus = false

    init(document: JSONValue, source: String, preset: String?, fixtures: FixtureTree) {
        self.document = document
        self.source = source
        self.fixtures = fixtures
        self.preset = preset
    }

    public static func == (left: Blueprint, right: Blueprint) -> Bool { left.document == right.document }

    public func hash(into hasher: inout Hasher) { hasher.combine(document) }

    /// What kind of URL the portal's URL is.
    package enum View: String, Sendable, CaseIterable {
        /// An organization's own URL, as every ArcGIS Enterprise portal has it.
        case organization
        /// A URL that belongs to no organization, as `https://www.arcgis.com`.
        case general
    }

    /// Who may look at the organization without signing in.
    package enum Access: String, Sendable, CaseIterable {
        case `public`
        case `private`
    }

    /// What `portals/self` of a private organization tells a stranger; both have been described.
    package enum AnonymousSelf: String, Sendable, CaseIterable {
        /// The organization with few fields.
        case reduced
        /// Error 499.
        case refused
    }

    /// What stands beside the TLS listener.
    package enum HTTP: String, Sendable, CaseIterable {
        case off
        case serve
        /// 301 to the same path over HTTPS.
        case redirect
        /// Error 403 with subcode 4, "SSL required".
        case refuse
    }

    /// When an account is locked, and for how long.
    package struct Lockout: Sendable {
        package var attempts = 5
        package var duration = Duration.seconds(15 * 60)
    }
}

extension Blueprint: CustomStringConvertible, CustomReflectable {
    /// Its preset only: the document may hold passwords.
    public var description: String { "blueprint of \(preset ?? source)" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
