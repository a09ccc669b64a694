internal import Platform

/// How much of answers a run keeps, all its clients together.
final class AnswerRoom: Sendable {
    /// Bytes of bodies: a run against a portal takes some hundred kilobytes, and each map that it opens some megabytes.
    static let most = 128 << 20
    private let taken = Locked(0)

    /// Takes room for so many bytes; false where it is used up.
    func take(_ bytes: Int) -> Bool {
        taken.withLock { taken in
            guard bytes <= Self.most - taken else { return false }
            taken += bytes
            return true
        }
    }
}
