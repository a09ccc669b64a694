internal import Platform
internal import PortalJudge

/// The keys and PKCS #12 files that a client was given so far: what it writes is read so that they can be found in it.
final class GivenKeys: Sendable {
    private struct State {
        var canaries: [Canary] = []
        var raw = RawKeys([])
    }
    private let state = Locked(State())

    /// Adds what the client is given next.
    func add(_ canaries: [Canary]) {
        state.withLock { state in
            let new = canaries.filter { $0.kind == .privateKey && !state.canaries.contains($0) }
            guard !new.isEmpty else { return }
            state.canaries += new
            state.raw = RawKeys(state.canaries)
        }
    }

    /// What the client wrote, as text; a key in it that was written as it is stands there in base64.
    func text(of bytes: [UInt8]) -> String { state.withLock { $0.raw }.text(of: bytes) }
}
