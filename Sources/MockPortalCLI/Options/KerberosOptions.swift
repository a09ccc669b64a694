import ArgumentParser
import JSONValues
import Platform
import PortalAuthentication

/// Which hosts may see a Kerberos ticket, and whose it is.
struct KerberosOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Sign in to this host by Negotiate with your Kerberos ticket (kinit); *.example.com names every host below. May be repeated.",
            valueName: "host"))
    var negotiate: [String] = []

    @Option(
        help: ArgumentHelp("Get the ticket by this keytab instead, without kinit.", valueName: "file"),
        completion: .file())
    var keytab: String?

    @Option(
        help: ArgumentHelp("The principal whose key the keytab holds, as app@EXAMPLE.COM.", valueName: "name"))
    var principal: String?

    @Flag(help: "Let the host act for you: it is given a ticket of yours.")
    var delegate = false

    @Flag(help: "Let the ticket go over plain HTTP, too.")
    var negotiateOverHTTP = false

    func validate() throws {
        for host in negotiate {
            do { _ = try HostPattern(host) } catch { throw ValidationError("--negotiate: \(error.detail)") }
        }
        if (keytab == nil) != (principal == nil) {
            throw ValidationError("--keytab <file> and --principal <name> go together")
        }
        for (option, isGiven) in [
            ("--keytab", keytab != nil), ("--delegate", delegate), ("--negotiate-over-http", negotiateOverHTTP),
        ] where isGiven && negotiate.isEmpty {
            throw ValidationError("\(option) needs --negotiate <host>")
        }
        try Self.check(keytab: keytab)
    }

    /// Throws where a keytab that is named cannot be read; the Kerberos library would find out only when it needs a ticket.
    static func check(keytab: String?) throws(ValidationError) {
        guard let keytab, access(keytab, R_OK) != 0 else { return }
        throw ValidationError("--keytab \(keytab): it cannot be read (\(String(cString: strerror(errno))))")
    }

    /// Throws where others may use a keytab: its keys are as good as passwords.
    static func requirePrivacy(ofKeytab keytab: String?) throws(DocumentError) {
        guard let keytab else { return }
        // A pipe without a writer is not waited for; the library looks at it next.
        let descriptor = open(keytab, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw DocumentError(.unreadable, source: keytab, keyPath: "", problem: String(cString: strerror(errno)))
        }
        defer { close(descriptor) }
        do { try SecretFile.requirePrivacy(of: descriptor, keytab) } catch {
            throw DocumentError(.unreadable, source: keytab, keyPath: "", problem: error.description)
        }
    }

    /// What they come to; throws where others may use the keytab.
    func policy() throws(DocumentError) -> NegotiatePolicy {
        try Self.requirePrivacy(ofKeytab: keytab)
        var policy = NegotiatePolicy()
        policy.hosts = negotiate
        policy.ticket.isDelegated = delegate
        policy.allowsPlainHTTP = negotiateOverHTTP
        if let keytab, let principal { policy.ticket.source = .keytab(path: keytab, principal: principal) }
        return policy
    }
}
