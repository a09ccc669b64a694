internal import COpenSSL

/// What this room does to another library's SSL_CTX.
public enum TLSContext {
    /// Makes a client's SSL_CTX verify its server by an evaluation and tell it what happens.
    ///
    /// Verification is switched on, the trusted authorities are replaced by the evaluation's, and every check (chain, dates,
    /// purpose, name) is made here. The pointer is an SSL_CTX of this very OpenSSL, see ``isThisOpenSSL(versionText:)``.
    /// The evaluation lives until the SSL_CTX is freed. Throws where an authority cannot be read.
    public static func install(
        onSSLContext context: UnsafeMutableRawPointer, evaluation: ServerTrustEvaluation
    ) throws(TLSIdentityError) {
        // The system's authorities are read when a certificate asks for them.
        let store = try AuthorityStores.store(authoritiesPEM: evaluation.authoritiesPEM, includesSystem: false)
        let context = OpaquePointer(context)
        // The slot owns one reference; `releaseEvaluation` gives it back when the SSL_CTX goes, after every SSL made of it.
        let box = Unmanaged.passRetained(evaluation)
        let former = SSL_CTX_get_ex_data(context, slot)
        do {
            try OpenSSLErrors.check("attaching to a TLS context") { SSL_CTX_set_ex_data(context, slot, box.toOpaque()) }
        } catch {
            box.release()
            throw error
        }
        if let former { Unmanaged<ServerTrustEvaluation>.fromOpaque(former).release() }
        SSL_CTX_set1_cert_store(context, store.pointer)
        SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
        SSL_CTX_set_cert_verify_callback(context, verify, box.toOpaque())
        SSL_CTX_set_cert_cb(context, noteCertificateRequest, box.toOpaque())
        SSL_CTX_set_info_callback(context, noteAlert)
    }

    /// Whether a version text such as libcurl's `OpenSSL/3.0.19` names the OpenSSL that this process has loaded here.
    ///
    /// Names in parentheses are libraries that libcurl has but does not use (`curl_version_info`).
    public static func isThisOpenSSL(versionText: String) -> Bool {
        versionText.split(separator: " ").contains { $0 == "OpenSSL/" + version }
    }

    /// The version of the OpenSSL that this process has loaded: `3.0.22`.
    static var version: String { OpenSSL_version(OPENSSL_VERSION_STRING).map { String(cString: $0) } ?? "" }

    private static let slot = copenssl_new_context_slot(releaseEvaluation)

    private static let releaseEvaluation:
        @convention(c) (
            UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutablePointer<CRYPTO_EX_DATA>?, Int32, Int,
            UnsafeMutableRawPointer?
        ) -> Void = { _, box, _, _, _, _ in
            if let box { Unmanaged<ServerTrustEvaluation>.fromOpaque(box).release() }
        }

    private static let verify: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Int32 = { context, box in
        guard let context, let box else { return 0 }
        return CertificateVerification.run(
            context, for: Unmanaged<ServerTrustEvaluation>.fromOpaque(box).takeUnretainedValue())
    }

    /// Called when the server asks for a certificate; goes on with whatever certificate the context has.
    private static let noteCertificateRequest: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Int32 = {
        connection, box in
        guard let connection, let box else { return 1 }
        var issuers: [[UInt8]] = []
        let names = SSL_get0_peer_CA_list(connection)
        for index in 0..<max(0, OPENSSL_sk_num(names)) {
            guard let name = OPENSSL_sk_value(names, index) else { continue }
            var start: UnsafePointer<UInt8>?
            var count = 0
            guard X509_NAME_get0_der(OpaquePointer(name), &start, &count) == 1, let start else { continue }
            issuers.append(Array(UnsafeBufferPointer(start: start, count: count)))
        }
        Unmanaged<ServerTrustEvaluation>.fromOpaque(box).takeUnretainedValue().note(acceptableIssuers: issuers)
        return 1
    }

    /// Called on every step of a handshake; only alerts are of interest.
    private static let noteAlert: @convention(c) (OpaquePointer?, Int32, Int32) -> Void = { connection, what, detail in
        guard what & SSL_CB_ALERT != 0, let connection, let box = SSL_CTX_get_ex_data(SSL_get_SSL_CTX(connection), slot)
        else { return }
        Unmanaged<ServerTrustEvaluation>.fromOpaque(box).takeUnretainedValue().note(
            ServerTrustEvaluation.Alert(number: UInt8(detail & 0xFF), isReceived: what & SSL_CB_READ != 0))
    }
}
