internal import Platform

/// A program that this test run has built.
package enum BuiltProgram {
    /// The path of a product beside the tests.
    package static func path(_ name: String) -> String {
        // On macOS the tests sit in a bundle, several folders below the products.
        var folder = CommandLine.arguments[0][...]
        for _ in 0..<6 {
            guard let slash = folder.lastIndex(of: "/") else { break }
            folder = folder[..<slash]
            let program = "\(folder)/\(name)"
            if access(program, X_OK) == 0 { return program }
        }
        return name
    }
}
