internal import FixtureFiles
internal import Platform
internal import TLSIdentity

/// The one authority that all portals of a test process come from, so that a client can be told once whom to trust.
enum TestAuthority {
    private struct State {
        var pki: TestPKI?
        var file: String?
    }
    private static let state = Locked(State())

    /// The authority with the certificates that it has issued. The fixtures are those of the first call: the embedded ones.
    static func pki(_ fixtures: FixtureTree) throws -> TestPKI {
        try state.withLock { state in
            let pki = try state.pki ?? TestPKI(fixtures: fixtures)
            state.pki = pki
            return pki
        }
    }

    /// A file that holds its certificate in PEM.
    static func file() throws -> String {
        let pki = try pki(.embedded)
        return try state.withLock { state in
            if let file = state.file { return file }
            let folder = try TestFiles.makeFolder("mockportal-authority")
            let file = try TestFiles.write(Array(pki.authorityPEM.utf8), to: folder + "/ca.pem")
            state.file = file
            return file
        }
    }
}
