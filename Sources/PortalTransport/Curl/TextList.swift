internal import CCurl

/// Owns a list of texts in libcurl's form.
struct TextList: ~Copyable {
    private(set) var first: UnsafeMutablePointer<curl_slist>?

    init(_ texts: [String]) throws(CurlFailure) {
        first = nil
        for text in texts {
            guard let longer = text.withCString({ curl_slist_append(first, $0) }) else { throw .outOfMemory }
            first = longer
        }
    }

    deinit { curl_slist_free_all(first) }
}
