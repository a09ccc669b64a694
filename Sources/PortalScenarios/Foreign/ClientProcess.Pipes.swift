internal import CKeeper
internal import Platform

extension ClientProcess {
    /// The pipes between runner, keeper and program; the near ends are the runner's and never block.
    struct Pipes: Sendable {
        /// Standard input of the program; -1 where it has nothing to read.
        let input: Int32
        let output: Int32
        let errors: Int32
        let report: Int32
        let lifeline: Int32
        /// Standard input, output and error of the program, then the keeper's two.
        private let far: [Int32]

        init(hasInput: Bool) throws(ForeignCommandError) {
            var ends: [(near: Int32, far: Int32)] = []
            for isWritten in [true, false, false, false, true] {
                var both: [Int32] = [-1, -1]
                guard ckeeper_pipe(&both) == 0 else {
                    let number = errno
                    for end in ends.flatMap({ [$0.near, $0.far] }) { close(end) }
                    throw ForeignCommandError(
                        description: "the system has no pipe for the client: \(ClientProcess.text(of: number))")
                }
                ends.append(isWritten ? (both[1], both[0]) : (both[0], both[1]))
            }
            for end in ends { _ = fcntl(end.near, F_SETFL, O_NONBLOCK) }
            // A client that is given nothing to read finds the end at once.
            if !hasInput { close(ends[0].near) }
            input = hasInput ? ends[0].near : -1
            (output, errors, report, lifeline) = (ends[1].near, ends[2].near, ends[3].near, ends[4].near)
            far = ends.map(\.far)
        }

        /// Asks for a program to be started; false, with errno, where that cannot be asked.
        func start(_ path: String, _ arguments: [String], _ environment: [String]) -> Bool {
            let words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
            let settings: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
            defer { for text in words + settings { free(text) } }
            return ckeeper_start(path, words, settings, far, far[3], far[4]) == 0
        }

        /// Waits for the first report; nil where there is none and will be none. The far ends are closed before.
        func firstReport() -> ckeeper_report? {
            var words = ckeeper_report()
            while true {
                let count = read(report, &words, MemoryLayout<ckeeper_report>.size)
                if count == MemoryLayout<ckeeper_report>.size { return words }
                guard count < 0, errno == EAGAIN || errno == EINTR else { return nil }
                var place = pollfd(fd: report, events: Int16(POLLIN), revents: 0)
                _ = poll(&place, 1, -1)
            }
        }

        func closeFar() { for end in far { close(end) } }

        func closeNear() { for end in [input, output, errors, report, lifeline] where end >= 0 { close(end) } }
    }
}
