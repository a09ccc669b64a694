internal import COpenSSL

/// A password as OpenSSL's PKCS #12 functions take it; its bytes are wiped with its last owner.
final class PKCS12Password {
    /// Ends with a zero; nil is no password at all, which RFC 7292 appendix B encodes otherwise than an empty one.
    let start: UnsafeMutablePointer<CChar>?
    /// Without the zero at the end.
    let count: Int32

    init(_ text: String?) {
        guard let text else {
            (start, count) = (nil, 0)
            return
        }
        let bytes = text.utf8
        let start = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
        for (index, byte) in bytes.enumerated() { (start + index).initialize(to: CChar(bitPattern: byte)) }
        (start + bytes.count).initialize(to: 0)
        (self.start, count) = (start, Int32(clamping: bytes.count))
    }

    deinit {
        guard let start else { return }
        OPENSSL_cleanse(start, Int(count))
        start.deallocate()
    }

    /// What a user may have meant: no password and an empty one are the same to a person and encoded in two ways.
    static func candidates(for text: String?) -> [PKCS12Password] {
        guard let text, !text.isEmpty else { return [PKCS12Password(""), PKCS12Password(nil)] }
        return [PKCS12Password(text)]
    }
}
