import TestFolders

extension TemporaryFolder {
    /// The options that name a store in it, with a file that holds the passphrase.
    func store() throws -> [String] {
        ["--store", path + "/store", "--store-passphrase-file", try write("correct horse\n", as: "passphrase")]
    }
}
