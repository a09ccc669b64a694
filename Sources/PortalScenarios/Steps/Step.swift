internal import JSONValues
internal import ScenarioFormat

/// One thing that a scenario lets its client, its app or its portal do.
indirect enum Step: Sendable {
    case connect(Connect)
    case load(portal: String)
    case retryLoad(portal: String)
    case cancelLoad(portal: String)
    case drop(portal: String)
    case resubmit(Resubmit)
    case credential(CredentialInput, for: String, below: String?)
    case request(ServiceRequest)
    case item(id: String, data: Bool, portal: String)
    case thumbnail(of: String, portal: String, item: String?)
    case find(Find)
    case trust(Trust)
    case untrust(host: String)
    case authority(of: String)
    case answers([AnswerPlan])
    case withoutHandlers
    /// Another set of handlers takes over, with no answers queued.
    case otherHandlers
    case webMap(WebMapStep)
    case openMap(OpenMap)
    case cancelOpening(map: String)
    case popups(PopupStep)
    case layer(LayerStep)
    case retryLayer(map: String, layer: String)
    case parallel(count: Int, [Step])
    case repeated(count: Int, [Step])
    case background(Background)
    case cancel(name: String?, index: Int?)
    case join
    case portal(JSONValue)
    case issue(user: String, lifetime: Duration?, referer: String?)
    case advance(Duration, text: String)
    case waitFor(Wait)
    case signOut
    /// Somebody signs in before anything asks for it.
    case signIn(BrowserPlan, portal: String?)
    /// The client signs in as an application.
    case application(client: String, secret: CredentialInput.Password)
    case revokeTokens
    case clearStores
    case openStores(StorePlan.Opening)
    case damageStore(StorePlan.File, StorePlan.Damage)
    /// Takes the credential of a context out of the store.
    case removeCredential(of: String)
    case describe
    case importIdentity(IdentityFile)
    case identities(of: String?)
    case removeIdentity(String)
    /// The client ends, or is killed, and starts again on the same files.
    case restart(isKilled: Bool)

    /// Whether it does something itself, rather than hold or await what does.
    var isWork: Bool {
        switch self {
        case .parallel, .repeated, .background, .join, .waitFor: false
        default: true
        }
    }
}

extension Step {
    /// Steps that are started and not waited for, so many times at once.
    struct Background: Sendable {
        var steps: [Step]
        var count: Int
        /// What `cancel` calls them.
        var name: String?
    }
    /// What a step waits for.
    enum Wait: Sendable {
        /// The portal has seen so many requests.
        case requests(Int, operation: String?)
        /// So many waits of the client last at once.
        case waits(Int)
        /// The client's transport has begun so many requests in all.
        case transfers(Int)
        /// So many challenges have reached the app in all.
        case challenges(Int)
        /// So many things have happened to the app in all.
        case events(Int)
        /// The portal has played so many faults to where its client is left alone.
        case faults(Int)
        /// No connection is open at the portal.
        case quiet
    }
}

extension Step {
    /// Makes a portal and, unless told otherwise, loads it.
    struct Connect: Sendable {
        var name: String
        var credential: CredentialInput?
        var url: String
        var isAuthenticated: Bool
        var interface: Scenario.Interface?
        var loads: Bool
        var asks: Bool
        /// Where the credential is for a service and not for the portal.
        var service: String?
        /// The identity that is chosen for the portal's origin beforehand.
        var identity: String?
    }
    /// Submits a portal of the older interface again.
    struct Resubmit: Sendable {
        var portal: String
        var url: String?
        var credential: CredentialInput?
        var identity: String?
        var times: Int
    }
    /// One request to a service.
    struct ServiceRequest: Sendable {
        var service: String
        var layer: String?
        var isQuery: Bool
        var url: String?
        var method: String
        var form: [(name: String, value: String)]
        /// Whether bytes are asked for and no document.
        var isData: Bool
        /// The API key of the request itself, by the blueprint's name of it.
        var key: String?
        var credential: CredentialInput?
    }
    /// A query for items or groups.
    struct Find: Sendable {
        var text: String?
        var kinds: [String]
        var limit: Int
        var followsPages: Bool
        var isFeatured: Bool
        var findsGroups: Bool
        var portal: String
    }
    /// An exception that is granted beforehand.
    struct Trust: Sendable {
        var host: String
        /// Whether every port of the host is meant, as in the older interface's list.
        var isForAnyPort: Bool
        var isForCertificate: Bool
        var tolerating: [String]?
    }
}

/// A PKCS #12 file that is taken into the store of identities.
struct IdentityFile: Sendable {
    /// The password that is typed.
    enum Password: Sendable, Equatable {
        /// The file's own.
        case right
        case wrong
        case empty
        /// Nothing is typed.
        case none
        case text(String)
    }
    /// What is wrong with the file.
    enum Flaw: String, Sendable, CaseIterable {
        /// Its bytes are no PKCS #12.
        case junk
        /// It ends in the middle.
        case truncated
        /// Nobody may read it.
        case unreadable
        /// It is a folder.
        case directory
        /// It is not there.
        case missing
    }
    /// The recipe of the file, or the name of an identity.
    var recipe: String
    var password: Password
    var overwrites: Bool
    var allowsLegacy: Bool
    var flaw: Flaw?
}

/// The credential that a step names.
struct CredentialInput: Sendable {
    /// Which password of the account.
    enum Password: Sendable, Equatable {
        case right
        /// A fresh wrong one each time.
        case wrong
        /// The same wrong one each time.
        case sameWrong
        case text(String)
    }
    /// What a credential of the older interface says of its kind.
    enum AuthType: String, Sendable, CaseIterable {
        case unknown
        case token
        case none
        case http
        case clientCertificate
    }
    /// What a credential is for, where the newer interface keeps it.
    enum Kind: String, Sendable, CaseIterable {
        case token
        /// The web tier's Basic or Digest.
        case http
    }
    /// The account whose password is meant.
    var user: String?
    /// The user name that is typed; nil for the account's own.
    var username: String?
    var password: Password
    /// The alias of a token that the portal issued.
    var token: String?
    /// A token that no portal issued, word for word.
    var tokenText: String?
    /// How long tokens shall live that are asked for; nil leaves it to the server.
    var lifetime: Duration?
    var referer: String?
    /// `discover`, `explicit` or a URL.
    var tokenURL: String
    var authType: AuthType
    var kind: Kind = .token
    /// The realm that a credential of the web tier is for; nil for any.
    var realm: String?
}

/// One answer that the app's challenge handler has ready.
struct AnswerPlan: Sendable {
    /// What is answered.
    indirect enum Kind: Sendable {
        case credential(CredentialInput)
        case trust(isForCertificate: Bool)
        case cancel
        case without
        case consent
        case reject
        case password(CredentialInput)
        /// An identity by name; of the candidates where it is among them.
        case certificate(String)
        /// Files to import one after the other until one can be; its identity is the answer.
        case imports([IdentityFile])
        case failure(String)
        /// Somebody signs in through a browser; another answer where the app has no application for the portal.
        case oauth(BrowserPlan, otherwise: Kind?)
        /// No answer comes until the challenge is withdrawn.
        case never
        /// A completion that is called twice.
        case twice(Kind, Kind)
        /// A request of the handler's own comes first.
        case requesting(Step.ServiceRequest, then: Kind)
    }
    let kind: Kind
    /// Until the portal has seen so many requests the handler takes its time.
    let until: Until?

    /// What a handler waits for before it answers.
    enum Until: Sendable {
        /// The portal has seen so many requests.
        case requests(Int, operation: String?)
        /// So many requests wait for the answers of other ones' challenges.
        case joined(Int)
    }
}
