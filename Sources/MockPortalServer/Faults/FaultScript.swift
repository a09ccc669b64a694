internal import HTTPSemantics

/// What is sent on a connection, at which pace, and how it ends.
struct FaultScript {
    /// Whether it begins only when the client has sent something.
    var awaitsBytes = false
    /// Sent at once.
    var head: [UInt8] = []
    /// Whether it is a head to its end; else no answer ever begins.
    var isHeadWhole = true
    /// Sent at the pace.
    var body: [UInt8] = []
    /// Sent again and again after the body; empty for one that ends.
    var refrain: [UInt8] = []
    /// What of the body, and of the refrain, is not the framing of chunks (RFC 9112 §7.1); nil for all of it.
    private var content: (body: Range<Int>, refrain: Range<Int>)?
    var pace = Pace.atOnce
    var ending = Ending.close(endsTLS: false)

    enum Pace: Equatable {
        case atOnce
        /// So many bytes of the body per second of portal time.
        case perSecond(Int)
        /// Each byte of head and body by itself.
        case singly
    }

    enum Ending: Equatable {
        case reset
        /// FIN; an orderly one says so over TLS first (RFC 8446 §6.1).
        case close(endsTLS: Bool)
        /// Nothing more until the client leaves.
        case stall
        /// FIN, after which the client is read on until it leaves.
        case halfClose(endsTLS: Bool)
    }
}

extension FaultScript {
    /// What a connection gets from its first moment.
    init(_ play: Blueprint.Fault.ConnectionPlay) {
        switch play {
        case .reset: ending = .reset
        // A socket that is closed over unread bytes would be reset instead.
        case .close: ending = .halfClose(endsTLS: false)
        case .stall: ending = .stall
        case .resetHandshake: (awaitsBytes, ending) = (true, .reset)
        case .closeHandshake: (awaitsBytes, ending) = (true, .halfClose(endsTLS: false))
        case .plainHTTP:
            let page = "<html><body>It works!</body></html>\n"
            let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: \(page.utf8.count)\r\n\r\n"
            (awaitsBytes, body, ending) = (true, Array((head + page).utf8), .halfClose(endsTLS: false))
        case .junk:
            // No record type of TLS, and nothing of HTTP.
            (awaitsBytes, body, ending) = (true, (0..<64).map { 0xC0 | $0 }, .halfClose(endsTLS: false))
        }
    }

    /// How an answer is played that is made at a moment of portal time, in milliseconds since 1970.
    init(_ play: Blueprint.Fault.RawPlay, answering response: PreparedAnswer, isHEAD: Bool, at moment: Int64) {
        let date = "Date: \(HTTPDate.text(moment / 1000))"
        let body = response.sendsBody && !isHEAD ? response.body : []
        self.body = body
        let length = "Content-Length: \(response.size)"
        switch play {
        case .cut(let cut, let place): cutOff(cut, at: place, response, [date, length])
        case .halfClose:
            head = Self.head(of: response, [date, length])
            ending = .halfClose(endsTLS: true)
        case .drip(let rate):
            head = Self.head(of: response, [date, length, "Connection: close"])
            (pace, ending) = (.perSecond(rate), .close(endsTLS: true))
        case .records:
            head = Self.head(of: response, [date, length, "Connection: close"])
            (pace, ending) = (.singly, .close(endsTLS: true))
        case .contentLength(let difference):
            head = Self.head(of: response, [date, "Content-Length: \(max(0, response.size + difference))"])
            ending = .close(endsTLS: true)
        case .truncatedChunk:
            head = Self.head(of: response, [date, "Transfer-Encoding: chunked"])
            let size = String(max(body.count, 16), radix: 16)
            let part = body.prefix(body.count / 2)
            self.body = isHEAD ? [] : Array("\(size)\r\n".utf8) + part
            content = (size.utf8.count + 2..<size.utf8.count + 2 + part.count, 0..<0)
            ending = .close(endsTLS: true)
        case .endlessBody:
            head = Self.head(of: response, [date, "Transfer-Encoding: chunked"])
            guard !isHEAD else { break }
            let start = #"{"a":""#
            self.body = Array("\(start.utf8.count)\r\n\(start)\r\n".utf8)
            content = (3..<3 + start.utf8.count, 6..<6 + 0x4000)
            refrain = Array("4000\r\n".utf8) + [UInt8](repeating: UInt8(ascii: "a"), count: 0x4000) + Array("\r\n".utf8)
        }
    }

    /// How many bytes of an answer's content a client has that was sent so many of body and refrains.
    func contentSize(ofSent count: Int) -> Int {
        guard let content else { return count }
        let inBody = min(count, body.count).within(content.body)
        guard count > body.count, !refrain.isEmpty else { return inBody }
        let (times, rest) = (count - body.count).quotientAndRemainder(dividingBy: refrain.count)
        return inBody + times * content.refrain.count + rest.within(content.refrain)
    }

    private mutating func cutOff(
        _ cut: Blueprint.Fault.Cut, at place: Blueprint.Fault.Place, _ response: PreparedAnswer, _ fields: [String]
    ) {
        var isOrderly = false
        switch place {
        case .start: (body, isOrderly) = ([], true)
        case .head(let count):
            let whole = Self.head(of: response, fields)
            (head, body, isHeadWhole) = (Array(whole.prefix(count)), [], count >= whole.count)
        case .body(let count): (head, body) = (Self.head(of: response, fields), Array(body.prefix(count)))
        }
        ending =
            switch cut {
            case .reset: .reset
            case .close: .close(endsTLS: isOrderly)
            case .stall: .stall
            }
    }

    /// An answer's head as libmicrohttpd would send it, with the fields that are a listener's.
    private static func head(of response: PreparedAnswer, _ own: [String]) -> [UInt8] {
        var text = "HTTP/1.1 \(response.status) \(ReasonPhrase.of(response.status))\r\n"
        for field in own { text += "\(field)\r\n" }
        for field in response.headers { text += "\(field.name): \(field.value)\r\n" }
        return Array((text + "\r\n").utf8)
    }
}

extension Int {
    /// How many of the first so many stand in a range.
    fileprivate func within(_ range: Range<Int>) -> Int {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound) - range.lowerBound
    }
}
