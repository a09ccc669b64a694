extension Blueprint {
    /// An answer that comes before the portal looks at a request.
    package struct CannedAnswer: Sendable {
        /// The operation it stands for.
        package var operation: String
        /// The listener that gives it: `portal`, `http` or a host; nil for every one.
        package var listener: String?
        package var status = 200
        package var contentType = "text/html;charset=utf-8"
        package var headers: [String: String] = [:]
        package var body = ""
        /// How often it is given; nil for ever.
        package var times: Int?
    }

    /// What happens once a request was answered.
    package struct Trigger: Sendable {
        package var condition: Condition
        /// How often it happens.
        package var times = 1
        package var actions: [PortalAction]

        /// The request that a trigger waits for.
        package enum Condition: Sendable, Equatable {
            /// The request with this number, from 1, counted over the whole portal.
            case request(Int)
            /// Each request for this operation.
            case operation(String)
        }
    }
}
