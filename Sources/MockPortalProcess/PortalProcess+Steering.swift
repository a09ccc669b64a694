public import JSONValues
internal import Platform

extension PortalProcess {
    /// One request that the portal has received.
    public struct Request: Sendable {
        /// Its number, from 1.
        public let number: Int
        /// As `GET`.
        public let method: String
        /// What was asked of the portal, as `portals/self` or `generateToken`.
        public let operation: String
        /// Path and query as they came.
        public let target: String
        /// How it was answered: the code of the error in the answer's body, else the HTTP status; nil where no answer was sent.
        public let code: Int?
        /// The whole entry of the journal: headers, body, decisions, answer.
        public let entry: JSONValue
    }

    /// The requests that the portal has received so far, in order.
    ///
    /// - Parameter operation: Only those that ask for this, as `generateToken`; by default all.
    public func requests(_ operation: String? = nil) async throws(PortalProcessError) -> [Request] {
        let entries = try await journal()["requests"]?.array ?? []
        return entries.compactMap { entry in
            guard let number = entry["number"]?.integer, let method = entry["method"]?.string else { return nil }
            return Request(
                number: Int(number), method: method, operation: entry["operation"]?.string ?? "",
                target: entry["target"]?.string ?? "", code: entry["answer"]?["code"]?.integer.map { Int($0) },
                entry: entry)
        }.filter { operation == nil || $0.operation == operation }
    }

    /// The journal as the control API has it: connections with their handshakes, and requests.
    public func journal() async throws(PortalProcessError) -> JSONValue {
        try await answer("GET", "journal", nil, within: limits.answer)
    }

    /// The journal as an HTTP archive (HAR 1.2) with the name of each secret in its place, to be kept beside a failed test.
    package func archive() async throws(PortalProcessError) -> JSONValue {
        try await answer("GET", "journal.har", nil, within: limits.answer)
    }

    /// Moves the portal's time on, so that tokens, codes and nonces expire; the test's own time stays.
    ///
    /// Throws the portal's own words where it does not go so far: back, or more than 1000 years ahead.
    public func advance(by duration: Duration) async throws(PortalProcessError) {
        let advance = JSONValue.string("\(duration.inMilliseconds)ms")
        _ = try await answer("POST", "clock", ["advance": advance], within: limits.answer)
    }

    /// Does what the control API's `actions` can do, as `["expire": "token#1"]`; the same as JSON text is taken too.
    public func perform(_ action: JSONValue) async throws(PortalProcessError) {
        var action = action
        if let text = action.string {
            // A literal of text is a JSON string, and no action is one.
            guard let told = try? JSONValue(parsing: text), told.object != nil else {
                throw PortalProcessError(
                    "\(text) is no action: an action is an object, as [\"expire\": \"token#1\"]")
            }
            action = told
        }
        _ = try await answer("POST", "actions", action, within: limits.answer)
    }

    /// Calls the control API.
    ///
    /// - Parameters:
    ///   - method: As `POST`.
    ///   - path: Below ``controlURL``, as `scenario`.
    ///   - body: A JSON object; nil for a call without one.
    ///
    /// Throws the portal's own words where it refuses the call, and where nothing comes of it for eleven minutes, one more than `wait`
    /// takes at most.
    public func call(
        _ method: String, _ path: String, _ body: JSONValue? = nil
    ) async throws(PortalProcessError) -> JSONValue {
        try await answer(method, path, body, within: limits.wait)
    }

    private func answer(
        _ method: String, _ path: String, _ body: JSONValue?, within limit: Duration
    ) async throws(PortalProcessError) -> JSONValue {
        let root = controlURL
        let answer: Result<JSONValue, PortalProcessError>? = await NativeThread.value {
            do throws(PortalProcessError) {
                return .success(try ControlCall(root: root, limit: limit).answer(method, path, body))
            } catch {
                return .failure(error)
            }
        }
        guard let answer else { throw PortalProcessError("the system has no thread left for a call to the portal") }
        return try answer.get()
    }
}
