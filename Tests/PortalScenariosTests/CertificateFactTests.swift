import FixtureFiles
import JSONValues
import PortalJudge
import StructuredText
import TLSIdentity
import Testing

@testable import PortalScenarios

/// What a client must find wrong with each certificate, beside the recipe that makes it.
@Suite struct `What is wrong with certificates` {
    @Test(arguments: CertificateRecipe.names(in: .embedded))
    func `stands in the table as the recipe has it`(_ name: String) throws {
        let recipe = try FixtureTree.embedded.text(at: "certs/\(name).json").value()
        var expected: Set<Reason> = []
        if recipe["issuer"] == "self" { expected.insert(.certificateSelfSigned) }
        if recipe["issuer"] == "untrusted-ca" { expected.insert(.certificateUnknownRoot) }
        if recipe["issuer"] == "intermediate", recipe["sends"]?.array?.contains("intermediate") == false {
            expected.insert(.certificateUnknownRoot)
        }
        // A name with letters beyond ASCII is served where it is asked for, and a certificate for addresses alone may be right.
        if let names = recipe["names"]?.array, recipe["addresses"] != nil, !names.contains("localhost") {
            expected.insert(.hostMismatch)
        }
        if recipe["validity"]?["to"]?.string?.hasPrefix("-") == true { expected.insert(.certificateExpired) }
        if recipe["validity"]?["from"]?.string.map({ !$0.hasPrefix("-") }) == true {
            expected.insert(.certificateNotYetValid)
        }
        if let purposes = recipe["extendedKeyUsage"]?.array, !purposes.contains("serverAuth") {
            expected.insert(.certificateWrongPurpose)
        }
        #expect(Set(CertificateFacts.flaws[name] ?? []) == expected)
    }
}
