/// A way in which every client that is not built in may depart from what a scenario expects; the whole table of them.
///
/// Whatever else a scenario does not ask of a command stands in its own `foreign.loosen`, each with its reason.
package enum ForeignLoosening: String, Sendable, CaseIterable {
    /// The order of requests that do not depend on each other.
    case order
    /// The question where to get a token.
    case question
    /// Requests that bring no credential and ask for no change.
    case probe
    /// The requests that only find out what the client was told beforehand.
    case knownCredential = "known-credential"
    /// Signing in, where a token is given.
    case givenToken = "given-token"
    /// The portal's properties, where the task is about something else.
    case portal
    /// How a user is loaded.
    case user
    /// The address below a service at which a task asks.
    case target
    /// GET or POST.
    case method
    /// Which of the documented carriers holds a token.
    case carrier
    /// The number of a nonce, and how often it was used.
    case nonce
    /// Whether a state is new.
    case state
    /// The length of a pause.
    case pause
    /// Whether a connection is used again.
    case connection
    /// Whether what failed is tried again.
    case repetition
    /// Reads on the way to what the task asks for.
    case reads
    /// An exchange of the portal's token for one of its own server.
    case exchange

    /// What need not be as it is written.
    package var what: String {
        switch self {
        case .order: "requests may come in another order"
        case .question: "info and server/info need not be asked"
        case .probe:
            "there may be more GET, HEAD and OPTIONS requests without a credential, the same one three times at most"
        case .knownCredential: "a first request without a credential, which is refused, may be left out"
        case .givenToken: "a command that is given a token or a key signs in nowhere"
        case .portal: "item, query and webmap need not load portals/self, and webmap not the item"
        case .user: "user may ask community/self or community/users/<name> in the place of portals/self"
        case .target: "query may ask the service, its layer or the layer's query, at least one of them"
        case .method: "what reads, and a sign-in page, may be asked for by GET or by POST"
        case .carrier: "a token may be in X-Esri-Authorization, Authorization or the form"
        case .nonce: "a nonce may have another number, and may have been used before"
        case .state: "a sign-in page may be asked for with a state that was used before, or without one"
        case .pause: "pauses may be of another length"
        case .connection: "a connection may be used again, or not"
        case .repetition: "what was lost or met a busy server need not be sent again, where nothing more follows"
        case .reads:
            "portals/self, community, the item and the service may be read once more each in a start, with the same credential"
        case .exchange:
            "where the server at the portal's own origin names it as owner, the portal's token may be exchanged, and that one sent"
        }
    }

    /// On what grounds.
    package var reason: String {
        switch self {
        case .order: "what depends on an answer shows it by the token or code that it carries"
        case .question:
            "a client may know where tokens are issued (developers.arcgis.com, Token-based authentication)"
        case .probe: "a safe request without a credential tells nothing and changes nothing (RFC 9110 §9.2.1)"
        case .knownCredential:
            "the command holds its credential from the start, and may send it at once (RFC 7617 §2.2)"
        case .givenToken: "there is nothing to sign in for"
        case .portal: "nothing in these tasks depends on the portal's properties"
        case .user: "both describe the user who is signed in (developers.arcgis.com, Community Self)"
        case .target: "the task names the service, and one layer of it answers for all"
        case .method:
            "the REST interface takes both (developers.arcgis.com, Query Feature Service/Layer), and so do sign-in pages (RFC 6749 §3.1)"
        case .carrier:
            "all three are documented (developers.arcgis.com, HTTP authorization headers); the query is, too, and is judged "
                + "as loose in every scenario"
        case .nonce:
            "each further question makes the portal hand out one more; counts that repeat are judged in every scenario"
        case .state:
            "a client may rely on its code challenge against forged answers (RFC 9700 §2.1); that is judged as loose in every "
                + "scenario, and fails without a challenge"
        case .pause:
            "how long to wait is the client's own choice; a pause below Retry-After is judged in every scenario"
        case .connection: "keeping connections is the client's own choice (RFC 9112 §9.3)"
        case .repetition: "to try again is allowed, not required (RFC 9110 §9.2.2)"
        case .reads: "a client may look at what it is about to use; the same again and again is a loop"
        case .exchange:
            "a federated server takes tokens that its portal exchanged (developers.arcgis.com/rest, Generate Token: serverUrl)"
        }
    }

    /// Whether it holds for clients that are told the steps as well, and not for commands alone.
    package var isForSteps: Bool { [.order, .question, .probe, .state].contains(self) }
}
