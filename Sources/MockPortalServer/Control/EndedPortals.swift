internal import Platform

/// The portals of one control API that ended before it did, replaced by another scenario or as sandboxes, so that what they saw is
/// judged in the end. Those that saw nothing are left out.
package final class EndedPortals: Sendable {
    /// A portal that has ended, and the name of what it served.
    package struct Entry: Sendable {
        package let portal: MockPortal
        package let scenario: String
    }

    /// How many are kept.
    package let limit: Int
    /// Bytes of the journals that are kept; the one that passes this is the last.
    package let bytes: Int
    private let state = Locked(State())

    private struct State {
        var entries: [Entry] = []
        var bytes = 0
        var lost = 0
    }

    package init(limit: Int = 100, bytes: Int = 256 << 20) {
        self.limit = limit
        self.bytes = bytes
    }

    /// Takes a portal that has been stopped; beyond the limits it is counted as lost.
    func take(_ portal: MockPortal, scenario: String) {
        let size = portal.recorder.bytes
        guard size > 0 else { return }
        state.withLock { state in
            guard state.entries.count < limit, state.bytes < bytes else {
                state.lost += 1
                return
            }
            state.entries.append(Entry(portal: portal, scenario: scenario))
            state.bytes += size
        }
    }

    /// Those that are kept, in the order in which they ended.
    package var entries: [Entry] { state.withLock { $0.entries } }

    /// How many were not kept.
    package var lost: Int { state.withLock { $0.lost } }
}
