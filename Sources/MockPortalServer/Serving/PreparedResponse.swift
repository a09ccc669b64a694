internal import CMicroHTTPD
package import HTTPSemantics

/// Status, header fields and body, made once and queued any number of times from any thread.
package final class PreparedResponse: Sendable {
    /// The HTTP status.
    package let status: Int
    /// Header fields in the order in which they are sent; `Date`, `Content-Length` and `Connection` are the listener's.
    package let headers: [HeaderField]
    /// The body's bytes; `HEAD` gets only their number.
    package let body: [UInt8]
    /// Counts its own references atomically, so that it may outlive its owner while it is being sent.
    private nonisolated(unsafe) let handle: OpaquePointer?

    /// Builds a response; a field that could not be sent as it stands (RFC 9110 §5.5) is left out.
    package init(status: Int, headers: [HeaderField] = [], body: [UInt8] = []) {
        self.status = status
        self.body = body
        let handle = body.withUnsafeBytes { cmhd_response_copying($0.baseAddress, $0.count) }
        self.headers = headers.filter(\.isWellFormed).filter { field in
            MHD_add_response_header(handle, field.name, field.value).isYes
        }
        self.handle = handle
    }

    /// Builds a response whose body is made while it is sent, in chunks (RFC 9112 §7.1); it can be queued once.
    package init(status: Int, headers: [HeaderField] = [], streaming source: any BodySource) {
        self.status = status
        body = []
        let handle = BodyStream.response(of: source)
        self.headers = headers.filter(\.isWellFormed).filter { field in
            MHD_add_response_header(handle, field.name, field.value).isYes
        }
        self.handle = handle
    }

    deinit {
        if let handle { MHD_destroy_response(handle) }
    }

    /// Whether a body follows the head (RFC 9110 §6.4.1), but for `HEAD`.
    var sendsBody: Bool { !body.isEmpty && status >= 200 && status != 204 && status != 304 }

    /// The words that go with a status.
    static func reason(of status: Int) -> String {
        MHD_get_reason_phrase_for(UInt32(status)).map { String(cString: $0) } ?? "Unknown"
    }

    /// Hands the response to a connection; false where libmicrohttpd refuses, after which the connection must be closed.
    func queue(on connection: OpaquePointer?) -> Bool {
        guard let handle else { return false }
        return MHD_queue_response(connection, UInt32(status), handle).isYes
    }
}
