internal import Platform
public import PortalAuthentication

/// A picture that has to be loaded by itself.
public final class RemoteImage: Sendable {
    /// Where it lies.
    public let url: HTTPURL
    private let caller: PortalRequester
    private let parameters: [(String, String)]
    private let bytes = Locked<[UInt8]?>(nil)
    private let flights = SingleFlight<HTTPURL, [UInt8]>()

    convenience init?(_ path: String?, in folder: HTTPURL, caller: PortalRequester) {
        guard let path, let url = HTTPURL(parsing: folder.description + "/" + path), folder.isPrefix(of: url) else {
            return nil
        }
        self.init(url, caller: caller)
    }

    /// A picture that a service draws, with what it is to be like.
    init(_ url: HTTPURL, parameters: [(String, String)] = [], caller: PortalRequester) {
        self.url = url
        self.parameters = parameters
        self.caller = caller
    }

    /// Fetches the picture once; throws what the portal answers, also where a page or an error came in the picture's place.
    public func load() async throws(PortalError) -> [UInt8] {
        if let known = bytes.withLock({ $0 }) { return known }
        let (url, parameters, caller) = (url, parameters, caller)
        let loaded = try await flights.run(url) { () throws(PortalError) -> [UInt8] in
            try await caller.request(url, parameters: parameters, expecting: .bytes).body
        }
        bytes.withLock { $0 = loaded }
        return loaded
    }
}
