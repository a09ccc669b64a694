internal import CCurl

/// An option of an easy handle together with the Swift type of its value.
struct CurlOption<Value> {
    let raw: CURLoption
}

extension CurlOption where Value == Int {
    static var connectTimeoutMilliseconds: Self { Self(raw: CURLOPT_CONNECTTIMEOUT_MS) }
    static var httpVersion: Self { Self(raw: CURLOPT_HTTP_VERSION) }
    static var sslVersion: Self { Self(raw: CURLOPT_SSLVERSION) }
    static var verifyHost: Self { Self(raw: CURLOPT_SSL_VERIFYHOST) }
    static var proxySSLVersion: Self { Self(raw: CURLOPT_PROXY_SSLVERSION) }
    static var verifyProxyHost: Self { Self(raw: CURLOPT_PROXY_SSL_VERIFYHOST) }
    static var proxyAuthentication: Self { Self(raw: CURLOPT_PROXYAUTH) }
    static var headerSeparation: Self { Self(raw: CURLOPT_HEADEROPT) }
    static var netrc: Self { Self(raw: CURLOPT_NETRC) }
    /// Where a Swift `Int` is 64 bits wide, so is a `curl_off_t`.
    static var bodySize: Self { Self(raw: CURLOPT_POSTFIELDSIZE_LARGE) }
}

extension CurlOption where Value == Bool {
    static var followsRedirects: Self { Self(raw: CURLOPT_FOLLOWLOCATION) }
    static var verifiesPeer: Self { Self(raw: CURLOPT_SSL_VERIFYPEER) }
    static var verifiesProxy: Self { Self(raw: CURLOPT_PROXY_SSL_VERIFYPEER) }
    static var noSignal: Self { Self(raw: CURLOPT_NOSIGNAL) }
    static var noDelay: Self { Self(raw: CURLOPT_TCP_NODELAY) }
    static var pathAsIs: Self { Self(raw: CURLOPT_PATH_AS_IS) }
    static var connectsAnew: Self { Self(raw: CURLOPT_FRESH_CONNECT) }
    static var quickExit: Self { Self(raw: CURLOPT_QUICK_EXIT) }
    static var waitsForMultiplexing: Self { Self(raw: CURLOPT_PIPEWAIT) }
    static var suppressesConnectHeaders: Self { Self(raw: CURLOPT_SUPPRESS_CONNECT_HEADERS) }
    static var hidesProgress: Self { Self(raw: CURLOPT_NOPROGRESS) }
    static var isGet: Self { Self(raw: CURLOPT_HTTPGET) }
    static var isPost: Self { Self(raw: CURLOPT_POST) }
    static var isHead: Self { Self(raw: CURLOPT_NOBODY) }
}

extension CurlOption where Value == String? {
    static var url: Self { Self(raw: CURLOPT_URL) }
    static var customMethod: Self { Self(raw: CURLOPT_CUSTOMREQUEST) }
    static var userAgent: Self { Self(raw: CURLOPT_USERAGENT) }
    static var acceptEncoding: Self { Self(raw: CURLOPT_ACCEPT_ENCODING) }
    static var protocols: Self { Self(raw: CURLOPT_PROTOCOLS_STR) }
    static var proxy: Self { Self(raw: CURLOPT_PROXY) }
    static var proxyUserName: Self { Self(raw: CURLOPT_PROXYUSERNAME) }
    static var proxyPassword: Self { Self(raw: CURLOPT_PROXYPASSWORD) }
    static var proxyAuthorityFile: Self { Self(raw: CURLOPT_PROXY_CAINFO) }
    static var proxyAuthorityFolder: Self { Self(raw: CURLOPT_PROXY_CAPATH) }
    static var directHosts: Self { Self(raw: CURLOPT_NOPROXY) }
    static var authorityFile: Self { Self(raw: CURLOPT_CAINFO) }
    static var authorityFolder: Self { Self(raw: CURLOPT_CAPATH) }
}

extension CurlOption where Value == UnsafeMutableRawPointer? {
    static var share: Self { Self(raw: CURLOPT_SHARE) }
    static var privatePointer: Self { Self(raw: CURLOPT_PRIVATE) }
    static var errorBuffer: Self { Self(raw: CURLOPT_ERRORBUFFER) }
    static var bodyBytes: Self { Self(raw: CURLOPT_POSTFIELDS) }
    static var writeContext: Self { Self(raw: CURLOPT_WRITEDATA) }
    static var readContext: Self { Self(raw: CURLOPT_READDATA) }
    static var seekContext: Self { Self(raw: CURLOPT_SEEKDATA) }
    static var headerContext: Self { Self(raw: CURLOPT_HEADERDATA) }
    static var tlsContext: Self { Self(raw: CURLOPT_SSL_CTX_DATA) }
    static var preRequestContext: Self { Self(raw: CURLOPT_PREREQDATA) }
    static var progressContext: Self { Self(raw: CURLOPT_XFERINFODATA) }
    static var openSocketContext: Self { Self(raw: CURLOPT_OPENSOCKETDATA) }
    static var closeSocketContext: Self { Self(raw: CURLOPT_CLOSESOCKETDATA) }
}
