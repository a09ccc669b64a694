internal import CGnuTLS
internal import CMicroHTTPD
internal import HTTPSemantics
internal import Platform

/// The C functions that libmicrohttpd calls.
///
/// Their context is the ``Listener``, unretained: it outlives its daemon, which it traps for. A connection's socket context is its
/// ``HTTPConnection``, retained from the connection's start to its end.
enum ListenerThunks {
    /// `MHD_AccessHandlerCallback`
    static let handler: MHD_AccessHandlerCallback = {
        _, connection, _, method, version, upload, uploadSize, context in
        guard let connection, let method, let version, let uploadSize, let httpConnection = context?.pointee else {
            return .no
        }
        let size = uploadSize.pointee
        uploadSize.pointee = 0
        let bytes = UnsafeBufferPointer(
            start: upload.map { UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self) },
            count: upload == nil ? 0 : size)
        let step = HTTPConnection.Step(method: method, version: version, upload: bytes)
        return MHD_Result(
            Unmanaged<HTTPConnection>.fromOpaque(httpConnection).takeUnretainedValue().proceed(connection, step: step))
    }

    /// The target before it is decoded; the result becomes the request's context.
    private static let onTarget:
        @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?) -> UnsafeMutableRawPointer? = {
            _, target, connection in
            guard let connection, let raw = connectionObject(of: connection) else { return nil }
            let httpConnection = Unmanaged<HTTPConnection>.fromOpaque(raw).takeUnretainedValue()
            var count = 0
            if let target { while target[count] != 0 { count += 1 } }
            httpConnection.began(
                target: UnsafeBufferPointer(
                    start: target.map { UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self) }, count: count))
            // The portal reads the query from the journaled target. libmicrohttpd would keep a structure in the connection's memory for
            // each argument, and go on with the head where there is no room for one (parse_initial_message_line in its
            // src/microhttpd/connection.c), so it is left an empty query. The buffer is the connection's own; only the pointer is const.
            if let target, let mark = memchr(target, Int32(UInt8(ascii: "?")), count) {
                mark.storeBytes(of: 0, toByteOffset: 1, as: UInt8.self)
            }
            return raw
        }

    /// `MHD_RequestCompletedCallback`
    private static let onCompleted:
        @convention(c) (
            UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
            MHD_RequestTerminationCode
        ) -> Void = { _, connection, _, ending in
            guard let connection, let raw = connectionObject(of: connection) else { return }
            let thread = WorkerThread.own
            Unmanaged<HTTPConnection>.fromOpaque(raw).takeUnretainedValue()
                .completed(connection, ending: Int32(bitPattern: ending.rawValue), complaint: thread.complaint)
            thread.complaint = nil
        }

    /// `MHD_NotifyConnectionCallback`
    private static let onConnection:
        @convention(c) (
            UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
            MHD_ConnectionNotificationCode
        ) -> Void = { context, connection, slot, event in
            guard let context, let connection, let slot else { return }
            if Int(event.rawValue) == cmhd_connection_started {
                let listener = Unmanaged<Listener>.fromOpaque(context).takeUnretainedValue()
                slot.pointee = Unmanaged.passRetained(listener.accept(connection)).toOpaque()
            } else if let raw = slot.pointee {
                slot.pointee = nil
                Unmanaged<HTTPConnection>.fromOpaque(raw).takeRetainedValue().ended()
            }
        }

    /// Hears what a daemon says, on the thread that says it.
    static let hear: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?) -> Void = { context, text in
        guard let context, let text else { return }
        let words = String(cString: text).textLines.first ?? ""
        Unmanaged<Listener>.fromOpaque(context).takeUnretainedValue().heard(String(words))
    }

    // Functions as values of options.
    static var uriLog: UnsafeMutableRawPointer { unsafeBitCast(onTarget, to: UnsafeMutableRawPointer.self) }
    static var completed: UnsafeMutableRawPointer { unsafeBitCast(onCompleted, to: UnsafeMutableRawPointer.self) }
    static var connection: UnsafeMutableRawPointer { unsafeBitCast(onConnection, to: UnsafeMutableRawPointer.self) }
    static var certificate: UnsafeMutableRawPointer {
        unsafeBitCast(HandshakeThunks.certificate, to: UnsafeMutableRawPointer.self)
    }

    /// The ``HTTPConnection`` of a connection of the library, unretained.
    static func connectionObject(of connection: OpaquePointer) -> UnsafeMutableRawPointer? {
        cmhd_info(connection, Int32(cmhd_info_socket_context))?.pointee.socket_context
    }
}
