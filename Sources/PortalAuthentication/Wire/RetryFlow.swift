internal import HTTPSemantics
package import PortalTransport

/// Whether one request is sent again by itself, and after what wait; a value that counts its sendings (rule R21).
///
/// A request that may have been executed is repeated only where that does no harm (RFC 9110 §9.2.2).
package struct RetryFlow: Sendable {
    private let policy: RetryPolicy
    private let isIdempotent: Bool
    private let hasOtherWay: Bool
    private var hadPartialBody = false
    private var waits = 0
    /// Sendings so far, with those of the transport over a new connection after a kept one had died.
    package private(set) var tries = 1

    package init(policy: RetryPolicy, nature: WireRequest.Nature, hasOtherWay: Bool = false) {
        self.policy = policy
        self.hasOtherWay = hasOtherWay
        isIdempotent = nature == .idempotent
    }

    /// What to wait after a broken wire; nil where that is the end.
    ///
    /// Verdicts of TLS, unknown names and limits of time or size are no accidents: they would be the same again.
    package mutating func wait(after error: TransportError, unit: @autoclosure () -> Double) -> Duration? {
        tries += max(0, error.sendings - 1)
        switch error.code {
        case .cannotConnect where hasOtherWay: return nil
        case .cannotConnect, .connectionLost, .emptyReply:
            // Once an answer has begun, the server was there and did its work.
            guard !error.hasReceivedBytes else { return nil }
            return isIdempotent || !error.mayHaveBeenSent ? next(unit()) : nil
        case .partialBody where isIdempotent && !hadPartialBody:
            hadPartialBody = true
            return next(unit())
        default: return nil
        }
    }

    /// What to wait after an answer; nil where it stands, also where the server wants to be left alone for too long.
    package mutating func wait(
        after response: HTTPResponse, now: @autoclosure () -> Timestamp, unit: @autoclosure () -> Double
    ) -> Duration? {
        guard isIdempotent, Self.isTransient(response.status) else { return nil }
        tries += max(0, response.sendings - 1)
        guard let asked = RetryAfter.duration(in: response.headers, now: now()) else { return next(unit()) }
        return asked > policy.maxRetryAfter ? nil : next(unit()).map { max($0, asked) }
    }

    /// Statuses of a server or gateway that may be better soon (RFC 9110 §15.6, RFC 6585 §4).
    static func isTransient(_ status: Int) -> Bool { status == 429 || (502...504).contains(status) }

    private mutating func next(_ unit: Double) -> Duration? {
        guard tries < policy.maxTries else { return nil }
        var delay = min(max(policy.firstDelay, .zero), Self.longest)
        for _ in 0..<waits { delay = min(delay * Self.factor(policy.growth, nothing: 1), Self.longest) }
        tries += 1
        waits += 1
        return min(delay * (1 + Self.factor(policy.jitter * unit, nothing: 0)), Self.longest)
    }

    /// A number that a duration can be multiplied by, whatever a policy says.
    private static func factor(_ number: Double, nothing: Double) -> Double {
        number.isNaN ? nothing : min(max(number, 0), 1_000_000)
    }

    /// No policy can ask for a wait that no clock holds.
    private static let longest = Duration.seconds(86_400)
}
