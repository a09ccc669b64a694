internal import CCurl
internal import HTTPSemantics

/// Owns the header fields of one request in libcurl's form; its bytes are wiped before they are given back.
struct HeaderList: ~Copyable {
    private(set) var first: UnsafeMutablePointer<curl_slist>?

    /// Takes the fields in their order, and keeps libcurl from adding any that were not asked for.
    init(_ fields: [HeaderField], hasBody: Bool) throws(CurlFailure) {
        first = nil
        for field in fields {
            // "Name;" is libcurl's way to send a field without a value (CURLOPT_HTTPHEADER). Blanks alone are none (RFC 9110 §5.5), and
            // libcurl would leave out the field.
            let isBlank = field.value.utf8.allSatisfy(\.isOptionalWhitespace)
            try append(isBlank ? "\(field.name);" : "\(field.name): \(field.value)")
        }
        // "Name:" is its way to leave out a field that it would add by itself.
        if !fields.contains(where: { $0.isNamed("Accept") }) { try append("Accept:") }
        if hasBody {
            if !fields.contains(where: { $0.isNamed("Content-Type") }) { try append("Content-Type:") }
            if !fields.contains(where: { $0.isNamed("Expect") }) { try append("Expect:") }
        }
    }

    deinit {
        var node = first
        while let list = node {
            if let text = list.pointee.data { WipedBytes.wipe(text, count: Self.length(of: text)) }
            node = list.pointee.next
        }
        curl_slist_free_all(first)
    }

    private mutating func append(_ line: String) throws(CurlFailure) {
        guard let longer = line.withCString({ curl_slist_append(first, $0) }) else { throw .outOfMemory }
        first = longer
    }

    private static func length(of text: UnsafePointer<CChar>) -> Int {
        var count = 0
        while text[count] != 0 { count += 1 }
        return count
    }
}
