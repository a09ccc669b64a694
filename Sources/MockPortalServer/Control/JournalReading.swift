internal import Platform
internal import PortalJudge

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// A journal as a JSON text, in the form that reports hold it in, made entry by entry while it is sent.
///
/// It keeps one entry at a time, and a long body in parts: however large the journal is and however slowly it is read, it costs the same.
final class JournalReading: BodySource {
    private let recorder: JournalRecorder
    private let page: JournalPage
    private let state: Locked<State>
    /// Called once when the reading is over or given up.
    private let finished: @Sendable () -> Void

    private struct State {
        var phase = Phase.connections(0)
        /// What was made and not sent yet.
        var piece: [UInt8] = Array(#"{"connections":["#.utf8)
        var sent = 0
        var needsComma = false
        /// The body of the request at hand, of which so many bytes were written.
        var body: [UInt8] = []
        var written = 0
        /// What stands behind that body.
        var rest: ArraySlice<UInt8> = []
    }

    private enum Phase {
        case connections(Int)
        case requests(Int)
        case body(next: Int)
        case end
    }

    /// Bytes of a body that are written as numbers at a time.
    private static let bodyPart = 8 * 1024

    init(_ recorder: JournalRecorder, _ page: JournalPage, finished: @escaping @Sendable () -> Void = {}) {
        self.recorder = recorder
        self.page = page
        self.finished = finished
        state = Locked(State())
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
                state.piece = Array(#"],"requests":["#.utf8)
                state.needsComma = false
                state.phase = .requests(0)
                return true
            }
            state.phase = .connections(index + 1)
            if let connection = recorder.connection(page.connections[index], of: page) {
                state.piece = Self.separated(Self.json(connection), &state)
            }
        case .requests(let index):
            guard index < page.requests.count else {
                state.piece = ending
                state.phase = .end
                return true
            }
            state.phase = .requests(index + 1)
            if let request = recorder.request(page.requests[index], of: page) {
                begin(request, next: index + 1, &state)
            }
        case .body(let next):
            let part = state.body[state.written...].prefix(Self.bodyPart)
            for byte in part {
                if state.written > 0 { state.piece.append(UInt8(ascii: ",")) }
                state.piece.append(contentsOf: String(byte).utf8)
                state.written += 1
            }
            guard state.written == state.body.count else { return true }
            state.piece += state.rest
            state.body = []
            state.rest = []
            state.phase = .requests(next)
        case .end: return false
        }
        return true
    }

    /// Writes a request up to its body; the numbers of a long one would be a text of many times its size.
    private func begin(_ request: Journal.Request, next: Int, _ state: inout State) {
        var head = request
        head.body = []
        let json = Self.separated(Self.json(head), &state)
        // Quotes within a text are escaped, so this can be nothing but the key.
        guard !request.body.isEmpty, let place = json.firstRange(of: Array(#""body":[]"#.utf8)) else {
            state.piece = json
            return
        }
        state.piece = Array(json[..<(place.upperBound - 1)])
        state.rest = json[(place.upperBound - 1)...]
        state.body = request.body
        state.written = 0
        state.phase = .body(next: next)
    }

    /// What stands behind the entries: what was dropped while they were read too, and where to go on.
    private var ending: [UInt8] {
        let losses = recorder.losses(since: page)
        let next = losses.isCleared ? 0 : page.next
        return Array(
            (#"],"dropped":\#(losses.entries),"droppedBytes":\#(losses.bytes),"next":\#(next)"#
                + (losses.isCleared ? #","cleared":true}"# : "}") + "\n").utf8)
    }

    private static func separated(_ json: [UInt8], _ state: inout State) -> [UInt8] {
        defer { state.needsComma = true }
        return state.needsComma ? [UInt8(ascii: ",")] + json : json
    }

    private static func json(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Nothing in an entry can fail to be encoded: its times are finite.
        return (try? encoder.encode(value)).map { Array($0) } ?? Array("null".utf8)
    }
}
