internal import Platform

/// MIT Kerberos's GSS-API, opened when it is first asked for and never linked: where it is missing, nothing else is.
///
/// Its calls may wait for a key distribution centre: none of them is made on a thread of a task.
package final class GSSLibrary: Sendable {
    /// The one of this machine.
    ///
    /// The environment variable `MOCKPORTAL_GSSAPI` names another library than the usual ones. Throws with the reason
    /// ``GSSError/Reason/libraryMissing`` where there is none that has all functions.
    package static func shared() throws(GSSError) -> GSSLibrary { try opened.get() }
    private static let opened = Result { () throws(GSSError) in
        try GSSLibrary(at: getenv("MOCKPORTAL_GSSAPI").map { [String(cString: $0)] } ?? usual)
    }

    /// Where it is: MIT Kerberos by its soname, then as Homebrew puts it.
    private static let usual = [
        "libgssapi_krb5.so.2", "/opt/homebrew/opt/krb5/lib/libgssapi_krb5.dylib",
        "/usr/local/opt/krb5/lib/libgssapi_krb5.dylib",
    ]

    let functions: GSSFunctions

    /// Opens the first library that is there and complete.
    package init(at paths: [String]) throws(GSSError) {
        for path in paths {
            guard let functions = GSSFunctions(path) else { continue }
            self.functions = functions
            return
        }
        throw GSSError(
            .libraryMissing,
            "the GSS-API of MIT Kerberos cannot be opened (\(paths.joined(separator: ", "))); install it: Debian's "
                + "package libgssapi-krb5-2, Homebrew's krb5; MOCKPORTAL_GSSAPI names another file")
    }
}
