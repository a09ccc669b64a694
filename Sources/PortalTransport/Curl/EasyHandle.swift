internal import CCurl

/// Owns one easy handle of libcurl; to be used on one thread at a time.
struct EasyHandle: ~Copyable {
    private let handle: UnsafeMutableRawPointer

    init() throws(CurlFailure) {
        guard let handle = curl_easy_init() else { throw .outOfMemory }
        self.handle = handle
    }

    deinit { curl_easy_cleanup(handle) }

    /// Lends the handle itself, for the multi handle.
    borrowing func withHandle<Result>(_ body: (UnsafeMutableRawPointer) -> Result) -> Result { body(handle) }

    borrowing func set(_ option: CurlOption<Int>, to value: Int) throws(CurlFailure) {
        // Options from 30000 on take a curl_off_t (curl.h, CURLOPTTYPE_OFF_T).
        if option.raw.rawValue >= UInt32(CURLOPTTYPE_OFF_T) {
            try Self.check(ccurl_easy_set_offset(handle, option.raw, curl_off_t(value)))
        } else {
            try Self.check(ccurl_easy_set_long(handle, option.raw, value))
        }
    }

    borrowing func set(_ option: CurlOption<Bool>, to value: Bool) throws(CurlFailure) {
        try Self.check(ccurl_easy_set_long(handle, option.raw, value ? 1 : 0))
    }

    /// libcurl copies the text.
    borrowing func set(_ option: CurlOption<String?>, to value: String?) throws(CurlFailure) {
        guard let value else { return try Self.check(ccurl_easy_set_string(handle, option.raw, nil)) }
        try Self.check(value.withCString { ccurl_easy_set_string(handle, option.raw, $0) })
    }

    /// libcurl only borrows the pointer: what it points to outlives the option.
    borrowing func set(
        _ option: CurlOption<UnsafeMutableRawPointer?>, borrowing value: UnsafeMutableRawPointer?
    ) throws(CurlFailure) {
        try Self.check(ccurl_easy_set_pointer(handle, option.raw, value))
    }

    /// libcurl only borrows the list: it outlives the transfer.
    borrowing func setHeaders(borrowing list: borrowing HeaderList) throws(CurlFailure) {
        try Self.check(ccurl_easy_set_list(handle, CURLOPT_HTTPHEADER, list.first))
    }

    /// libcurl only borrows the list: it outlives the handle's use.
    borrowing func setConnectTo(borrowing list: borrowing TextList) throws(CurlFailure) {
        try Self.check(ccurl_easy_set_list(handle, CURLOPT_CONNECT_TO, list.first))
    }

    borrowing func clearHeaders() throws(CurlFailure) {
        try Self.check(ccurl_easy_set_list(handle, CURLOPT_HTTPHEADER, nil))
    }

    borrowing func setFunctions(
        write: curl_write_callback, header: curl_write_callback, read: curl_read_callback,
        seek: curl_seek_callback, tls: curl_ssl_ctx_callback,
        preRequest: curl_prereq_callback, progress: curl_xferinfo_callback, openSocket: curl_opensocket_callback,
        closeSocket: curl_closesocket_callback
    ) throws(CurlFailure) {
        try Self.check(ccurl_easy_set_write_function(handle, CURLOPT_WRITEFUNCTION, write))
        try Self.check(ccurl_easy_set_write_function(handle, CURLOPT_HEADERFUNCTION, header))
        try Self.check(ccurl_easy_set_read_function(handle, read))
        try Self.check(ccurl_easy_set_seek_function(handle, seek))
        try Self.check(ccurl_easy_set_ssl_ctx_function(handle, tls))
        try Self.check(ccurl_easy_set_prereq_function(handle, preRequest))
        try Self.check(ccurl_easy_set_progress_function(handle, progress))
        try Self.check(ccurl_easy_set_open_socket_function(handle, openSocket))
        try Self.check(ccurl_easy_set_close_socket_function(handle, closeSocket))
    }

    /// The status of a proxy's answer to CONNECT; 0 without one.
    var connectStatus: Int {
        var status = 0
        _ = ccurl_easy_get_long(handle, CURLINFO_HTTP_CONNECTCODE, &status)
        return status
    }

    /// The schemes by which a proxy asked who sends the request.
    var proxySchemes: ProxySchemes {
        var schemes = 0
        _ = ccurl_easy_get_long(handle, CURLINFO_PROXYAUTH_AVAIL, &schemes)
        return ProxySchemes(rawValue: schemes)
    }

    /// What a SOCKS proxy refused, as a code of CURLPX_…; 0 for nothing.
    var proxyRefusal: Int {
        var code = 0
        _ = ccurl_easy_get_long(handle, CURLINFO_PROXY_ERROR, &code)
        return code
    }

    /// Whether a first read on the connection, for the request's answer, has come back.
    var hasBegunToRead: Bool {
        var microseconds: curl_off_t = 0
        _ = ccurl_easy_get_offset(handle, CURLINFO_STARTTRANSFER_TIME_T, &microseconds)
        return microseconds > 0
    }

    private static func check(_ code: CURLcode) throws(CurlFailure) {
        guard code == CURLE_OK else { throw CurlFailure(easy: code) }
    }
}
