internal import COpenSSL

/// Answers to a server that asks for a client certificate; OpenSSL asks them once the server's own is verified.
extension TLSContext {
    /// Gives an SSL_CTX its own references to an identity: leaf, key and exactly the certificates that came with it.
    static func use(_ identity: ClientIdentity, on context: OpaquePointer) throws(TLSIdentityError) {
        try OpenSSLErrors.check("offering the certificate of \(identity.certificate.subject)") {
            SSL_CTX_use_certificate(context, identity.leaf.pointer)
        }
        for certificate in identity.chain {
            try OpenSSLErrors.check("offering the issuers of \(identity.certificate.subject)") {
                copenssl_add_chain_certificate(context, certificate.pointer)
            }
        }
        try OpenSSLErrors.check("offering the key of \(identity.certificate.subject)") {
            SSL_CTX_use_PrivateKey(context, identity.key.pointer)
        }
        // Else OpenSSL adds what it finds among the authorities that servers are trusted by.
        SSL_CTX_ctrl(context, SSL_CTRL_MODE, Int(SSL_MODE_NO_AUTO_CHAIN), nil)
    }

    /// Goes on with whatever certificate the context has, or none.
    static let noteCertificateRequest: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Int32 = {
        connection, box in
        guard let connection, let box else { return 1 }
        Unmanaged<ServerTrustEvaluation>.fromOpaque(box).takeUnretainedValue()
            .note(acceptableIssuers: acceptableIssuers(on: connection))
        return 1
    }

    /// Ends the connection: zero is an error to OpenSSL.
    static let endAtCertificateRequest: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Int32 = {
        connection, box in
        guard let connection, let box else { return 0 }
        let evaluation = Unmanaged<ServerTrustEvaluation>.fromOpaque(box).takeUnretainedValue()
        evaluation.note(acceptableIssuers: acceptableIssuers(on: connection))
        if !evaluation.hasCompletedHandshake { sayGoodbye(on: connection) }
        // With the goodbye said, OpenSSL sends no alert of its own: nothing is wrong with either side, least of all internally.
        SSL_set_shutdown(connection, SSL_SENT_SHUTDOWN)
        evaluation.noteUndecided()
        return 0
    }

    /// Sends `user_canceled` and `close_notify` (RFC 8446 §6.1, RFC 5246 §7.2) in a first handshake.
    ///
    /// There the client has not begun to encrypt under either version, and OpenSSL itself has no call that sends an alert. After a
    /// first handshake the connection is closed without a word instead, for the same reason.
    private static func sayGoodbye(on connection: OpaquePointer) {
        // What the server has sent besides is read first: closing over unread bytes would reset the connection, and a reset
        // can overtake the alerts (RFC 1122 §4.2.2.13).
        withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 1) { scratch in
            var turns = 0
            while turns < 8, BIO_read(SSL_get_rbio(connection), scratch.baseAddress, Int32(scratch.count)) > 0 {
                turns += 1
            }
        }
        goodbye.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
                let count = BIO_write(SSL_get_wbio(connection), start, Int32(rest.count))
                guard count > 0 else { return }
                rest = rest.dropFirst(Int(count))
            }
        }
    }

    /// Two records of type alert, each of two bytes: level warning and number.
    private static let goodbye: [UInt8] = [0x15, 3, 3, 0, 2, 1, 90, 0x15, 3, 3, 0, 2, 1, 0]

    private static func acceptableIssuers(on connection: OpaquePointer) -> [[UInt8]] {
        let names = SSL_get0_peer_CA_list(connection)
        return (0..<max(0, OPENSSL_sk_num(names))).compactMap { index in
            guard let name = OPENSSL_sk_value(names, index) else { return nil }
            let der = X509Certificate.der(of: OpaquePointer(name))
            return der.isEmpty ? nil : der
        }
    }
}
