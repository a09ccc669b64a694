/// A certificate with its key that signs others.
struct Authority: Sendable {
    let recipe: String
    let certificate: X509Certificate
    let key: PrivateKey
    let constraints: NameConstraints
    /// The recipes of the authorities above it, nearest first.
    let above: [String]

    /// The recipe of the authority at the top.
    var root: String { above.last ?? recipe }
}
