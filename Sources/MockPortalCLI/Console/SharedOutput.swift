import JSONValues
import MockPortalServer
import Platform

/// A regular file that an output goes to and that others than its owner may read: no password belongs there, and no address that is one.
///
/// A shell makes such a file for `> serve.log`, unless the umask says otherwise (umask(2)). Who reads a terminal or a pipe is known to
/// the user who joined them.
struct SharedOutput {
    /// Its mode in octal, as `0644`.
    let mode: String
    /// Where what is left out stands; nil for nowhere.
    let readyFile: String?

    /// Looks at a descriptor; nil where what goes there is not such a file.
    init?(_ descriptor: Int32 = STDOUT_FILENO, readyFile: String? = nil) {
        var facts = stat()
        // One without a name, as of memfd_create(2), is opened by descriptor alone.
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_nlink > 0,
            facts.st_mode & 0o044 != 0
        else { return nil }
        let digits = String(UInt32(facts.st_mode) & 0o7777, radix: 8)
        mode = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        self.readyFile = readyFile.map { file in
            // It is made later, so it is named by its folder.
            let cut = file.lastIndex(of: "/").map { file.index(after: $0) } ?? file.startIndex
            let folder = OutputFile.absolute(cut == file.startIndex ? "." : String(file[..<cut]))
            return (folder == "/" ? "" : folder) + "/" + file[cut...]
        }
    }

    /// Throws where an object for programs would lack what they need, and stands nowhere else.
    func requireReadyFile() throws(CommandFailure) {
        guard readyFile == nil else { return }
        throw CommandFailure(
            "--json: standard output is a file that others may read (its mode is \(mode)), and passwords would go into it; name a "
                + "file that only you can read with --ready-file <file>, or type umask 077 before the file is made",
            .couldNotJudge)
    }

    /// What stands in the place of what is left out, or beside it where the output is named.
    func lines(naming name: String = "this file") -> [String] {
        let place =
            readyFile.map { "\($0), which only you can read, has them." }
            ?? "To have them, add --ready-file <file>, or type umask 077 before \(name) is made."
        return [
            "Others may read \(name) (its mode is \(mode)), so it holds no password, key or control address.", place,
        ]
    }

    /// The members of an object for programs that hold no secret, with the place of the others.
    func shown(_ document: JSONValue, without secrets: Set<String>) -> JSONValue {
        var members = (document.object ?? [:]).filter { !secrets.contains($0.key) }
        members["readyFile"] = readyFile.map { .string($0) }
        return .object(members)
    }

    /// The members of the object of a portal that hold passwords, keys or the control API's address.
    static let secretsOfPortal: Set = [
        "users", "identities", "oauthClients", "apiKeys", "identityProviders", "secondFactors", "controlURL",
    ]
}
