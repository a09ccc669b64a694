internal import JSONValues

/// What an event stream tells of the portal itself: time, certificate, faults, and how much the journal holds.
struct WatchedState: Equatable {
    let scenario: String
    let advanced: Int64
    let certificate: String?
    let faults: [String]
    let requests: Int
    let openConnections: Int
    let dropped: Int
    private let url: String
    private let portalTime: Int64
    private let isStanding: Bool

    init(_ portal: MockPortal, scenario: String) {
        let counts = portal.recorder.counts
        self.scenario = scenario
        advanced = portal.clock.advance
        certificate = portal.securities["portal"]?.certificates.recipe
        let site = portal.responder.current, left = site.faultsLeft
        faults = site.blueprint.faults.enumerated().map { $1.summary(left: left.indices.contains($0) ? left[$0] : nil) }
        requests = counts.requests
        openConnections = counts.open
        dropped = counts.dropped
        url = portal.url
        portalTime = portal.portalTime
        isStanding = portal.options.hasStandingClock
    }

    /// Whether both say the same; time that goes by is no change.
    static func == (one: WatchedState, other: WatchedState) -> Bool {
        one.scenario == other.scenario && one.advanced == other.advanced && one.certificate == other.certificate
            && one.faults == other.faults && one.requests == other.requests
            && one.openConnections == other.openConnections && one.dropped == other.dropped && one.url == other.url
    }

    var json: JSONValue {
        var members: [String: JSONValue] = [
            "scenario": .string(scenario), "url": .string(url), "portalTime": .integer(portalTime),
            "advanced": .integer(advanced), "standing": .bool(isStanding),
            "faults": .array(faults.map { .string($0) }), "requests": .integer(Int64(requests)),
            "openConnections": .integer(Int64(openConnections)), "dropped": .integer(Int64(dropped)),
        ]
        members["certificate"] = certificate.map { .string($0) }
        return .object(members)
    }
}

extension Blueprint.Fault {
    /// The fault on one line, as `status 503 at portals/self, 2 times, 1 left`; one that is used up says so.
    fileprivate func summary(left: Int?) -> String {
        let place =
            switch address {
            case .connection(let number): "connection \(number)"
            case .everyConnection(let number): number == 1 ? "each connection" : "each connection of \(number)"
            case .request(let number): "request \(number)"
            case .everyRequest(let number): number == 1 ? "each request" : "each request of \(number)"
            case .operation(let name): name
            case .path(let path): path
            }
        let often = times.map { $0 == 1 ? ", once" : ", \($0) times" } ?? ""
        let rest =
            switch (times, left) {
            case (1?, 0?): ", played"
            case (let times?, let left?) where left < times: ", \(left) left"
            default: ""
            }
        return "\(play.words) at \(place)\(listener.map { " of \($0)" } ?? "")\(often)\(rest)"
    }
}
