extension Blueprint {
    /// Something that goes wrong on the wire or in an answer, and what it happens to.
    package struct Fault: Sendable, Equatable {
        package var address: Address
        /// The listener that it happens at: `portal`, `http` or a host; nil for every one.
        package var listener: String?
        /// How often it happens; nil for ever.
        package var times: Int?
        /// How many that it is meant for are let pass first.
        package var skip = 0
        /// Whether it happens only on a connection that has already carried a request.
        package var needsKeptConnection = false
        package var play: Play

        /// What a fault happens to.
        package enum Address: Sendable, Equatable {
            /// The n-th connection that a listener accepts, from 1.
            case connection(Int)
            /// Each n-th connection of a listener.
            case everyConnection(Int)
            /// The n-th request of the whole portal, from 1.
            case request(Int)
            /// Each n-th request of the whole portal.
            case everyRequest(Int)
            /// Requests that the journal calls so.
            case operation(String)
            /// Requests below a path, by segments.
            case path(String)
        }

        /// What happens.
        package enum Play: Sendable, Equatable {
            case connection(ConnectionPlay)
            case request(RequestPlay)
        }

        /// What happens to a connection from its first moment; the raw value is the journal's word.
        package enum ConnectionPlay: String, Sendable, CaseIterable {
            /// RST at once.
            case reset
            /// FIN at once.
            case close
            /// Accepted and never read, until the client leaves.
            case stall
            /// RST once the first bytes of the ClientHello have come.
            case resetHandshake
            /// FIN, likewise.
            case closeHandshake
            /// A plain HTTP answer to the ClientHello.
            case plainHTTP
            /// Bytes that are neither TLS nor HTTP.
            case junk

            /// Whether it is about the handshake, which only TLS has.
            var needsTLS: Bool { self == .resetHandshake || self == .closeHandshake || self == .plainHTTP }
        }

        /// What happens to a request.
        package enum RequestPlay: Sendable, Equatable {
            /// The answer's bytes go out in a way that no web server means.
            case raw(RawPlay)
            /// Another answer goes out in the ordinary way.
            case content(ContentPlay)
            /// The portal's own answer goes out in other clothes.
            case dress(Dress)
        }

        /// How an answer's bytes go out, and how its connection ends.
        package enum RawPlay: Sendable, Equatable {
            case cut(Cut, at: Place)
            /// The whole answer, then FIN; the client is read on until it leaves.
            case halfClose
            /// The head at once, then so many bytes of the body per second of portal time.
            case drip(rate: Int)
            /// Every byte in a record, or segment, of its own.
            case records
            /// A length that is so much larger (or smaller) than the body, then FIN.
            case contentLength(by: Int)
            /// FIN in the middle of a chunk.
            case truncatedChunk
            /// A body that never ends.
            case endlessBody
        }

        /// How an answer is cut off.
        package enum Cut: String, Sendable, CaseIterable {
            case reset
            case close
            case stall
        }

        /// Where an answer is cut off.
        package enum Place: Sendable, Equatable {
            /// Before its first byte.
            case start
            /// After so many bytes of its head.
            case head(Int)
            /// After so many bytes of its body.
            case body(Int)
        }

        /// An answer that is given instead of the portal's.
        package enum ContentPlay: Sendable, Equatable {
            /// HTTP 200 without a body.
            case emptyBody
            /// HTTP 200 with an HTML page that asks for a password.
            case loginPage
            case malformedJSON
            /// Objects in objects, so many deep.
            case deepJSON(Int)
            /// A web server's page, and when it asks to be tried again; nil without the field.
            case status(Int, retryAfter: Pause?)
            /// HTTP 200 with an error object.
            case envelope(Int)
            /// HTTP 200 that says it is gzip, and is not.
            case badGzip
        }

        /// What `Retry-After` says (RFC 9110 §10.2.3).
        package enum Pause: Sendable, Equatable {
            /// The field as it is sent.
            case text(String)
            /// The first whole second that is so much later, as a date.
            case date(after: Duration)
        }

        /// What the portal's own answer is dressed in.
        package enum Dress: String, Sendable, CaseIterable {
            /// `Content-Encoding: gzip` (RFC 1952).
            case gzip
            /// A byte order mark before the text, which RFC 8259 §8.1 lets readers ignore.
            case bom
            /// JSON under the type `text/plain`.
            case textPlain
            /// ISO 8859-1, and told so.
            case latin1
            /// UTF-16 with a byte order mark, and told so.
            case utf16
        }
    }

    /// How a listener can be reached.
    package enum Reach: String, Sendable, CaseIterable {
        case open
        /// Connections are refused; the port stays the portal's.
        case refused
        /// Nothing that asks for a connection is ever answered.
        case dropped
    }
}

extension Blueprint.Fault.Address {
    /// Whether it is met by connections, not by requests.
    var isConnection: Bool {
        switch self {
        case .connection, .everyConnection: true
        case .request, .everyRequest, .operation, .path: false
        }
    }
}
