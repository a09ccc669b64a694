internal import CMicroHTTPD

extension RequestHead {
    /// Adds a C string.
    mutating func appendCString(_ text: UnsafePointer<CChar>) {
        var count = 0
        while text[count] != 0 { count += 1 }
        append(UnsafeBufferPointer(start: UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count: count))
    }

    /// Adds every header field of a connection's request, in the order and case of the wire.
    mutating func appendHeaders(of connection: OpaquePointer) {
        withUnsafeMutablePointer(to: &self) { head in
            _ = cmhd_header_fields(connection, appendField, head)
        }
    }
}

/// Called by libmicrohttpd for each header field; the context is the head, which outlives the visit.
private func appendField(
    context: UnsafeMutableRawPointer?, kind: MHD_ValueKind, name: UnsafePointer<CChar>?, nameSize: Int,
    value: UnsafePointer<CChar>?, valueSize: Int
) -> MHD_Result {
    guard let head = context?.assumingMemoryBound(to: RequestHead.self) else { return .no }
    head.pointee.append(bytes(name, nameSize))
    head.pointee.append(bytes(value, valueSize))
    return .yes
}

private func bytes(_ text: UnsafePointer<CChar>?, _ count: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
        start: text.map { UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self) }, count: text == nil ? 0 : count)
}
