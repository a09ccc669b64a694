internal import COpenSSL

/// A PKCS #12 file (RFC 7292) as it was parsed and before anything in it is opened; judged by its bytes alone.
final class PKCS12File {
    /// No honest file comes near it: a key, a leaf and a long chain take some ten kilobytes.
    static let greatestSize = 1 << 20

    let pointer: OpaquePointer

    init(_ bytes: [UInt8]) throws(PKCS12Error) {
        guard bytes.count <= Self.greatestSize else {
            throw PKCS12Error(
                .invalidData,
                "\(bytes.count) bytes are too many for a PKCS #12 file; the most are \(Self.greatestSize)")
        }
        guard bytes.first == 0x30 else { throw PKCS12Error(.invalidData, Self.whatItIsInstead(bytes)) }
        if let announced = Self.announcedSize(bytes), announced > bytes.count {
            throw PKCS12Error(
                .invalidData,
                "the file is cut short: it has \(bytes.count) of \(announced) bytes; fetch it anew")
        }
        ERR_clear_error()
        let parsed = bytes.withUnsafeBufferPointer { buffer in
            var position = buffer.baseAddress
            return d2i_PKCS12(nil, &position, buffer.count)
        }
        guard let parsed else {
            let entries = OpenSSLErrors.drain()
            throw PKCS12Error(
                .invalidData,
                Self.isCertificate(bytes)
                    ? "the file is a certificate alone, in DER; export it together with its key as PKCS #12"
                    : Self.isPKCS7(bytes)
                        ? "the file is PKCS #7, which holds certificates and no key; export certificate and key as PKCS #12"
                        : "the file is no PKCS #12 file, or it is damaged", openSSL: entries)
        }
        pointer = parsed
    }

    deinit { PKCS12_free(pointer) }

    /// How long the outermost value says it is, with its header; nil where it does not say (X.690 §8.1.3).
    private static func announcedSize(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 2 else { return 2 }
        let first = Int(bytes[1])
        if first < 0x80 { return 2 + first }
        let count = first & 0x7F
        guard (1...4).contains(count) else { return nil }
        guard bytes.count >= 2 + count else { return 2 + count }
        return 2 + count + bytes[2..<2 + count].reduce(0) { $0 << 8 | Int($1) }
    }

    private static func isCertificate(_ bytes: [UInt8]) -> Bool {
        OpenSSLErrors.shielded {
            bytes.withUnsafeBufferPointer { buffer in
                var position = buffer.baseAddress
                let certificate = d2i_X509(nil, &position, buffer.count)
                X509_free(certificate)
                return certificate != nil
            }
        }
    }

    /// Names a file that does not begin as DER does.
    private static func whatItIsInstead(_ bytes: [UInt8]) -> String {
        guard !bytes.isEmpty else { return "the file is empty" }
        if let label = PEMLabels.all(in: bytes.prefix(65536)).first {
            return "the file is PEM text (\(label)), not PKCS #12; "
                + "`openssl pkcs12 -export -in CERTIFICATE -inkey KEY -out FILE` makes one"
        }
        if bytes.starts(with: [0xFE, 0xED, 0xFE, 0xED]) || bytes.starts(with: [0xCE, 0xCE, 0xCE, 0xCE]) {
            return "the file is a Java key store, not PKCS #12; "
                + "`keytool -importkeystore -srckeystore FILE -destkeystore NEW.p12 -deststoretype PKCS12` makes one"
        }
        if bytes.starts(with: "MII".utf8) { return "the file is a base 64 text, not PKCS #12 itself; decode it first" }
        return "the file is no PKCS #12 file: it does not begin with a DER sequence"
    }

    /// Whether a sequence begins with the type of signed data (RFC 2315 §9.1, 1.2.840.113549.1.7.2).
    private static func isPKCS7(_ bytes: [UInt8]) -> Bool {
        let type: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
        // Behind the head of the sequence, whose length takes one to five bytes.
        return (2...6).contains { bytes.dropFirst($0).starts(with: type) }
    }
}
