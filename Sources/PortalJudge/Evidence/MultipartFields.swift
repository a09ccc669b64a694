internal import HTTPSemantics

/// The fields of a multipart/form-data body as received (RFC 7578), read tolerantly: evidence may be cut off anywhere.
enum MultipartFields {
    /// The fields of a body, in order, without its files; nil where its head names no boundary.
    static func fields(_ request: Journal.Request) -> [(name: String, value: String)]? {
        guard let boundary = boundary(of: request) else { return nil }
        // What a boundary needs before it may be missing at the start.
        let body = [0x0D, 0x0A] + request.body
        let delimiter = Array("\r\n--".utf8) + boundary
        var starts: [Int] = []
        var index = 0
        while let found = first(delimiter, in: body, from: index) {
            starts.append(found)
            index = found + delimiter.count
        }
        return starts.indices.compactMap { position in
            let end = position + 1 < starts.count ? starts[position + 1] : body.count
            return field(body[(starts[position] + delimiter.count)..<end])
        }
    }

    /// The body with other values of its fields; a value for which nothing is given stays. Nil where it is none of fields.
    static func body(of request: Journal.Request, replacing replacement: (String, [UInt8]) -> [UInt8]?) -> [UInt8]? {
        guard let boundary = boundary(of: request) else { return nil }
        let delimiter = Array("\r\n--".utf8) + boundary
        var result: [UInt8] = []
        // What a boundary needs before it may be missing at the start.
        let body = [0x0D, 0x0A] + request.body
        var start = 0
        while start < body.count {
            let end = first(delimiter, in: body, from: start + 1) ?? body.count
            let part = Array(body[start..<end])
            let shown = field(part.dropFirst(delimiter.count)).flatMap { replacement($0.name, Array($0.value.utf8)) }
            if let shown, let head = first([0x0D, 0x0A, 0x0D, 0x0A], in: part, from: 2) {
                result += part[..<(head + 4)] + shown
            } else {
                result += part
            }
            start = end
        }
        return Array(result.dropFirst(2))
    }

    /// The body with the same boundary as every other, since libraries make one up for each request.
    static func comparable(_ request: Journal.Request) -> [UInt8] {
        guard let boundary = boundary(of: request) else { return request.body }
        var result: [UInt8] = []
        var index = 0
        while let found = first(boundary, in: request.body, from: index) {
            result += request.body[index..<found]
            result.append(UInt8(ascii: "*"))
            index = found + boundary.count
        }
        return result + request.body[index...]
    }

    /// The boundary that `Content-Type` names; nil for any other body.
    private static func boundary(of request: Journal.Request) -> [UInt8]? {
        guard let type = request.headers.first(named: "Content-Type"),
            type.lowercased().contains("multipart/form-data"),
            let value = parameter("boundary", of: Array(type.utf8)), !value.isEmpty
        else { return nil }
        return value
    }

    /// One part behind its boundary: the rest of that line, header fields, an empty line, the value.
    private static func field(_ part: ArraySlice<UInt8>) -> (name: String, value: String)? {
        let bytes = Array(part)
        guard let line = first([0x0D, 0x0A], in: bytes, from: 0),
            let end = first([0x0D, 0x0A, 0x0D, 0x0A], in: bytes, from: line)
        else { return nil }
        // Lines are told apart as bytes: to a String, CRLF is one character among others.
        var start = line + 2
        while start < end {
            let stop = min(first([0x0D, 0x0A], in: bytes, from: start) ?? end, end)
            defer { start = stop + 2 }
            let written = Array(bytes[start..<stop])
            guard String(decoding: written.prefix(20), as: UTF8.self).lowercased() == "content-disposition:" else {
                continue
            }
            guard let name = parameter("name", of: written), parameter("filename", of: written) == nil,
                parameter("filename*", of: written) == nil
            else { return nil }
            let field = FormField(
                name: PercentEncoding.decodeText(String(decoding: name, as: UTF8.self)),
                value: String(decoding: bytes[(end + 4)...], as: UTF8.self))
            return (field.name, field.value)
        }
        return nil
    }

    /// The bytes of a parameter, without quotes and backslashes; nil where there is none.
    private static func parameter(_ name: String, of field: [UInt8]) -> [UInt8]? {
        var index = field.firstIndex(of: UInt8(ascii: ";")) ?? field.count
        while index < field.count {
            index += 1
            let start = index
            var value: [UInt8] = []
            var equals: Int?
            var isQuoted = false
            while index < field.count, isQuoted || field[index] != UInt8(ascii: ";") {
                if field[index] == UInt8(ascii: "\"") {
                    isQuoted.toggle()
                } else if isQuoted, field[index] == UInt8(ascii: "\\"), index + 1 < field.count {
                    index += 1
                    value.append(field[index])
                } else if equals == nil, field[index] == UInt8(ascii: "=") {
                    equals = index
                } else if equals != nil {
                    value.append(field[index])
                }
                index += 1
            }
            guard let equals else { continue }
            let written = String(decoding: field[start..<equals], as: UTF8.self)
            guard written.lowercased().filter({ $0 != " " && $0 != "\t" }) == name else { continue }
            while value.last == UInt8(ascii: " ") { value.removeLast() }
            return value
        }
        return nil
    }

    private static func first(_ wanted: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        guard let head = wanted.first, bytes.count >= wanted.count else { return nil }
        var index = start
        while index <= bytes.count - wanted.count {
            if bytes[index] == head, bytes[index..<index + wanted.count].elementsEqual(wanted) { return index }
            index += 1
        }
        return nil
    }
}
