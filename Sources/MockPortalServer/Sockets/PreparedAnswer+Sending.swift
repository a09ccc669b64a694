internal import CMicroHTTPD
internal import HTTPSemantics

extension PreparedAnswer {
    /// The response of libmicrohttpd, which counts its own references atomically: it may outlive its owner while it is being sent.
    private final class Response: @unchecked Sendable {
        let handle: OpaquePointer?

        init(_ handle: OpaquePointer?) { self.handle = handle }

        deinit {
            if let handle { MHD_destroy_response(handle) }
        }
    }

    /// Hands the answer to a connection; false where libmicrohttpd refuses, after which the connection must be closed.
    ///
    /// The field `Date` (RFC 9110 §6.6.1) is the clock's time, as every moment that an answer names. libmicrohttpd writes the machine's,
    /// unless a response has one of its own (MHD_add_response_header): one that is sent once.
    func queue(on connection: OpaquePointer?, at clock: PortalClock) -> Bool {
        let response =
            clock.isRealTime
            ? wireForm(made: { WireForm(makeResponse()) }).value as? Response
            : makeResponse(dated: HTTPDate.text(clock.now / 1000))
        guard let response, let handle = response.handle else { return false }
        // The connection counts itself in only here.
        return withExtendedLifetime(response) { MHD_queue_response(connection, UInt32(status), handle).isYes }
    }

    private func makeResponse(dated date: String? = nil) -> Response {
        let handle =
            switch content {
            // A copy of a long answer would double what it takes until the client has read it.
            case .bytes(let bytes) where bytes.count > BodyStream.copied: BodyStream.response(of: bytes)
            case .bytes(let bytes): bytes.withUnsafeBytes { cmhd_response_copying($0.baseAddress, $0.count) }
            case .file(let file): BodyStream.response(of: file)
            case .stream(let source): BodyStream.response(of: source)
            }
        // A field that libmicrohttpd keeps for itself, as Content-Length, is left out.
        if let handle {
            for field in headers { _ = MHD_add_response_header(handle, field.name, field.value) }
            if let date { _ = MHD_add_response_header(handle, "Date", date) }
        }
        return Response(handle)
    }
}
