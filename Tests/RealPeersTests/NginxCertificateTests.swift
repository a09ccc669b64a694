import Testing

@Suite(.nginx) struct `Client certificates at nginx` {
    static let everyWay = CertificateCase.all([.required])

    @Test(arguments: everyWay) func `let the client in, and the portal names who came`(_ row: CertificateCase)
        async throws
    {
        try await CertificateChecks.letsIn(.nginx, row)
    }

    @Test(arguments: everyWay) func `that are missing or bad are told from every other fault`(_ row: CertificateCase)
        async throws
    {
        try await CertificateChecks.refuses(.nginx, row)
    }

    @Test(arguments: ["1.2", "1.3"]) func `may be left out where they are optional`(version: String) async throws {
        try await CertificateChecks.isOptional(.nginx, version: version)
    }

    @Test(arguments: ["1.2", "1.3"]) func `are chosen by the issuers that it names`(version: String) async throws {
        try await CertificateChecks.namesIssuers(.nginx, version: version)
    }
}
