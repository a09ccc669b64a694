internal import COpenSSL
internal import Platform

/// One certificate before it is signed (RFC 5280 §4.1).
struct CertificateDraft {
    /// The common name; left out where it is longer than the 64 characters that X.520 allows.
    var commonName: String
    /// Seconds since 1970.
    var validity: Range<Int64>
    /// What the certificate may do.
    var role: Role

    enum Role {
        case authority(pathLength: Int, NameConstraints, [CertificateRecipe.Purpose])
        case leaf(names: [DNSName], addresses: [AddressBlock], [CertificateRecipe.Purpose])
    }

    /// Signs the draft for a key; without an issuer the key signs for itself.
    func signed(for key: PrivateKey, by issuer: (certificate: X509Certificate, key: PrivateKey)?)
        throws(TLSIdentityError) -> X509Certificate
    {
        let doing = "issuing a certificate for \(commonName)"
        let certificate = X509Certificate(owning: try OpenSSLErrors.check(doing) { X509_new() })
        let pointer = certificate.pointer
        try OpenSSLErrors.check(doing) { X509_set_version(pointer, 2) }
        try setSerial(of: pointer)
        try setName(of: pointer)
        try OpenSSLErrors.check(doing) {
            X509_set_issuer_name(pointer, X509_get_subject_name(issuer?.certificate.pointer ?? pointer))
        }
        try key.publish(in: pointer)
        for (time, field) in [
            (validity.lowerBound, X509_getm_notBefore(pointer)), (validity.upperBound, X509_getm_notAfter(pointer)),
        ] {
            _ = try OpenSSLErrors.check(doing) { ASN1_TIME_set(field, time_t(time)) }
        }
        for (identifier, text) in extensions {
            try add(identifier, text, to: pointer, issuer: issuer?.certificate.pointer ?? pointer)
        }
        try OpenSSLErrors.check(doing) { X509_sign(pointer, (issuer?.key ?? key).pointer, Digest.sha256Method) }
        return certificate
    }

    /// Extensions in OpenSSL's words; the subject key identifier comes first because others refer to it.
    private var extensions: [(Int32, String)] {
        var list: [(Int32, String)] = [
            (NID_subject_key_identifier, "hash"), (NID_authority_key_identifier, "keyid:always"),
        ]
        switch role {
        case .authority(let pathLength, let constraints, let purposes):
            list.append((NID_basic_constraints, "critical,CA:TRUE,pathlen:\(pathLength)"))
            list.append((NID_key_usage, "critical,keyCertSign,cRLSign"))
            list.append((NID_name_constraints, constraints.extensionText))
            list += Self.extendedKeyUsage(purposes)
        case .leaf(let names, let addresses, let purposes):
            list.append((NID_basic_constraints, "critical,CA:FALSE"))
            list.append((NID_key_usage, "critical,digitalSignature"))
            list += Self.extendedKeyUsage(purposes)
            let alternatives = names.map { "DNS:" + $0.text } + addresses.map { "IP:" + $0.address }
            if !alternatives.isEmpty { list.append((NID_subject_alt_name, alternatives.joined(separator: ","))) }
        }
        return list
    }

    private static func extendedKeyUsage(_ purposes: [CertificateRecipe.Purpose]) -> [(Int32, String)] {
        purposes.isEmpty ? [] : [(NID_ext_key_usage, purposes.map(\.rawValue).joined(separator: ","))]
    }

    private func add(
        _ identifier: Int32, _ text: String, to certificate: OpaquePointer, issuer: OpaquePointer
    ) throws(TLSIdentityError) {
        try OpenSSLErrors.check("writing the extension \(text)") {
            var context = X509V3_CTX()
            X509V3_set_ctx(&context, issuer, certificate, nil, nil, 0)
            let made = X509V3_EXT_nconf_nid(nil, &context, identifier, text)
            defer { X509_EXTENSION_free(made) }
            return made == nil ? 0 : X509_add_ext(certificate, made, -1)
        }
    }

    /// Sets a serial of 126 random bits, 16 bytes long and never zero (RFC 5280 §4.1.2.2).
    private func setSerial(of certificate: OpaquePointer) throws(TLSIdentityError) {
        var bytes = randomBytes(16)
        bytes[0] = bytes[0] & 0x7F | 0x40
        try OpenSSLErrors.check("setting a serial number") {
            let number = BN_bin2bn(bytes, Int32(bytes.count), nil)
            defer { BN_free(number) }
            return BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate)) == nil ? 0 : 1
        }
    }

    private func setName(of certificate: OpaquePointer) throws(TLSIdentityError) {
        let name = X509_get_subject_name(certificate)
        var parts = [("O", "mockportal")]
        if commonName.unicodeScalars.count <= 64 { parts.append(("CN", commonName)) }
        for (kind, text) in parts {
            try OpenSSLErrors.check("writing the subject \(text)") {
                X509_NAME_add_entry_by_txt(name, kind, MBSTRING_FLAG, Array(text.utf8), Int32(text.utf8.count), -1, 0)
            }
        }
    }
}
