internal import HTTPSemantics
internal import JSONValues
internal import Platform
internal import PortalJudge

/// A journal as an HTTP archive, made entry by entry while it is sent: it keeps one entry at a time, however large the journal is.
final class HARReading: BodySource {
    private let recorder: JournalRecorder
    private let page: JournalPage
    private let state: Locked<State>
    /// Called once when the reading is over or given up.
    private let finished: @Sendable () -> Void

    private struct State {
        var phase = Phase.connections(0)
        /// What was made and not sent yet.
        var piece: [UInt8]
        var sent = 0
        var needsComma = false
        /// Nil where everything is told as received.
        var redaction: JournalRedaction?
    }

    private enum Phase {
        case connections(Int)
        case requests(Int)
        case end
    }

    init(
        _ recorder: JournalRecorder, _ page: JournalPage, redaction: JournalRedaction?,
        finished: @escaping @Sendable () -> Void = {}
    ) {
        self.recorder = recorder
        self.page = page
        self.finished = finished
        let comment = redaction == nil ? "Everything is as received." : "Secrets are replaced by their names."
        let start = #"""
            {"log":{"version":"1.2","creator":{"name":"mockportal","version":"1"},"pages":[],"comment":"\#(comment)","_connections":[
            """#
        state = Locked(State(piece: Array(start.utf8), redaction: redaction))
    }

    deinit { finished() }

    func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int? {
        state.withLock { state in
            while state.sent == state.piece.count {
                state.sent = 0
                state.piece.removeAll(keepingCapacity: false)
                guard makePiece(&state) else { return nil }
            }
            let part = state.piece[state.sent...].prefix(buffer.count)
            buffer.copyBytes(from: part)
            state.sent += part.count
            return part.count
        }
    }

    /// Makes the next piece, which may be empty; false at the end.
    private func makePiece(_ state: inout State) -> Bool {
        switch state.phase {
        case .connections(let index):
            guard index < page.connections.count else {
                state.piece = Array(#"],"entries":["#.utf8)
                state.needsComma = false
                state.phase = .requests(0)
                return true
            }
            state.phase = .connections(index + 1)
            if let connection = connection(page.connections[index], &state) {
                Self.add(HAREntry.of(connection), to: &state)
            }
        case .requests(let index):
            guard index < page.requests.count else {
                state.piece = ending
                state.phase = .end
                return true
            }
            state.phase = .requests(index + 1)
            let number = page.requests[index]
            guard var request = recorder.request(number, of: page) else { return true }
            if state.redaction != nil, let redacted = state.redaction?.redacted(request) { request = redacted }
            let connection = connection(request.connection, &state)
            Self.add(HAREntry.of(request, over: connection, waited: recorder.waited(number, of: page)), to: &state)
        case .end: return false
        }
        return true
    }

    /// A connection as it is told; nil where it was dropped.
    private func connection(_ number: Int, _ state: inout State) -> Journal.Connection? {
        recorder.connection(number, of: page).map { state.redaction?.redacted($0) ?? $0 }
    }

    private static func add(_ value: JSONValue, to state: inout State) {
        state.piece = (state.needsComma ? [UInt8(ascii: ",")] : []) + value.bytes()
        state.needsComma = true
    }

    /// What stands behind the entries: what was dropped while they were read too, and where to go on.
    private var ending: [UInt8] {
        let losses = recorder.losses(since: page)
        let next = losses.isCleared ? 0 : page.next
        return Array(
            (#"],"_dropped":\#(losses.entries),"_next":\#(next)"# + (losses.isCleared ? #","_cleared":true}}"# : "}}")
                + "\n").utf8)
    }
}
