internal import COpenSSL

/// One run of OpenSSL's verification that goes on after every complaint (RFC 5280 §6.1), and the check of the name.
enum CertificateVerification {
    private final class Findings {
        var list: [ServerTrustEvaluation.Finding] = []
    }

    /// Verifies and lets the evaluation decide; 1 goes on, 0 ends the handshake with the alert of the first defect.
    static func run(_ context: OpaquePointer, for evaluation: ServerTrustEvaluation) -> Int32 {
        OpenSSLErrors.shielded {
            let findings = Findings()
            // Lifetime: `findings` outlives the call of X509_verify_cert; the slot is cleared before it goes.
            withExtendedLifetime(findings) {
                X509_STORE_CTX_set_ex_data(context, slot, Unmanaged.passUnretained(findings).toOpaque())
                X509_STORE_CTX_set_verify_cb(context, noteComplaint)
                if X509_verify_cert(context) <= 0, findings.list.isEmpty {
                    let number = X509_STORE_CTX_get_error(context)
                    note(number == X509_V_OK ? X509_V_ERR_UNSPECIFIED : number, depth: 0, in: findings)
                }
                X509_STORE_CTX_set_ex_data(context, slot, nil)
            }
            let leaf = X509_STORE_CTX_get0_cert(context)
            if let leaf, let mismatch = nameError(of: leaf, host: evaluation.host) { note(mismatch, depth: 0, in: findings) }
            let refusal = evaluation.conclude(tidy(findings.list), chain: shown(in: context))
            X509_STORE_CTX_set_error(context, refusal ?? X509_V_OK)
            return refusal == nil ? 1 : 0
        }
    }

    private static let slot = copenssl_new_verification_slot()

    /// Notes one complaint and lets verification go on.
    private static let noteComplaint: @convention(c) (Int32, OpaquePointer?) -> Int32 = { verdict, context in
        guard verdict != 1, let context, let box = X509_STORE_CTX_get_ex_data(context, slot) else { return 1 }
        note(
            X509_STORE_CTX_get_error(context), depth: Int(X509_STORE_CTX_get_error_depth(context)),
            in: Unmanaged<Findings>.fromOpaque(box).takeUnretainedValue())
        return 1
    }

    private static func note(_ number: Int32, depth: Int, in findings: Findings) {
        let finding = ServerTrustEvaluation.Finding(
            defect: CertificateDefect(openSSLError: number), depth: depth, openSSLError: number)
        if !findings.list.contains(finding) { findings.list.append(finding) }
    }

    /// A leaf that is its own issuer is said to be that, not to have an unknown issuer as well.
    private static func tidy(_ list: [ServerTrustEvaluation.Finding]) -> [ServerTrustEvaluation.Finding] {
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
