internal import COpenSSL

extension TLSFailure {
    /// Reasons that mean that client and server have no version in common.
    static let versionReasons: Set<Int> = [
        Int(SSL_R_UNSUPPORTED_PROTOCOL), Int(SSL_R_NO_PROTOCOLS_AVAILABLE), Int(SSL_R_VERSION_TOO_LOW),
        Int(SSL_R_UNKNOWN_PROTOCOL),
    ]

    /// Reasons that mean that what came was no TLS record.
    static let plainReasons: Set<Int> = [
        Int(SSL_R_WRONG_VERSION_NUMBER), Int(SSL_R_HTTP_REQUEST), Int(SSL_R_PACKET_LENGTH_TOO_LONG),
        Int(SSL_R_RECORD_TOO_SMALL),
    ]

    /// The name of an alert as in RFC 8446 §6, in words; its number where it has none.
    public static func name(ofAlert number: UInt8) -> String {
        // OpenSSL 3.0 can say it in an error and has no name for it alone.
        if number == SSL_AD_CERTIFICATE_REQUIRED { return "certificate required" }
        guard let text = SSL_alert_desc_string_long(Int32(number)) else { return String(number) }
        let name = String(cString: text)
        return name == "unknown" ? String(number) : name
    }
}
