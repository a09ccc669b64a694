internal import JSONValues
internal import Platform

/// One call to the control API: HTTP/1.0 over a loopback socket, one connection each (RFC 1945).
///
/// URLSession would bring all of Foundation, and on Linux libcurl.
struct ControlCall {
    private let host: String
    private let port: UInt16
    private let path: String
    /// How long nothing may come or be taken.
    private let limit: Duration

    /// Reads `http://127.0.0.1:<port>/<secret>`.
    init(root: String, limit: Duration) throws(PortalProcessError) {
        self.limit = limit
        let rest = root.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true)
        let place = rest.count > 1 ? rest[1].split(separator: ":") : []
        guard rest.first == "http:", place.count == 2, place[0] == "127.0.0.1" || place[0] == "localhost",
            let port = UInt16(place[1])
        else { throw PortalProcessError("the control API is at no loopback address: \(root)") }
        host = String(rest[1])
        self.port = port
        path = rest.count > 2 ? "/\(rest[2])" : ""
    }

    /// Sends a call and reads the answer to its end.
    func answer(_ method: String, _ name: String, _ body: JSONValue?) throws(PortalProcessError) -> JSONValue {
        let bytes = body?.bytes() ?? []
        let type = body == nil ? "" : "Content-Type: application/json\r\n"
        let head =
            "\(method) \(path)/\(name) HTTP/1.0\r\nHost: \(host)\r\n\(type)Content-Length: \(bytes.count)\r\n\r\n"
        let answer = try exchange(Array(head.utf8) + bytes)
        guard let end = Self.headEnd(answer) else { throw failure(method, name, "it answered nothing that is HTTP") }
        let line = String(decoding: answer[..<end].prefix { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
        let content = Array(answer[(end + 4)...])
        let value = content.isEmpty ? JSONValue.null : try? JSONValue(parsing: content)
        guard line.split(separator: " ").dropFirst().first?.first == "2", let value else {
            throw failure(method, name, "\(line): \(String(decoding: content.prefix(500), as: UTF8.self))")
        }
        return value
    }

    private func exchange(_ request: [UInt8]) throws(PortalProcessError) -> [UInt8] {
        let number = StreamSocket.open(family: AF_INET)
        guard number >= 0 else { throw failure("open", "socket") }
        defer { close(number) }
        // Nothing blocks but the wait before it, which has an end.
        guard fcntl(number, F_SETFL, O_NONBLOCK) == 0 else { throw failure("open", "socket") }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(number, $0, size) }
        }
        // A connection that is still being made is told of as soon as it can be written to (connect(2)).
        guard connected == 0 || errno == EINPROGRESS else { throw failure("connect to", host) }
        var sent = 0
        while sent < request.count {
            try wait(until: POLLOUT, on: number)
            let count = request[sent...].withUnsafeBytes { send(number, $0.baseAddress, $0.count, Self.quiet) }
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { throw failure("write to", host) }
            sent += count
        }
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            try wait(until: POLLIN, on: number)
            let count = recv(number, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count >= 0 else { throw failure("read from", host) }
            if count == 0 { return answer }
            answer += buffer[..<count]
        }
    }

    /// Waits until a socket can be read or written; throws where it cannot within the limit.
    private func wait(until event: Int32, on number: Int32) throws(PortalProcessError) {
        guard BoundedWait.isReady(number, for: event, before: .now + limit) else {
            throw PortalProcessError(
                "nothing came from the portal's control API at \(host) within \(limit); has the portal been stopped?")
        }
    }

    /// Where the head ends that an empty line closes; nil where there is none.
    private static func headEnd(_ answer: [UInt8]) -> Int? {
        guard answer.count >= 4 else { return nil }
        return (0...(answer.count - 4)).first { answer[$0..<($0 + 4)].elementsEqual([13, 10, 13, 10]) }
    }

    private func failure(_ method: String, _ name: String, _ why: String) -> PortalProcessError {
        PortalProcessError("the portal's control API did not do \(method) \(name): \(why)")
    }

    private func failure(_ what: String, _ place: String) -> PortalProcessError {
        PortalProcessError("cannot \(what) \(place): \(String(cString: strerror(errno))); has the portal ended?")
    }

    #if canImport(Darwin)
        private static let quiet: Int32 = 0
    #else
        /// A portal that has ended is an error, and no signal.
        private static let quiet = Int32(MSG_NOSIGNAL)
    #endif
}
