/// Why a mock portal could not start or do what it was asked.
public struct MockPortalError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What kind of failure it is.
    public let code: Code
    /// What failed, with which value, and what to try; it holds no secrets.
    public let description: String
    /// The system's error number, where the system refused.
    public let systemError: Int32?
    /// The error that caused this one.
    public let underlying: (any Error)?

    /// Describes a failure.
    package init(
        _ code: Code, _ description: String, systemError: Int32? = nil, underlying: (any Error)? = nil
    ) {
        self.code = code
        self.description = description
        self.systemError = systemError
        self.underlying = underlying
    }

    /// Errors are equal when their codes are.
    public static func == (left: MockPortalError, right: MockPortalError) -> Bool { left.code == right.code }

    /// A kind of failure; more may be added.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The code's name.
        public let description: String

        private init(_ name: String) { description = name }

        /// Another process listens on the port.
        public static let addressInUse = Code("addressInUse")
        /// The address cannot be bound, or the server library refused to start.
        public static let cannotListen = Code("cannotListen")
        /// A certificate could not be issued, read or shown.
        public static let certificate = Code("certificate")
        /// A user, host, token or preset that the portal does not have.
        public static let unknownName = Code("unknownName")
        /// The blueprint could not be carried out.
        public static let blueprint = Code("blueprint")
        /// As many of something are there as there may be (``ResourceLimits``).
        public static let limit = Code("limit")
        /// The portal has been stopped.
        public static let stopped = Code("stopped")
    }
}
