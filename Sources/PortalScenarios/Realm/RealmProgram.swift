internal import Platform

/// Programs of MIT Kerberos that a realm needs, in a session of their own: an interrupt at the terminal reaches this process alone.
enum RealmProgram {
    /// Where a program is: in the folder that `MOCKPORTAL_KERBEROS` names, else among Homebrew's krb5, on the path, or where
    /// administrators' programs stand.
    ///
    /// Throws with what brings it where it is nowhere.
    static func path(of name: String) throws(KerberosRealm.Failure) -> String {
        let path = getenv("PATH").map { String(cString: $0) } ?? ""
        let folders =
            getenv("MOCKPORTAL_KERBEROS").map { [String(cString: $0)] } ?? homebrew
            + path.split(separator: ":").map(String.init) + ["/usr/sbin", "/sbin", "/usr/local/sbin"]
        for folder in folders where access("\(folder)/\(name)", X_OK) == 0 { return "\(folder)/\(name)" }
        throw KerberosRealm.Failure(
            "\(name) is not there, which a Kerberos realm needs; install MIT Kerberos (Debian: apt-get install krb5-kdc "
                + "krb5-admin-server krb5-user; Homebrew: krb5); MOCKPORTAL_KERBEROS names another folder of its programs"
        )
    }

    /// First, for macOS has a kinit of another Kerberos on the path.
    private static let homebrew = ["/opt/homebrew", "/usr/local"].flatMap {
        ["\($0)/opt/krb5/sbin", "\($0)/opt/krb5/bin"]
    }

    /// Runs a program to its end; its input is a file, and what it says goes into another one.
    ///
    /// Throws with what it said where it fails; gives what it said otherwise.
    @discardableResult
    static func run(
        _ arguments: [String], environment: [String: String], input: String = "/dev/null", output: String
    ) throws(KerberosRealm.Failure) -> String {
        let from = open(input, O_RDONLY | O_CLOEXEC)
        guard from >= 0 else { throw .system("open", input) }
        defer { close(from) }
        let to = open(output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard to >= 0 else { throw .system("open", output) }
        defer { close(to) }
        let code = ProgramStart.end(of: try start(arguments, environment: environment, input: from, output: to))
        let said = contents(of: output)
        guard code == 0 else {
            let lines = said.split(separator: "\n").suffix(3).joined(separator: "; ")
            throw KerberosRealm.Failure("\(arguments[0]) failed with \(code): \(lines)")
        }
        return said
    }

    /// Starts a program; what it says goes to one descriptor.
    static func start(
        _ arguments: [String], environment: [String: String], input: Int32? = nil, output: Int32
    ) throws(KerberosRealm.Failure) -> pid_t {
        do throws(ProgramStart.Failure) {
            return try ProgramStart.start(
                arguments, environment: environment, input: input, output: output, errors: output)
        } catch {
            throw KerberosRealm.Failure("cannot start \(arguments[0]): \(error)")
        }
    }

    /// The beginning of a file that a program has written.
    private static func contents(of path: String) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        return text(from: descriptor) { _ in false }
    }

    /// What comes through a descriptor until a text is enough, or it ends; at most 64 KiB.
    static func text(from descriptor: Int32, until isEnough: (String) -> Bool) -> String {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        while bytes.count < 65_536 {
            let count = read(descriptor, &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += part[..<count]
            if isEnough(String(decoding: bytes, as: UTF8.self)) { break }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Writes a file that only this user may read.
    static func write(_ bytes: [UInt8], to path: String) throws(KerberosRealm.Failure) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system("write", path) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Platform.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let failure = KerberosRealm.Failure.system("write", path)
                close(descriptor)
                throw failure
            }
            rest = rest.dropFirst(count)
        }
        guard close(descriptor) == 0 else { throw .system("write", path) }
    }
}
