internal import COpenSSL

extension X509Certificate {
    /// What its name constraints permit; nil where there are none or where they cannot be read.
    var nameConstraints: NameConstraints? {
        OpenSSLErrors.shielded {
            guard let found = X509_get_ext_d2i(pointer, NID_name_constraints, nil, nil) else { return nil }
            let constraints = found.assumingMemoryBound(to: NAME_CONSTRAINTS.self)
            defer { NAME_CONSTRAINTS_free(constraints) }
            let permitted = constraints.pointee.permittedSubtrees
            var names: [String] = []
            var addresses: [String] = []
            for index in 0..<max(0, OPENSSL_sk_num(permitted)) {
                guard let tree = OPENSSL_sk_value(permitted, index)?.assumingMemoryBound(to: GENERAL_SUBTREE.self),
                    let base = tree.pointee.base
                else { continue }
                switch base.pointee.type {
                case GEN_DNS:
                    names.append(String(decoding: CertificateSummary.bytes(of: base.pointee.d.dNSName), as: UTF8.self))
                case GEN_IPADD:
                    let octets = CertificateSummary.bytes(of: base.pointee.d.iPAddress)
                    let half = octets.count / 2
                    guard let address = AddressBlock.text(of: Array(octets[..<half])) else { continue }
                    addresses.append("\(address)/\(octets[half...].reduce(0) { $0 + $1.nonzeroBitCount })")
                default: continue
                }
            }
            return try? NameConstraints(names: names, addresses: addresses)
        }
    }
}
