internal import CMicroHTTPD
internal import Platform

extension RequestHead {
    /// Adds a C string.
    mutating func appendCString(_ text: UnsafePointer<CChar>) {
        append(
            UnsafeBufferPointer(start: UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count: strlen(text)))
    }

    /// Adds every header field of a connection's request, in the order and case of the wire; where one did not come as libmicrohttpd
    /// tells it, only those before it, and says what is wrong.
    mutating func appendHeaders(of connection: OpaquePointer, in lines: HeadLines) -> HeadFault? {
        withUnsafeMutablePointer(to: &self) { head in
            var visit = Visit(head: head, lines: lines)
            withUnsafeMutablePointer(to: &visit) { _ = cmhd_header_fields(connection, visitField, $0) }
            if let fault = visit.fault { return fault }
            let size = cmhd_info(connection, Int32(cmhd_info_header_size))?.pointee.header_size ?? 0
            if let fault = visit.lines.fault(ofHead: size) { return fault }
            visit.appendLast()
            return nil
        }
    }
}

/// What a visit of the header fields has come to: a field is added once it is known where its line ends.
private struct Visit {
    /// Outlives the visit.
    let head: UnsafeMutablePointer<RequestHead>
    var lines: HeadLines
    var last: (name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>)?
    var fault: HeadFault?

    mutating func appendLast() {
        guard let last else { return }
        head.pointee.append(last.name)
        head.pointee.append(last.value)
    }
}

/// Called by libmicrohttpd for each header field; the context is the visit.
private func visitField(
    context: UnsafeMutableRawPointer?, kind: MHD_ValueKind, name: UnsafePointer<CChar>?, nameSize: Int,
    value: UnsafePointer<CChar>?, valueSize: Int
) -> MHD_Result {
    guard let visit = context?.assumingMemoryBound(to: Visit.self) else { return .no }
    let field = (name: bytes(name, nameSize), value: bytes(value, valueSize))
    visit.pointee.fault = visit.pointee.lines.next(field.name, field.value)
    guard visit.pointee.fault == nil else { return .no }
    visit.pointee.appendLast()
    visit.pointee.last = field
    return .yes
}

private func bytes(_ text: UnsafePointer<CChar>?, _ count: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
        start: text.map { UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self) }, count: text == nil ? 0 : count)
}
