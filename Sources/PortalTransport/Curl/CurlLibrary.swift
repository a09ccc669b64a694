internal import CCurl
internal import TLSIdentity

/// The libcurl that this process runs with.
enum CurlLibrary {
    /// Initializes it once and checks that it can do what the transport promises.
    static func check() throws(TransportError) {
        guard initialization == CURLE_OK else {
            throw TransportError(
                .library, url: "", detail: "libcurl could not be initialized",
                curlCode: Int32(bitPattern: initialization.rawValue))
        }
        guard let version = ccurl_version() else {
            throw TransportError(.library, url: "", detail: "libcurl does not tell its version")
        }
        let tls = version.pointee.ssl_version.map { String(cString: $0) } ?? "none"
        guard TLSContext.isThisOpenSSL(versionText: tls) else {
            throw TransportError(
                .library, url: "",
                detail: "libcurl's TLS is \(tls), not the OpenSSL that this program is linked to; "
                    + "link it to a libcurl built with that OpenSSL (Debian: libcurl4-openssl-dev, Homebrew: curl)")
        }
    }

    /// What can be decompressed without surprises: gzip and deflate, where libcurl was built with zlib.
    static let contentEncodings: String? = {
        guard let version = ccurl_version() else { return nil }
        return version.pointee.features & CURL_VERSION_LIBZ != 0 ? "gzip, deflate" : nil
    }()

    private static let initialization = ccurl_global_init()
}
