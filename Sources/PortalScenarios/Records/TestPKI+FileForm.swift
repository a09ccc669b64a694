internal import Platform
internal import TLSIdentity

extension TestPKI {
    /// More files are not kept.
    private static let mostForms = 256
    private static let forms = Locked<[String: [UInt8]]>([:])

    /// Another PKCS #12 file of the same recipe and identity, under another password and with other salts.
    ///
    /// What it has in common with the first is form, as the names of algorithms, or says no more than the certificates do. Other
    /// programs write the same form into files of their own.
    func formOfPKCS12(_ recipe: String, of identity: IssuedIdentity) throws(TLSIdentityError) -> [UInt8] {
        let key = "\(recipe) \(identity.leafSHA256)"
        if let known = Self.forms.withLock({ $0[key] }) { return known }
        let form = try pkcs12(recipe, password: WrongPassword.text(after: "form-"))
        Self.forms.withLock { forms in
            if forms.count >= Self.mostForms { forms = [:] }
            forms[key] = form
        }
        return form
    }
}
