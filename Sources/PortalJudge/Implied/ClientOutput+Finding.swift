extension ClientOutput {
    /// What is wrong where a secret stands in it.
    func finding(_ secret: String) -> Finding {
        switch place {
        case _ where place.hasPrefix("arguments of "):
            Finding(
                "secret.in-arguments", "\(secret) stands in the \(place), which other processes can read",
                expected: "secrets over standard input, or in a file that only its owner may read")
        case _ where place.hasPrefix("environment of "):
            Finding(
                "secret.in-environment", "\(secret) stands in the \(place), where the client was not given it",
                expected: "secrets in no variable but those in which they came")
        case _ where place.hasPrefix("temporary file "):
            Finding(
                "secret.in-temporary-file", "\(secret) appears in the client's \(place)",
                expected: "temporary files below TMPDIR, and none with a secret")
        case _ where isFile: Finding("secret.in-file", "\(secret) appears in the client's \(place)")
        default: Finding("secret.in-output", "\(secret) appears in the client's \(place)")
        }
    }
}
