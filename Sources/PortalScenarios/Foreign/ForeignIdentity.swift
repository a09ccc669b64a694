internal import PortalJudge
internal import TLSIdentity

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// A client certificate as a foreign client is given it: in both of the usual forms, in files that only their owner may read.
struct ForeignIdentity {
    let p12: String
    let password: String
    let certificate: String
    let key: String
    /// Every secret in it.
    let canaries: [Canary]

    init(_ name: String, of pki: TestPKI, in sandbox: ForeignSandbox) throws {
        let identity = try pki.issueIdentity(name)
        password = WrongPassword.text(after: "p12-")
        let file = try pki.pkcs12(name, password: password)
        let form = try pki.formOfPKCS12(name, of: identity)
        canaries =
            [Canary(name: "p12:\(name)", kind: .identityPassword, value: password, origins: [])]
            + Canary.key(of: identity) + Canary.file("\(name).p12", file, besides: form, of: identity)
        p12 = try sandbox.write(Data(file), as: "\(name).p12")
        certificate = try sandbox.write(Data(identity.chainPEM.utf8), as: "\(name).pem")
        key = try sandbox.write(Data(identity.keyPEM.expanded.utf8), as: "\(name).key")
        sandbox.keys.add(canaries)
    }
}
