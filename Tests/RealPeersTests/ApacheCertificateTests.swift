import Testing

@Suite(.apache) struct `Client certificates at Apache httpd` {
    static let everyWay = CertificateCase.all([.required, .refusedOverHTTP, .requiredUnder("/portal/sharing")])

    @Test(arguments: everyWay) func `let the client in, and the portal names who came`(_ row: CertificateCase)
        async throws
    {
        try await CertificateChecks.letsIn(.apache, row)
    }

    @Test(arguments: everyWay) func `that are missing or bad are told from every other fault`(_ row: CertificateCase)
        async throws
    {
        try await CertificateChecks.refuses(.apache, row)
    }

    @Test(arguments: ["1.2", "1.3"]) func `may be left out where they are optional`(version: String) async throws {
        try await CertificateChecks.isOptional(.apache, version: version)
    }

    @Test(arguments: ["1.2", "1.3"]) func `are chosen by the issuers that it names`(version: String) async throws {
        try await CertificateChecks.namesIssuers(.apache, version: version)
    }
}
