internal import CGnuTLS
internal import CMicroHTTPD
internal import Platform

/// The C functions that GnuTLS calls.
///
/// A session's receiving pointer is its ``HTTPConnection``, unretained: the connection keeps it until its session is gone. The session
/// pointer is libmicrohttpd's connection.
enum HandshakeThunks {
    /// `gnutls_pull_func`
    static let pull: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, Int) -> Int = {
        pointer, buffer, size in
        guard let pointer, let buffer else { return -1 }
        let httpConnection = Unmanaged<HTTPConnection>.fromOpaque(pointer).takeUnretainedValue()
        WorkerThread.own.current = httpConnection
        return httpConnection.pull(into: buffer, size: size)
    }

    /// `gnutls_push_func`
    static let push: @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer?, Int) -> Int = {
        pointer, bytes, size in
        guard let pointer, let bytes else { return -1 }
        let httpConnection = Unmanaged<HTTPConnection>.fromOpaque(pointer).takeUnretainedValue()
        WorkerThread.own.current = httpConnection
        return httpConnection.watch?.push(UnsafeRawBufferPointer(start: bytes, count: size)) ?? -1
    }

    /// `gnutls_pull_timeout_func`: says at once whether there is something to read, for an event loop must not wait.
    static let pullTimeout: @convention(c) (UnsafeMutableRawPointer?, UInt32) -> Int32 = { pointer, _ in
        guard let pointer else { return -1 }
        let httpConnection = Unmanaged<HTTPConnection>.fromOpaque(pointer).takeUnretainedValue()
        return httpConnection.watch?.hasUnread == true || Readiness.isReadable(httpConnection.socket) ? 1 : 0
    }

    /// `gnutls_handshake_hook_func`
    static let message:
        @convention(c) (OpaquePointer?, UInt32, UInt32, UInt32, UnsafePointer<gnutls_datum_t>?) -> Int32 = {
            session, type, _, incoming, message in
            guard let httpConnection = httpConnection(of: session), let watch = httpConnection.watch else { return 0 }
            defer { if watch.isCompleted { httpConnection.progress.finishedHandshake() } }
            let body = UnsafeRawBufferPointer(start: message?.pointee.data, count: Int(message?.pointee.size ?? 0))
            return watch.saw(message: type, incoming: incoming != 0, body: body)
        }

    /// `gnutls_certificate_verify_function`
    static let verify: @convention(c) (OpaquePointer?) -> Int32 = { session in
        httpConnection(of: session)?.watch?.decideClient() ?? 0
    }

    /// `gnutls_certificate_retrieve_function2`
    static let certificate:
        @convention(c) (
            OpaquePointer?, UnsafePointer<gnutls_datum_t>?, Int32, UnsafePointer<gnutls_pk_algorithm_t>?, Int32,
            UnsafeMutablePointer<UnsafeMutablePointer<gnutls_pcert_st>?>?, UnsafeMutablePointer<UInt32>?,
            UnsafeMutablePointer<OpaquePointer?>?
        ) -> Int32 = { session, _, _, _, _, chain, length, key in
            guard let httpConnection = httpConnection(of: session), let security = httpConnection.listener.security
            else {
                return -1
            }
            let certificate = security.certificates.certificate(forServerName: serverName(of: session))
            security.retain(certificate, for: httpConnection)
            httpConnection.watch?.shows(certificate)
            chain?.pointee = certificate.chain
            length?.pointee = certificate.chainLength
            key?.pointee = certificate.key
            return 0
        }

    private static func httpConnection(of session: OpaquePointer?) -> HTTPConnection? {
        guard let connection = gnutls_session_get_ptr(session),
            let raw = ListenerThunks.connectionObject(of: OpaquePointer(connection))
        else { return nil }
        return Unmanaged<HTTPConnection>.fromOpaque(raw).takeUnretainedValue()
    }

    private static func serverName(of session: OpaquePointer?) -> String? {
        var name = [UInt8](repeating: 0, count: 256)
        var size = name.count
        var type: UInt32 = 0
        guard gnutls_server_name_get(session, &name, &size, &type, 0) == 0 else { return nil }
        return String(decoding: name.prefix(size).prefix { $0 != 0 }, as: UTF8.self)
    }
}
