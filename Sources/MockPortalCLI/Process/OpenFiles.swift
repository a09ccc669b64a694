import Platform

/// How many descriptors the process may have open.
enum OpenFiles {
    /// What a portal with all its connections, a few sandboxes and the control API needs.
    private static let wanted = 8192

    /// What the process has open beside the runs, and what one run has at most: a portal, its connections and a client. Measured in
    /// runs of all scenarios: 44 for one at a time, 209 for eight.
    private static let (ofProcess, ofRun) = (48, 32)

    /// Raises the limit, and gives how many runs of scenarios may go on side by side, of those that are wanted.
    ///
    /// Throws where not even one can: a run that finds no descriptor would speak against its client.
    static func jobs(_ wanted: Int) throws(CommandFailure) -> Int {
        let limit = raiseLimit()
        let possible = (limit - ofProcess) / ofRun
        guard possible > 0 else {
            throw CommandFailure(
                "the process may have \(limit) files open, and a run needs \(ofProcess + ofRun); raise the limit: "
                    + "ulimit -n \(needed(wanted))", .couldNotJudge)
        }
        if possible < wanted {
            Console.complain(
                "the process may have \(limit) files open, so that \(possible) of \(wanted) runs go on side by side; for all: "
                    + "ulimit -n \(needed(wanted))")
        }
        return min(wanted, possible)
    }

    /// How many descriptors so many runs side by side may take.
    private static func needed(_ jobs: Int) -> Int { ofProcess + jobs * ofRun }

    /// Raises the soft limit as far as is wanted and allowed, and gives what holds: it is 1024 by default, as many as one listener
    /// takes connections.
    @discardableResult
    static func raiseLimit() -> Int { DescriptorRoom.raiseLimit(to: wanted) ?? wanted }
}
