import Platform
import PortalTransport
import Testing

/// A request on its way that is expected to fail.
struct FailingSend: Sendable {
    private let task: Task<TransportError?, Never>
    private let over: Locked<Bool>

    init(_ request: HTTPRequest, by transport: CurlTransport) {
        let over = Locked(false)
        self.over = over
        task = Task {
            defer { over.withLock { $0 = true } }
            do throws(TransportError) {
                let response = try await transport.send(request)
                Issue.record("answered \(response.status) with \(response.body.count) bytes")
                return nil
            } catch {
                return error
            }
        }
    }

    /// Whether it has ended.
    var isOver: Bool { over.withLock { $0 } }

    /// What it failed with; nil where it was answered.
    var error: TransportError? { get async { await task.value } }

    func cancel() { task.cancel() }
}

extension HostilePeer.Listener {
    /// The listener of every peer.
    static let plain = HostilePeer.Listener(name: "plain")

    /// A listener named as its mode, which breaks off every handshake.
    static func broken(_ mode: String) -> HostilePeer.Listener { HostilePeer.Listener(name: mode, mode: mode) }
}
