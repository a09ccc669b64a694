internal import COpenSSL

/// One run of OpenSSL's verification that goes on after every complaint (RFC 5280 §6.1), and the check of the name.
enum CertificateVerification {
    private typealias Finding = ServerTrustEvaluation.Finding

    private final class Findings {
        var list: [Finding] = []
    }

    /// Verifies and lets the evaluation decide; 1 goes on, 0 ends the handshake with the alert of the first defect.
    ///
    /// The handshake's own X509_STORE_CTX only lends the certificates and takes the verdict.
    static func run(_ context: OpaquePointer, for evaluation: ServerTrustEvaluation) -> Int32 {
        OpenSSLErrors.shielded {
            var findings = complaints(about: context, for: evaluation)
            if let leaf = X509_STORE_CTX_get0_cert(context), let mismatch = nameError(of: leaf, host: evaluation.host) {
                findings.append(finding(mismatch, depth: 0))
            }
            let refusal = evaluation.conclude(tidy(findings), chain: shown(in: context))
            X509_STORE_CTX_set_error(context, refusal ?? X509_V_OK)
            return refusal == nil ? 1 : 0
        }
    }

    /// Tries the given authorities alone, then with the system's, which are slow to read and seldom needed.
    private static func complaints(about context: OpaquePointer, for evaluation: ServerTrustEvaluation) -> [Finding] {
        var findings = [finding(X509_V_ERR_UNSPECIFIED, depth: 0)]
        for includesSystem in evaluation.includesSystemAuthorities ? [false, true] : [false] {
            if !includesSystem, evaluation.includesSystemAuthorities, evaluation.authoritiesPEM.isEmpty { continue }
            let store = try? AuthorityStores.store(
                authoritiesPEM: evaluation.authoritiesPEM, includesSystem: includesSystem)
            guard let store else { return findings }
            findings = complaints(about: context, trusting: store)
            if findings.isEmpty { break }
        }
        return findings
    }

    private static func complaints(about outer: OpaquePointer, trusting store: AuthorityStores.Store) -> [Finding] {
        let context = X509_STORE_CTX_new()
        defer { X509_STORE_CTX_free(context) }
        guard let context,
            X509_STORE_CTX_init(
                context, store.pointer, X509_STORE_CTX_get0_cert(outer), X509_STORE_CTX_get0_untrusted(outer)) == 1,
            X509_STORE_CTX_set_default(context, "ssl_server") == 1
        else { return [finding(X509_V_ERR_UNSPECIFIED, depth: 0)] }
        // Keys and digests must be as strong as the connection's security level asks for.
        X509_VERIFY_PARAM_set_auth_level(
            X509_STORE_CTX_get0_param(context), X509_VERIFY_PARAM_get_auth_level(X509_STORE_CTX_get0_param(outer)))
        let findings = Findings()
        // Lifetime: `findings` outlives the one call that may call back, and the context borrows the store.
        withExtendedLifetime((findings, store)) {
            X509_STORE_CTX_set_ex_data(context, slot, Unmanaged.passUnretained(findings).toOpaque())
            X509_STORE_CTX_set_verify_cb(context, noteComplaint)
            if X509_verify_cert(context) <= 0, findings.list.isEmpty {
                let number = X509_STORE_CTX_get_error(context)
                findings.list = [finding(number == X509_V_OK ? X509_V_ERR_UNSPECIFIED : number, depth: 0)]
            }
        }
        return findings.list
    }

    private static let slot = copenssl_new_verification_slot()

    /// Notes one complaint and lets verification go on.
    private static let noteComplaint: @convention(c) (Int32, OpaquePointer?) -> Int32 = { verdict, context in
        guard verdict != 1, let context, let box = X509_STORE_CTX_get_ex_data(context, slot) else { return 1 }
        let findings = Unmanaged<Findings>.fromOpaque(box).takeUnretainedValue()
        let certificate = X509_STORE_CTX_get_current_cert(context).map {
            CertificateSummary(X509Certificate(sharing: $0))
        }
        let complaint = finding(
            X509_STORE_CTX_get_error(context), depth: Int(X509_STORE_CTX_get_error_depth(context)), certificate)
        if !findings.list.contains(complaint) { findings.list.append(complaint) }
        return 1
    }

    private static func finding(_ number: Int32, depth: Int, _ certificate: CertificateSummary? = nil) -> Finding {
        Finding(
            defect: CertificateDefect(openSSLError: number), depth: depth, openSSLError: number,
            certificate: certificate)
    }

    /// A leaf that is its own issuer is said to be that, not to have an unknown issuer as well.
    private static func tidy(_ list: [Finding]) -> [Finding] {
        guard list.contains(where: { $0.defect == .selfSigned }) else { return list }
        return list.filter { $0.defect != .unknownRoot }
    }

    /// Compares the subject alternative names with the host; the common name does not count (RFC 9525 §2).
    private static func nameError(of leaf: OpaquePointer, host: String) -> Int32? {
        if let octets = AddressBlock.octets(of: host) {
            return X509_check_ip(leaf, octets, octets.count, 0) == 1 ? nil : X509_V_ERR_IP_ADDRESS_MISMATCH
        }
        let flags = UInt32(X509_CHECK_FLAG_NEVER_CHECK_SUBJECT | X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS)
        // A leading dot would ask OpenSSL for any name below.
        let fits = !host.isEmpty && host.first != "." && X509_check_host(leaf, host, host.utf8.count, flags, nil) == 1
        return fits ? nil : X509_V_ERR_HOSTNAME_MISMATCH
    }

    /// The certificates that the server sent, leaf first.
    private static func shown(in context: OpaquePointer) -> [CertificateSummary] {
        guard let leaf = X509_STORE_CTX_get0_cert(context) else { return [] }
        var list = [CertificateSummary(X509Certificate(sharing: leaf))]
        let sent = X509_STORE_CTX_get0_untrusted(context)
        for index in 0..<max(0, OPENSSL_sk_num(sent)) {
            guard let pointer = OPENSSL_sk_value(sent, index) else { continue }
            let certificate = X509Certificate(sharing: OpaquePointer(pointer))
            if index == 0, X509_cmp(certificate.pointer, leaf) == 0 { continue }
            list.append(CertificateSummary(certificate))
        }
        return list
    }
}
