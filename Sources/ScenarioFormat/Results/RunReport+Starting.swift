internal import HTTPSemantics
internal import PortalJudge

extension RunReport {
    /// How the reason of a run begins whose client could not be started.
    package static let notStarted = "the client could not be started"

    /// The same, where a client that ended before it did anything is told as one that could not be started.
    ///
    /// A program that its interpreter cannot find or load ends alike in every run: no connection, one exit code, the same words on
    /// standard error. That says nothing of a portal's client, so that nothing is judged. What any other run shows of the client, as
    /// a connection or an outcome of its own, speaks against it; so this is known when all are done. A client that hangs, floods its
    /// output or crashes was started, and gets a verdict of its own.
    func noticingStarts() -> RunReport {
        var report = self
        // A report of a part may have said so of a client that works in another part.
        for index in results.indices where results[index].verdict.reason == Self.endedAtOnce {
            report.results[index].verdict = results[index].judgedAgain
        }
        let all = report.results
        let byClient = Dictionary(grouping: all.indices.filter { all[$0].evidence.wasAsked }) { all[$0].client }
        for asked in byClient.values {
            let ends = asked.map { all[$0].evidence.earlyEnd }
            guard let first = ends.first, let end = first, ends.allSatisfy({ $0 == end }) else { continue }
            guard asked.count > 1 || end.isAnInterpreters else { continue }
            for index in asked {
                report.results[index].verdict = Verdict(.notJudged, reason: Self.endedAtOnce)
            }
        }
        return report
    }

    private static let endedAtOnce =
        "\(notStarted): it ended before it connected to anything, in each run with the same exit code and the same words on standard error"
}

/// How a client ended that had done nothing.
private struct EarlyClientEnd: Equatable {
    let outcome: ClientOutcome.Kind?
    let breach: ClientBreach?
    /// What it wrote to standard error, without what differs from run to run.
    let errors: String

    /// Whether an interpreter or a loader says that it cannot begin, so that one run is enough to know.
    var isAnInterpreters: Bool {
        Self.words.contains { errors.contains($0) }
    }

    /// What interpreters and loaders write where a program or a part of it is not there, or is no program: Python (docs.python.org ›
    /// Built-in Exceptions), Node.js (nodejs.org › Errors), the java command, Ruby, Perl (perldoc perldiag), PHP (php.net › Errors),
    /// ld.so(8) and POSIX shells.
    private static let words = [
        "can't open file", "ModuleNotFoundError: ", "ImportError: ", "SyntaxError: ", "IndentationError: ",
        "Cannot find module", "ERR_MODULE_NOT_FOUND", "Could not find or load main class", "Unable to access jarfile",
        "UnsupportedClassVersionError", "cannot load such file", "Can't open perl script", "in @INC",
        "Can't locate ", "aborted due to compilation errors", "had compilation errors", "syntax error",
        "error while loading shared libraries",
    ]
}

extension Evidence {
    /// Whether the client was run, or was to be.
    fileprivate var wasAsked: Bool { client == .foreign && inapplicable == nil }

    /// How the client ended, where it did so before it did anything; nil where it did, or the evidence says nothing of that.
    fileprivate var earlyEnd: EarlyClientEnd? {
        guard obstacle == nil, journal.connections.isEmpty, journal.requests.isEmpty, outcome?.written == nil,
            outcome?.ownReason == nil, events == nil || events == [], outcome?.kind != .unsupported,
            outcome?.kind != .accepted || breach != nil, !isCrash,
            complaints.allSatisfy({ $0.hasPrefix(Self.endedUnanswered) })
        else { return nil }
        let errors = output.filter { $0.place == "standard error" }.map(\.text).joined(separator: "\n")
        guard !errors.allSatisfy(\.isWhitespace) else { return nil }
        return EarlyClientEnd(outcome: outcome?.kind, breach: breach, errors: Self.withoutNumbers(errors))
    }

    /// Whether a signal ended the client, which a shell tells by an exit code above 128 (POSIX, Shell Command Language §2.8.2).
    ///
    /// Linux numbers signals up to 64 (signal(7), SIGRTMAX); 255 is what Perl and PHP end with that cannot compile a script
    /// (perldoc -f die; php.net › Using PHP from the command line).
    private var isCrash: Bool {
        switch breach {
        case .signal: true
        case .exitCode(let code): (129...(128 + 64)).contains(code)
        case nil: false
        }
    }

    /// A text without what differs between runs: numbers, as of processes, and names of a run's folders.
    private static func withoutNumbers(_ text: String) -> String {
        text.textLines.map { line in
            line.split(separator: " ").map { word in
                word.contains("/mockportal") ? "…" : String(word.filter { !$0.isNumber })
            }.joined(separator: " ") + "\n"
        }.joined()
    }
}
