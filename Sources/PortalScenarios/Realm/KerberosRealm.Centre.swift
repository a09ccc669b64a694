internal import Platform

extension KerberosRealm {
    /// The running key distribution centre of a realm.
    struct Centre: Sendable {
        let port: Int
        private let process: pid_t
        /// The centre ends when this end of a pipe is closed, also where this process is killed.
        private let lifeline: Int32

        /// Starts the centre on a free port; where another process takes the port in between, on the next one.
        init(_ plan: Plan, in folder: String, program: String) throws(Failure) {
            var words = ""
            for _ in 0..<3 {
                guard let port = Self.freePort() else { break }
                try KerberosRealm.writeSettings(plan, in: folder, port: port)
                guard let life = DescriptorPair.pipe() else { break }
                var isStarted = false
                defer {
                    close(life.reading)
                    if !isStarted { close(life.writing) }
                }
                guard let speech = DescriptorPair.pipe() else { break }
                defer { close(speech.reading) }
                // The shell waits for the end of its input, which comes when this process ends, however that is.
                let script =
                    #""$@" </dev/null & centre=$!; exec >/dev/null 2>&1; read -r gone; kill "$centre"; wait "$centre""#
                let process: pid_t
                do {
                    // Its own end of what it says is closed here, so that the reader hears the end.
                    defer { close(speech.writing) }
                    process = try RealmProgram.start(
                        ["/bin/sh", "-c", script, "sh", program, "-n"] + plan.realms.flatMap { ["-r", $0] }
                            + ["-P", folder + "/kdc.pid"],
                        environment: KerberosRealm.environment(folder), input: life.reading, output: speech.writing)
                }
                words = RealmProgram.text(from: speech.reading) { $0.contains("starting...") }
                isStarted = words.contains("starting...")
                if isStarted {
                    self.port = port
                    self.process = process
                    lifeline = life.writing
                    return
                }
                _ = ProgramStart.end(of: process)
            }
            let said = words.split(separator: "\n").joined(separator: "; ")
            throw Failure("krb5kdc does not start: \(said.isEmpty ? "it said nothing" : said)")
        }

        /// Ends it, once.
        func stop() {
            close(lifeline)
            _ = ProgramStart.end(of: process)
        }

        /// A loopback port that nothing listens on right now.
        private static func freePort() -> Int? {
            let descriptor = StreamSocket.open(family: AF_INET)
            guard descriptor >= 0 else { return nil }
            defer { close(descriptor) }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isBound = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
                }
            }
            return isBound ? Int(UInt16(bigEndian: address.sin_port)) : nil
        }
    }
}
