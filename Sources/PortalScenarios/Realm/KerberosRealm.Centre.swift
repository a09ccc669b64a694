internal import Platform

extension KerberosRealm {
    /// The running key distribution centre of a realm.
    struct Centre: Sendable {
        let port: Int
        private let process: pid_t
        /// The centre ends when this end of a pipe is closed, also where this process is killed.
        private let lifeline: Int32

        /// Starts the centre on a free port, which is kept for it until it listens; three ports are tried.
        init(_ plan: Plan, in folder: String, program: String) throws(Failure) {
            var words = ""
            for _ in 0..<3 {
                guard let port = try? ReservedPort() else { break }
                try KerberosRealm.writeSettings(plan, in: folder, port: port.number)
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
                words = withExtendedLifetime(port) {
                    RealmProgram.text(from: speech.reading) { $0.contains("starting...") }
                }
                isStarted = words.contains("starting...")
                if isStarted {
                    self.port = port.number
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
    }
}
