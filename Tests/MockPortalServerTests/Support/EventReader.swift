import JSONValues
import MockPortalServer

/// Follows the events of a control API (HTML Standard §9.2.6, Interpreting an event stream).
final class EventReader {
    private let client: RawClient
    private var pending: ArraySlice<Event> = []
    /// The head of the answer; empty until the first event was asked for.
    private(set) var head = ""

    struct Event: Sendable {
        var name = ""
        var id: String?
        var data: JSONValue = .null

        /// Numbers of the requests that it tells.
        var requests: [Int64] { data["requests"]?.array?.compactMap { $0["number"]?.integer } ?? [] }
    }

    /// Asks for the events of a bench's portal, or of another path; `room` is how many bytes wait to be read at most.
    init(_ bench: ControlBench, path: String? = nil, lastID: String? = nil, room: Int32? = nil) async throws {
        client = try RawClient(port: TestPortal.port(of: bench.server.url), room: room)
        let field = lastID.map { "Last-Event-ID: \($0)\r\n" } ?? ""
        await client.send(
            "GET \(path ?? bench.path)/events HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\(field)\r\n")
    }

    /// The next event; nil once the stream has ended.
    func next() async -> Event? {
        while pending.isEmpty {
            var text = await client.read(until: "\n\n")
            guard !text.isEmpty else { return nil }
            if head.isEmpty, let end = text.firstRange(of: "\r\n\r\n") {
                head = String(text[..<end.lowerBound])
                text = String(text[end.upperBound...])
            }
            pending = text.split(separator: "\n\n").compactMap(Self.event)[...]
        }
        return pending.popFirst()
    }

    /// The next event of a name for which something is true; nil where the stream ends before.
    func next(_ name: String, where isWanted: (Event) -> Bool = { _ in true }) async -> Event? {
        while let event = await next() { if event.name == name, isWanted(event) { return event } }
        return nil
    }

    /// Reads on until a request has its answer; gives the requests that were told, each as it was told last, and the last position.
    func requests(upTo number: Int64) async -> (byNumber: [Int64: JSONValue], id: String?) {
        var found: [Int64: JSONValue] = [:]
        var id: String?
        while found[number]?["answer"] == nil, let event = await next("entries") {
            id = event.id
            for request in event.data["requests"]?.array ?? [] { found[request["number"]?.integer ?? 0] = request }
        }
        return (found, id)
    }

    private static func event(_ text: Substring) -> Event? {
        var event = Event()
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: ": ", maxSplits: 1)
            guard parts.count == 2 else { continue }
            switch parts[0] {
            case "event": event.name = String(parts[1])
            case "id": event.id = String(parts[1])
            case "data": event.data = (try? JSONValue(parsing: String(parts[1]))) ?? .null
            default: break
            }
        }
        return event.name.isEmpty ? nil : event
    }
}
