internal import HTTPSemantics

/// The exchanges of the portal's token for one of the server at its own origin, and the requests as they would be without them.
///
/// A server that names the portal as its owner takes tokens that the portal exchanged (developers.arcgis.com/rest › Generate Token,
/// `token` and `serverUrl`; Server Info, `owningSystemUrl`). The portal's own token is taken there too, so that scenarios
/// about tokens ask for no exchange; a client that exchanges it does the same as one that sends it.
struct OwnServerExchange {
    /// The requests with the tokens of servers under the names of those that were exchanged for them.
    private(set) var requests: [SeenRequest] = []
    /// The exchanges that count for nothing by themselves, by their place among the requests.
    private(set) var granted: Set<Int> = []
    /// Lines that an exchange stands for: the token that was refused there instead of at the server, or the one that renews it.
    private(set) var standIns: [(index: Int, meets: StandIn)] = []

    enum StandIn: Equatable {
        case refused(String)
        case renewed(String)
    }

    /// The names that tokens would have without the exchanges.
    private var names: [String: String] = [:]
    /// What was last exchanged for each token, and whether it has been refused since.
    private var exchanged: [String: (alias: String, isRefused: Bool)] = [:]
    private var issued = 0

    /// Looks for them; nil where there are none.
    init?(in seen: [SeenRequest]) {
        guard seen.contains(where: { $0.request.isOwnServerExchange }) else { return nil }
        for (index, one) in seen.enumerated() { note(index, one, later: seen[(index + 1)...]) }
        requests = seen.map(renamed)
        guard !granted.isEmpty || !standIns.isEmpty else { return nil }
    }

    private mutating func note(_ index: Int, _ seen: SeenRequest, later: ArraySlice<SeenRequest>) {
        let request = seen.request
        guard request.isOwnServerExchange, let source = request.presented.first?.alias else {
            if let alias = request.answer?.issued, alias.hasPrefix("token#") {
                issued += 1
                names[alias] = "token#\(issued)"
            }
            guard request.answer?.code == 498 else { return }
            for (source, last) in exchanged where request.presented.contains(where: { $0.alias == last.alias }) {
                exchanged[source] = (last.alias, true)
            }
            return
        }
        let meant = names[source] ?? source
        if request.answer?.code == 498 {
            standIns.append((index, .refused(meant)))
            return
        }
        guard let alias = request.answer?.issued,
            later.contains(where: { $0.request.presented.contains { $0.alias == alias } })
        else { return }
        switch exchanged[source] {
        case nil:
            names[alias] = meant
            granted.insert(index)
        case (_, isRefused: true)?:
            // The portal's token is still good: it is exchanged once more in the place of a new sign-in.
            issued += 1
            names[alias] = "token#\(issued)"
            standIns.append((index, .renewed("token#\(issued)")))
        default: return
        }
        exchanged[source] = (alias, false)
    }

    private func renamed(_ seen: SeenRequest) -> SeenRequest {
        var copy = seen
        var request = seen.request
        request.presented = request.presented.map {
            Journal.PresentedToken(carrier: $0.carrier, alias: names[$0.alias] ?? $0.alias)
        }
        if let alias = request.answer?.issued { request.answer?.issued = names[alias] ?? alias }
        copy.request = request
        copy.shown = seen.request
        return copy
    }
}

extension WireLine {
    /// Whether an exchange stands for the line.
    func isMet(by standIn: OwnServerExchange.StandIn) -> Bool {
        switch (standIn, result) {
        case (.refused(let alias), .code(498)?): token == .alias(alias)
        case (.renewed(let alias), .issued(let wanted)?):
            WireLine.matches(operation, "generateToken") && wanted == alias
        default: false
        }
    }

    /// Whether a line asks for an exchange itself.
    package var asksExchange: Bool { text.contains("form.request=getToken") || text.contains("form.serverUrl=") }
}

extension Journal.Request {
    /// Whether it asks the portal to exchange one token for one of a server at the same origin.
    ///
    /// `token` and `serverUrl` make it one, and `request=getToken` may be left out (developers.arcgis.com/rest › Generate Token: "The
    /// parameters token and serverUrl are required to generate a server-token").
    fileprivate var isOwnServerExchange: Bool {
        guard operation == "generateToken", presented.count == 1,
            formValue("request").map({ $0.lowercased() == "gettoken" }) ?? true,
            formValue("username")?.isEmpty ?? true,
            let server = formValue("serverUrl").flatMap({ Origin(ofURL: $0) })
        else { return false }
        return server == Origin(ofURL: origin)
    }
}
