internal import HTTPSemantics

extension RequestHead {
    /// What makes it unclear where the request ends or whom it is for, so that two readers may differ; nil where nothing does.
    ///
    /// Each field is looked at once, in place.
    package var fault: HeadFault? {
        var hosts = 0
        var isCoded = false
        // Points into what is read, and is not used behind it.
        var length: UnsafeBufferPointer<UInt8>?
        let found = firstInFields { name, value -> HeadFault? in
            guard Self.isToken(name) else { return Self.nameFault(name) }
            guard !value.contains(0x0D) else {
                return HeadFault("the field \(Self.decode(name)) holds a carriage return (RFC 9110 §5.5)")
            }
            if Self.matches(name, "Host") {
                hosts += 1
                guard hosts == 1 else { return HeadFault("there is more than one Host field (RFC 9112 §3.2)") }
                return Self.isHost(value) ? nil : HeadFault("the Host field names no host (RFC 9112 §3.2)")
            }
            if Self.matches(name, "Content-Length") {
                guard !value.isEmpty, value.allSatisfy({ $0 &- 0x30 < 10 }) else {
                    return HeadFault("the Content-Length is no number (RFC 9112 §6.3)")
                }
                guard value.elementsEqual(length ?? value) else {
                    return HeadFault("there are Content-Length fields that differ (RFC 9112 §6.3)")
                }
                length = value
            } else if Self.matches(name, "Transfer-Encoding") {
                isCoded = true
            }
            return nil
        }
        if let found { return found }
        return isCoded ? codingFault(hasLength: length != nil) : nil
    }

    private static func nameFault(_ name: UnsafeBufferPointer<UInt8>) -> HeadFault {
        guard let last = name.last else { return HeadFault("a field has no name (RFC 9112 §5)") }
        return last.isOptionalWhitespace
            ? HeadFault("there is a blank between the name of a field and its colon (RFC 9112 §5.1)")
            : HeadFault("the name of a field is no token (RFC 9110 §5.1)")
    }

    /// What is wrong with `Transfer-Encoding`; nil for `chunked` alone in one field, which is all that libmicrohttpd reads
    /// (`parse_connection_headers` in its src/microhttpd/connection.c).
    private func codingFault(hasLength: Bool) -> HeadFault? {
        guard !isHTTP10 else { return HeadFault("HTTP/1.0 has no Transfer-Encoding (RFC 9112 §6.1)") }
        guard !hasLength else {
            return HeadFault("there are a Content-Length and a Transfer-Encoding (RFC 9112 §6.1)")
        }
        let values = headers(named: "Transfer-Encoding").map { $0.lowercased() }
        if values == ["chunked"] { return nil }
        let codings = values.flatMap { $0.utf8.split(separator: UInt8(ascii: ",")) }
            .map { String($0.trimmingOptionalWhitespace()) ?? "" }.filter { !$0.isEmpty }
        guard codings.last == "chunked" else {
            return HeadFault("the last transfer coding is not chunked (RFC 9112 §6.3)")
        }
        guard codings.count > 1 else {
            return HeadFault(
                "this server reads chunked only where nothing stands beside it, not even a blank", status: 501)
        }
        guard codings.dropLast().allSatisfy({ $0 != "chunked" }) else {
            return HeadFault("chunked is applied more than once (RFC 9112 §6.1)")
        }
        return HeadFault("this server reads no transfer coding but chunked (RFC 9112 §6.1)", status: 501)
    }
}

// What the grammar allows, byte by byte.
extension RequestHead {
    private static func isLetterOrDigit(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 }

    private static func isHexDigit(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 6 || byte &- 0x30 < 10 }

    private static func isToken(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        // Nearly every name has letters and hyphens alone.
        !text.isEmpty
            && text.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") || HeaderField.isTokenByte($0) }
    }

    /// Whether a value is `uri-host [ ":" port ]` (RFC 9110 §7.2), which may be empty (RFC 9112 §3.2).
    private static func isHost(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        var rest = value[...].trimmingOptionalWhitespace()
        if rest.first == UInt8(ascii: "[") {
            guard let end = rest.firstIndex(of: UInt8(ascii: "]")), end > rest.startIndex + 1,
                rest[rest.startIndex + 1..<end].allSatisfy({ isNameByte($0) || $0 == UInt8(ascii: ":") })
            else { return false }
            rest = rest[(end + 1)...]
        } else {
            while let byte = rest.first, byte != UInt8(ascii: ":") {
                if byte == UInt8(ascii: "%") {
                    guard rest.count > 2, isHexDigit(rest[rest.startIndex + 1]), isHexDigit(rest[rest.startIndex + 2])
                    else { return false }
                    rest.removeFirst(3)
                } else if isNameByte(byte) {
                    rest.removeFirst()
                } else {
                    return false
                }
            }
        }
        guard let colon = rest.first else { return true }
        return colon == UInt8(ascii: ":") && rest.dropFirst().allSatisfy { $0 &- 0x30 < 10 }
    }

    /// Whether a byte may stand in a name as itself: `unreserved` and `sub-delims` (RFC 3986 §3.2.2).
    private static func isNameByte(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
            || "_~!$&'()*+,;=".utf8.contains(byte)
    }
}
