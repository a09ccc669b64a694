internal import COpenSSL

/// What this room does to another library's SSL_CTX.
public enum TLSContext {
    /// What a client answers where a server asks for its certificate.
    public enum IdentityAnswer: Sendable {
        /// Nothing: the handshake goes on without one.
        case none
        /// This identity, whatever issuers the server names.
        case identity(ClientIdentity)
        /// The handshake ends there, once the server's own certificate has been verified.
        case undecided
    }

    /// Makes a client's SSL_CTX verify its server by an evaluation, answer requests for a certificate and tell what happens.
    ///
    /// Verification is switched on, the trusted authorities are replaced by the evaluation's, and every check (chain, dates,
    /// purpose, name) is made here. The pointer is an SSL_CTX of this very OpenSSL, see ``isThisOpenSSL(versionText:)``.
    /// The evaluation lives until the SSL_CTX is freed. Throws where an authority cannot be read or an identity not be used.
    public static func install(
        onSSLContext context: UnsafeMutableRawPointer, evaluation: ServerTrustEvaluation,
        identity: IdentityAnswer = .none
    ) throws(TLSIdentityError) {
        // The system's authorities are read when a certificate asks for them.
        let store = try AuthorityStores.store(authoritiesPEM: evaluation.authoritiesPEM, includesSystem: false)
        let context = OpaquePointer(context)
        if case .identity(let identity) = identity { try use(identity, on: context) }
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
        if case .undecided = identity {
            SSL_CTX_set_cert_cb(context, endAtCertificateRequest, box.toOpaque())
        } else {
            SSL_CTX_set_cert_cb(context, noteCertificateRequest, box.toOpaque())
        }
        // A server may also ask later, for one resource only (RFC 8446 §4.6.2). Without an identity too: else it refuses
        // the resource without having asked, and the client does not learn that it wanted a certificate.
        SSL_CTX_set_post_handshake_auth(context, 1)
        SSL_CTX_set_info_callback(context, noteStep)
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

    /// Called on every step of a handshake and on every alert.
    private static let noteStep: @convention(c) (OpaquePointer?, Int32, Int32) -> Void = { connection, what, detail in
        // The signature that proves an identity is written last of its three parts, and only where one is sent.
        let isProof = what & SSL_CB_LOOP != 0 && SSL_get_state(connection) == TLS_ST_CW_CERT_VRFY
        let isEnd = what & SSL_CB_HANDSHAKE_DONE != 0
        let isAlert = what & SSL_CB_ALERT != 0
        guard isProof || isEnd || isAlert, let connection,
            let box = SSL_CTX_get_ex_data(SSL_get_SSL_CTX(connection), slot)
        else { return }
        let evaluation = Unmanaged<ServerTrustEvaluation>.fromOpaque(box).takeUnretainedValue()
        if isProof { evaluation.noteIdentitySent() }
        if isEnd { evaluation.noteHandshakeDone(isSpokenLastByServer: SSL_version(connection) <= TLS1_2_VERSION) }
        if isAlert {
            evaluation.note(
                ServerTrustEvaluation.Alert(number: UInt8(detail & 0xFF), isReceived: what & SSL_CB_READ != 0))
        }
    }
}
