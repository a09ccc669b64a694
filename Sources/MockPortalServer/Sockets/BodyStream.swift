internal import CMicroHTTPD

/// Joins a source to libmicrohttpd.
enum BodyStream {
    /// Bytes that are made at a time.
    static let pieceSize = 32 * 1024

    /// The response owns the source until libmicrohttpd frees it.
    static func response(of source: any BodySource) -> OpaquePointer? {
        let context = Unmanaged.passRetained(Box(source)).toOpaque()
        // MHD_SIZE_UNKNOWN is a macro for -1 as an unsigned number.
        guard let response = MHD_create_response_from_callback(UInt64.max, pieceSize, read, context, free) else {
            Unmanaged<Box>.fromOpaque(context).release()
            return nil
        }
        return response
    }

    private final class Box {
        let source: any BodySource

        init(_ source: any BodySource) { self.source = source }
    }

    /// `MHD_ContentReaderCallback`; -1 is MHD_CONTENT_READER_END_OF_STREAM.
    private static let read: MHD_ContentReaderCallback = { context, _, buffer, size in
        guard let context, let buffer else { return -1 }
        let box = Unmanaged<Box>.fromOpaque(context).takeUnretainedValue()
        return box.source.fill(UnsafeMutableRawBufferPointer(start: buffer, count: size)) ?? -1
    }

    /// `MHD_ContentReaderFreeCallback`
    private static let free: MHD_ContentReaderFreeCallback = { context in
        if let context { Unmanaged<Box>.fromOpaque(context).release() }
    }
}
