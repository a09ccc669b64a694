import ArgumentParser
import PortalAuthentication
import PortalTransport

/// How a command reaches the servers that it sends something to.
struct ReachOptions: ParsableArguments {
    @OptionGroup var proxies: ProxyOptions

    @OptionGroup var limits: LimitOptions

    /// What the options say; a proxy that is none is wrong usage, and so is a file that cannot be read.
    func checked() throws(CommandFailure) -> Reach { Reach(proxies: try proxies.selection(), limits: limits) }
}

/// How servers are reached, once the files that the options name are read.
struct Reach: Sendable {
    let proxies: ProxySelection
    let limits: LimitOptions
}

/// How long a command waits; each is one of `TransportLimits`.
struct LimitOptions: ParsableArguments, Sendable {
    @Option(
        help: ArgumentHelp(
            "Wait this long for a connection, with its TLS handshake. Default: \(Self.defaults.connect.components.seconds).",
            valueName: "seconds"))
    var connectTimeout: Double?

    @Option(
        help: ArgumentHelp(
            "Wait this long while fewer than one byte a second comes. Default: \(Self.defaults.stall.components.seconds); conformance: 10.",
            valueName: "seconds"))
    var stallTimeout: Double?

    @Option(
        help: ArgumentHelp(
            "Wait this long for one whole answer. Default: \(Self.defaults.whole.components.seconds); conformance: 20.",
            valueName: "seconds"))
    var maxTime: Double?

    private static let defaults = TransportLimits()

    func validate() throws {
        for (option, seconds) in [
            ("--connect-timeout", connectTimeout), ("--stall-timeout", stallTimeout), ("--max-time", maxTime),
        ] {
            guard let seconds else { continue }
            // Less than a millisecond would be none (CURLOPT_CONNECTTIMEOUT_MS).
            guard seconds >= 0.001, seconds <= 86_400 else {
                throw ValidationError("\(option) \(seconds): at least 0.001 and at most 86400 seconds are needed")
            }
        }
    }

    /// Puts what was given in the place of the defaults.
    func apply(to limits: inout TransportLimits) {
        if let connectTimeout { limits.connect = .seconds(connectTimeout) }
        if let stallTimeout { limits.stall = .seconds(stallTimeout) }
        if let maxTime { limits.whole = .seconds(maxTime) }
    }

    /// The same for the policy of a client, which keeps the transport's own limits where nothing was given.
    func apply(to policy: inout ClientPolicy) {
        guard connectTimeout != nil || stallTimeout != nil || maxTime != nil else { return }
        var limits = policy.limits ?? Self.defaults
        apply(to: &limits)
        policy.limits = limits
    }

    /// The option that a limit is set by.
    static func option(for limit: TransportError.Timeout) -> String {
        switch limit {
        case .connect: "--connect-timeout"
        case .stall: "--stall-timeout"
        case .whole: "--max-time"
        }
    }
}
