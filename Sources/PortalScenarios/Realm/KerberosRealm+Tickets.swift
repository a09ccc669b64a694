internal import Platform

extension KerberosRealm {
    /// Which ticket a client holds.
    package enum Ticket: String, Sendable, CaseIterable {
        /// One that is good.
        case valid
        /// None: the cache is not there.
        case none
        /// One whose time was over before it was issued.
        case expired
        /// One whose time begins in an hour (RFC 4120 §2.4).
        case notYetValid = "not-yet-valid"
        /// One of the neighbouring realm.
        case otherRealm = "other-realm"
    }

    /// What is in the ticket cache of a client.
    package struct Holding: Sendable, Hashable {
        package var ticket = Ticket.valid
        package var user = "alice"
        /// Hosts for whose web servers a ticket is in the cache already.
        package var services: [String] = []
        /// How far the client's clock is ahead of the realm's, in seconds.
        package var secondsAhead: Int32 = 0

        package init() {}
    }

    /// Fills a ticket cache of its own, and gives its path; of no ticket nothing is made. Waits for the centre.
    package func makeCache(_ holding: Holding, as name: String) throws(Failure) -> String {
        let path = "\(folder)/\(name)"
        guard holding.ticket != .none else { return path }
        let realm = holding.ticket == .otherRealm ? plan.neighbour ?? plan.realm : plan.realm
        var words = [try RealmProgram.path(of: "kinit")]
        switch holding.ticket {
        // The centre issues it like any other: it ends before it begins.
        case .expired: words += ["-l", "-10m"]
        case .notYetValid: words += ["-s", "1h", "-l", "5m"]
        case .valid, .none, .otherRealm: break
        }
        try run(words + ["-k", "-t", usersKeytab, "\(holding.user)@\(realm)"], filling: path)
        for host in holding.services {
            try run([try RealmProgram.path(of: "kvno"), "HTTP/\(host)@\(plan.realm)"], filling: path)
        }
        if holding.secondsAhead != 0 { try Self.moveClock(of: path, by: holding.secondsAhead) }
        return path
    }

    private func run(_ words: [String], filling path: String) throws(Failure) {
        var environment = Self.environment(folder)
        environment["KRB5CCNAME"] = "FILE:\(path)"
        defer { unlink("\(path).log") }
        try RealmProgram.run(words, environment: environment, output: "\(path).log")
    }

    /// Notes in a cache how far the clock of its client is ahead.
    ///
    /// MIT Kerberos keeps what it learned of the centre's clock in the head of the file (Credential cache file format, tag 1,
    /// `DeltaTime`), and adds it to this machine's time wherever it writes a time into a message.
    private static func moveClock(of path: String, by seconds: Int32) throws(Failure) {
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system("open", path) }
        defer { close(descriptor) }
        // Version 4, the head's length, one field: its tag, its length, seconds, microseconds.
        let head: [UInt8] = [5, 4, 0, 12, 0, 1, 0, 8]
        var found = [UInt8](repeating: 0, count: head.count)
        guard pread(descriptor, &found, found.count, 0) == found.count, found == head else {
            throw Failure("the ticket cache \(path) has no place for the difference of clocks, which kinit makes")
        }
        let offset = withUnsafeBytes(of: seconds.bigEndian) { Array($0) }
        guard pwrite(descriptor, offset, offset.count, off_t(head.count)) == offset.count else {
            throw .system("write", path)
        }
    }
}
