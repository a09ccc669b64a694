internal import Synchronization

/// What a reply is rendered to for a client that sees the portal at its own origin and comes from no page of another one; written once.
final class KeptAnswer: Sendable {
    let reply: PortalReply.Body
    private let rendered = AtomicLazyReference<PreparedAnswer>()

    init(_ reply: PortalReply.Body) { self.reply = reply }

    /// The answer that was rendered first.
    func answer(rendering: () -> PreparedAnswer) -> PreparedAnswer {
        rendered.load() ?? rendered.storeIfNil(rendering())
    }

    /// The bytes of the reply, which its rendered form holds twice more: as a body, and as the library has it that sends it.
    var cost: Int {
        switch reply {
        case .json(let bytes), .bytes(let bytes, _): 3 * bytes.count
        default: 0
        }
    }
}
