internal import CMicroHTTPD

/// Joins a source to libmicrohttpd.
enum BodyStream {
    /// Bytes that are made at a time.
    static let pieceSize = 32 * 1024

    /// Bytes of an answer that are copied into its response, at most.
    static let copied = 256 * 1024

    /// The response owns the source until libmicrohttpd frees it.
    static func response(of source: any BodySource) -> OpaquePointer? {
        // MHD_SIZE_UNKNOWN is a macro for -1 as an unsigned number.
        response(size: UInt64.max) { buffer, _ in source.fill(buffer) ?? atEnd }
    }

    /// The same for a body of a known length, of which each connection that sends it reads its own pieces.
    static func response(of file: any StoredBody) -> OpaquePointer? {
        response(size: UInt64(file.count)) { buffer, offset in file.read(at: offset, into: buffer) ?? broken }
    }

    /// The same for bytes that are in memory, and are not copied.
    static func response(of bytes: [UInt8]) -> OpaquePointer? {
        response(size: UInt64(bytes.count)) { buffer, offset in
            let piece = bytes[min(offset, bytes.count)...].prefix(buffer.count)
            buffer.copyBytes(from: piece)
            return piece.isEmpty ? broken : piece.count
        }
    }

    /// MHD_CONTENT_READER_END_OF_STREAM and MHD_CONTENT_READER_END_WITH_ERROR are macros.
    private static let (atEnd, broken) = (-1, -2)

    private static func response(
        size: UInt64, reading body: @escaping (UnsafeMutableRawBufferPointer, Int) -> Int
    ) -> OpaquePointer? {
        let context = Unmanaged.passRetained(Reader(body)).toOpaque()
        guard let response = MHD_create_response_from_callback(size, pieceSize, read, context, free) else {
            Unmanaged<Reader>.fromOpaque(context).release()
            return nil
        }
        return response
    }

    private final class Reader {
        /// Fills a buffer with what stands at a place of the body, and gives the number of bytes.
        let body: (UnsafeMutableRawBufferPointer, Int) -> Int

        init(_ body: @escaping (UnsafeMutableRawBufferPointer, Int) -> Int) { self.body = body }
    }

    /// `MHD_ContentReaderCallback`
    private static let read: MHD_ContentReaderCallback = { context, offset, buffer, size in
        guard let context, let buffer else { return BodyStream.atEnd }
        let reader = Unmanaged<Reader>.fromOpaque(context).takeUnretainedValue()
        return reader.body(UnsafeMutableRawBufferPointer(start: buffer, count: size), Int(clamping: offset))
    }

    /// `MHD_ContentReaderFreeCallback`
    private static let free: MHD_ContentReaderFreeCallback = { context in
        if let context { Unmanaged<Reader>.fromOpaque(context).release() }
    }
}
