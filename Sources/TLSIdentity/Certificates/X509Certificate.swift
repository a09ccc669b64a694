internal import COpenSSL

/// An X509 that is freed with its last owner and never changed once made, so it may be shared.
final class X509Certificate: @unchecked Sendable {
    let pointer: OpaquePointer

    init(owning pointer: OpaquePointer) { self.pointer = pointer }

    /// Shares a certificate with its other owners.
    init(sharing pointer: OpaquePointer) {
        X509_up_ref(pointer)
        self.pointer = pointer
    }

    deinit { X509_free(pointer) }

    /// Reads every certificate of a PEM text; empty where there is none.
    static func all(inPEM pem: String) -> [X509Certificate] {
        let bytes = Array(pem.utf8)
        return OpenSSLErrors.shielded {
            // The BIO only borrows the bytes.
            bytes.withUnsafeBytes { buffer -> [X509Certificate] in
                guard let bio = BIO_new_mem_buf(buffer.baseAddress, Int32(clamping: buffer.count)) else { return [] }
                defer { BIO_free(bio) }
                var certificates: [X509Certificate] = []
                // Without a callback OpenSSL would ask the terminal for the password of an encrypted text.
                while let pointer = PEM_read_bio_X509(bio, nil, { _, _, _, _ in -1 }, nil) {
                    certificates.append(X509Certificate(owning: pointer))
                }
                return certificates
            }
        }
    }

    func pem() throws(TLSIdentityError) -> String {
        try MemoryText.written("writing a certificate") { PEM_write_bio_X509($0, pointer) }
    }

    /// The DER form; empty only where OpenSSL cannot encode it.
    var der: [UInt8] {
        let count = i2d_X509(pointer, nil)
        guard count > 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, written in
            var position = buffer.baseAddress
            written = Int(max(0, i2d_X509(pointer, &position)))
        }
    }

    /// The issuer's distinguished name in DER.
    var issuerDER: [UInt8] { Self.der(of: X509_get_issuer_name(pointer)) }

    /// The DER form of a name; empty only where OpenSSL cannot encode it.
    static func der(of name: OpaquePointer?) -> [UInt8] {
        var start: UnsafePointer<UInt8>?
        var count = 0
        guard let name, X509_NAME_get0_der(name, &start, &count) == 1, let start else { return [] }
        return Array(UnsafeBufferPointer(start: start, count: count))
    }

    /// The extensions by OpenSSL's names for them, each with whether it is critical and its DER form.
    var extensionValues: [String: [UInt8]] {
        OpenSSLErrors.shielded {
            var values: [String: [UInt8]] = [:]
            for index in 0..<max(0, X509_get_ext_count(pointer)) {
                guard let found = X509_get_ext(pointer, index), let data = X509_EXTENSION_get_data(found) else {
                    continue
                }
                var name = [CChar](repeating: 0, count: 128)
                _ = OBJ_obj2txt(&name, Int32(name.count), X509_EXTENSION_get_object(found), 0)
                let text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
                let isCritical = X509_EXTENSION_get_critical(found) > 0
                values[text] = [isCritical ? 1 : 0] + CertificateSummary.bytes(of: data)
            }
            return values
        }
    }

    /// Whether the key signed this certificate.
    func isSigned(by key: PrivateKey) -> Bool {
        OpenSSLErrors.shielded { X509_verify(pointer, key.pointer) == 1 }
    }

    /// Whether a private key belongs to this certificate.
    func matches(_ key: PrivateKey) -> Bool {
        OpenSSLErrors.shielded { X509_check_private_key(pointer, key.pointer) == 1 }
    }
}
