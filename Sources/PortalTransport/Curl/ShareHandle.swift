internal import CCurl

/// Owns the connections and TLS sessions that the easy handles of one pool have in common.
///
/// No lock functions are set: every handle of a share runs on the loop's thread. The handles are gone before it is.
struct ShareHandle: ~Copyable {
    private let handle: UnsafeMutableRawPointer

    private init(owning handle: UnsafeMutableRawPointer) { self.handle = handle }

    static func make() throws(CurlFailure) -> ShareHandle {
        guard let handle = curl_share_init() else { throw .outOfMemory }
        for data in [CURL_LOCK_DATA_CONNECT, CURL_LOCK_DATA_SSL_SESSION] {
            guard ccurl_share_set_int(handle, CURLSHOPT_SHARE, Int32(bitPattern: data.rawValue)) == CURLSHE_OK else {
                curl_share_cleanup(handle)
                throw .outOfMemory
            }
        }
        return ShareHandle(owning: handle)
    }

    /// Closes every connection in it.
    deinit { curl_share_cleanup(handle) }

    borrowing func withHandle<Result>(
        _ body: (UnsafeMutableRawPointer) throws(CurlFailure) -> Result
    ) throws(CurlFailure) -> Result {
        try body(handle)
    }
}
