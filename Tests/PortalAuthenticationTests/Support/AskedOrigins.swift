import HTTPSemantics
import Platform

/// The hosts that a handler was asked about, in order.
final class AskedOrigins: Sendable {
    private let all = Locked<[String]>([])
    func note(_ origin: Origin) { all.withLock { $0.append(origin.host) } }
    var hosts: [String] { all.withLock { $0 } }
}
