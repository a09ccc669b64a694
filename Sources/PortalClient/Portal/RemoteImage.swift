internal import Locking
public import PortalAuthentication

/// A picture that has to be loaded by itself.
public final class RemoteImage: Sendable {
    /// Where it lies.
    public let url: HTTPURL
    private let environment: PortalEnvironment
    private let challenges: ChallengePolicy
    private let bytes = Locked<[UInt8]?>(nil)
    private let flights = SingleFlight<HTTPURL, [UInt8]>()

    init?(_ path: String?, in folder: HTTPURL, environment: PortalEnvironment, challenges: ChallengePolicy) {
        guard let path, let url = HTTPURL(parsing: folder.description + "/" + path), folder.isPrefix(of: url) else {
            return nil
        }
        self.url = url
        self.environment = environment
        self.challenges = challenges
    }

    /// Fetches the picture once; throws what the portal answers, also where a page or an error came in the picture's place.
    public func load() async throws(PortalError) -> [UInt8] {
        if let known = bytes.withLock({ $0 }) { return known }
        let (url, environment, challenges) = (url, environment, challenges)
        let loaded = try await flights.run(url) { () throws(PortalError) -> [UInt8] in
            try await environment.request(ArcGISRequest(url, expecting: .bytes, challenges: challenges)).body
        }
        bytes.withLock { $0 = loaded }
        return loaded
    }
}
