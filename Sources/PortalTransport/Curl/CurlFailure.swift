internal import CCurl

/// A refusal of libcurl itself, with its own words for it.
struct CurlFailure: Error {
    let code: Int32
    let words: String

    init(easy code: CURLcode) {
        self.code = Int32(bitPattern: code.rawValue)
        words = curl_easy_strerror(code).map { String(cString: $0) } ?? "unknown error"
    }

    init(multi code: CURLMcode) {
        self.code = code.rawValue
        words = curl_multi_strerror(code).map { String(cString: $0) } ?? "unknown error"
    }

    /// Memory for a handle could not be had.
    static var outOfMemory: CurlFailure { CurlFailure(easy: CURLE_OUT_OF_MEMORY) }
}
