internal import Platform

/// A security context's handle, which one call at a time may use.
final class GSSContextHandle: @unchecked Sendable {
    private struct State: @unchecked Sendable {
        var handle: OpaquePointer?
        var isTaken = false
    }
    private let functions: GSSFunctions
    private let state = Locked(State())

    init(_ functions: GSSFunctions) { self.functions = functions }

    /// Runs a call with the handle, whose new value is kept; nil where another call has it.
    func use<Result>(_ body: (UnsafeMutablePointer<OpaquePointer?>) -> Result) -> Result? {
        let taken = state.withLock { state -> State? in
            guard !state.isTaken else { return nil }
            state.isTaken = true
            return state
        }
        guard var taken else { return nil }
        let result = body(&taken.handle)
        state.withLock { $0 = State(handle: taken.handle) }
        return result
    }

    deinit {
        let handle = state.withLock { $0.handle }
        guard handle != nil else { return }
        var minor: UInt32 = 0
        var slot = handle
        _ = functions.deleteContext(&minor, &slot, nil)
    }
}

/// What a context says of one round.
package struct GSSRound: Sendable, Hashable {
    /// What the other side is to be sent; empty for nothing.
    package let token: [UInt8]
    /// Whether the context is complete: no further token is expected.
    package let isComplete: Bool
    /// What the context gives.
    package let flags: GSSFlags
}

/// What a context is asked for, and gives (RFC 2744 §5.19).
package struct GSSFlags: OptionSet, Sendable, Hashable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The initiator's ticket goes to the acceptor, who may act for the person.
    package static let delegation = GSSFlags(rawValue: 1)
    /// The acceptor proves who it is.
    package static let mutual = GSSFlags(rawValue: 2)
    /// Messages that come again are found.
    package static let replay = GSSFlags(rawValue: 4)
    /// Messages out of order are found.
    package static let sequence = GSSFlags(rawValue: 8)
    /// Messages can be encrypted.
    package static let confidentiality = GSSFlags(rawValue: 16)
    /// Messages can be signed.
    package static let integrity = GSSFlags(rawValue: 32)
    /// Both sides gave the same channel bindings (MIT Kerberos 1.19 and later).
    package static let channelBound = GSSFlags(rawValue: 2048)
}
