import COpenSSL

@testable import TLSIdentity

/// A TLS handshake between an issued certificate and an evaluation, in memory: what a server would meet, without a socket.
enum LoopbackHandshake {
    /// A version of TLS that both sides are held to.
    enum Version: String, Sendable, CaseIterable {
        case tls12 = "1.2"
        case tls13 = "1.3"
    }

    /// What a server asks of a client's certificate.
    struct Demand: Sendable {
        let authorityPEM: String
        let isRequired: Bool
        let namesIssuers: Bool

        init(authorityPEM: String, isRequired: Bool = true, namesIssuers: Bool = true) {
            self.authorityPEM = authorityPEM
            self.isRequired = isRequired
            self.namesIssuers = namesIssuers
        }
    }

    /// How a handshake ended.
    struct Outcome: Sendable {
        /// Whether both sides finished it and the client read what the server sent after it.
        let isComplete: Bool
        /// The alerts that the server got from the client, in their order.
        let alertsAtServer: [UInt8]
        /// Fingerprints of the certificates that the server got from the client, leaf first.
        let clientChainAtServer: [String]
        /// The text of the client's first error.
        let clientError: String
    }

    /// Runs a handshake; without a demand the server asks for no certificate.
    static func run(
        server certificate: IssuedCertificate, client evaluation: ServerTrustEvaluation, version: Version,
        identity: TLSContext.IdentityAnswer = .none, demand: Demand? = nil
    ) throws(TLSIdentityError) -> Outcome {
        let serverContext = try Context(server: certificate, version: version)
        if let demand { serverContext.make(demand) }
        let clientContext = try Context(version: version)
        try TLSContext.install(
            onSSLContext: UnsafeMutableRawPointer(clientContext.pointer), evaluation: evaluation, identity: identity)
        let server = SSL_new(serverContext.pointer)
        let client = SSL_new(clientContext.pointer)
        defer {
            SSL_free(server)
            SSL_free(client)
        }
        var ends: (OpaquePointer?, OpaquePointer?) = (nil, nil)
        BIO_new_bio_pair(&ends.0, 0, &ends.1, 0)
        SSL_set_bio(server, ends.0, ends.0)
        SSL_set_bio(client, ends.1, ends.1)
        SSL_set_accept_state(server)
        SSL_set_connect_state(client)
        let alerts = Alerts()
        SSL_set_ex_data(server, 0, Unmanaged.passUnretained(alerts).toOpaque())
        SSL_set_info_callback(server, noteAlert)

        var clientError = ""
        var serverReason = 0
        // Each side moves until both rest; a handshake needs three turns, tickets and alerts one more.
        for _ in 0..<8 {
            if clientError.isEmpty { clientError = step(client) }
            let error = step(server)
            if serverReason == 0, let reason = TLSFailure.reason(in: error) { serverReason = reason }
        }
        // Lifetime: the alerts outlive every step of the server.
        let received = withExtendedLifetime(alerts) { alerts.received }
        let finished = SSL_is_init_finished(client) == 1 && SSL_is_init_finished(server) == 1
        return Outcome(
            isComplete: finished && clientError.isEmpty && serverReason == 0,
            alertsAtServer: received, clientChainAtServer: clientChain(at: server), clientError: clientError)
    }

    private final class Alerts {
        var received: [UInt8] = []
    }

    private static let noteAlert: @convention(c) (OpaquePointer?, Int32, Int32) -> Void = { server, what, detail in
        guard what & SSL_CB_ALERT != 0, what & SSL_CB_READ != 0, let box = SSL_get_ex_data(server, 0) else { return }
        Unmanaged<Alerts>.fromOpaque(box).takeUnretainedValue().received.append(UInt8(detail & 0xFF))
    }

    private static func clientChain(at server: OpaquePointer?) -> [String] {
        guard let leaf = SSL_get0_peer_certificate(server) else { return [] }
        let sent = SSL_get_peer_cert_chain(server)
        let others = (0..<max(0, OPENSSL_sk_num(sent))).compactMap { OPENSSL_sk_value(sent, $0) }
        return ([leaf] + others.map { OpaquePointer($0) }).map {
            CertificateSummary(X509Certificate(sharing: $0)).sha256
        }
    }

    /// Lets one side do what it can; the first error it met, as text.
    private static func step(_ side: OpaquePointer?) -> String {
        ERR_clear_error()
        if SSL_do_handshake(side) == 1 {
            var byte: UInt8 = 0
            SSL_read(side, &byte, 1)
        }
        return OpenSSLErrors.drain().first?.text ?? ""
    }

    /// An SSL_CTX that is freed with its owner.
    private final class Context {
        let pointer: OpaquePointer

        init(version: Version) throws(TLSIdentityError) {
            pointer = try OpenSSLErrors.check("making a TLS context") { SSL_CTX_new(TLS_method()) }
            let number = Int(version == .tls12 ? TLS1_2_VERSION : TLS1_3_VERSION)
            // What the macros SSL_CTX_set_min_proto_version and SSL_CTX_set_max_proto_version are.
            for bound in [SSL_CTRL_SET_MIN_PROTO_VERSION, SSL_CTRL_SET_MAX_PROTO_VERSION] {
                try OpenSSLErrors.check("choosing a TLS version") { Int32(SSL_CTX_ctrl(pointer, bound, number, nil)) }
            }
        }

        convenience init(server certificate: IssuedCertificate, version: Version) throws(TLSIdentityError) {
            try self.init(version: version)
            let pointer = pointer
            let key = try PrivateKey(pem: certificate.keyPEM.expanded)
            for (index, sent) in X509Certificate.all(inPEM: certificate.chainPEM).enumerated() {
                try OpenSSLErrors.check("showing a certificate") {
                    index == 0
                        ? SSL_CTX_use_certificate(pointer, sent.pointer)
                        : copenssl_add_chain_certificate(pointer, sent.pointer)
                }
            }
            try OpenSSLErrors.check("using a key") { SSL_CTX_use_PrivateKey(pointer, key.pointer) }
        }

        deinit { SSL_CTX_free(pointer) }

        func make(_ demand: Demand) {
            for authority in X509Certificate.all(inPEM: demand.authorityPEM) {
                if demand.namesIssuers { SSL_CTX_add_client_CA(pointer, authority.pointer) }
                X509_STORE_add_cert(SSL_CTX_get_cert_store(pointer), authority.pointer)
            }
            let mode = demand.isRequired ? SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT : SSL_VERIFY_PEER
            SSL_CTX_set_verify(pointer, mode, nil)
        }
    }
}
