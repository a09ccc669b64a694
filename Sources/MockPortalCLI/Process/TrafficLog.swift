import CProcess
import HTTPSemantics
import JSONValues
import MockPortalServer
import Platform
import PortalJudge

/// Prints what a served portal sees, as it happens, on a thread of its own.
///
/// The threads that serve only ring a bell. Where the reader of standard output is slower than the clients, events are left out and counted.
final class TrafficLog: Sendable {
    /// How events are printed.
    enum Format: String, Sendable, CaseIterable {
        case text
        case json
    }

    private let bell: JournalBell
    private let isOver = Locked(false)
    private let thread = Locked<NativeThread?>(nil)

    /// Follows whatever portal is served, with the name of what it serves.
    ///
    /// Throws where the system has no thread left.
    init(
        _ format: Format, bell: JournalBell,
        of served: @escaping @Sendable () -> (portal: MockPortal, scenario: () -> String)
    ) throws(CommandFailure) {
        self.bell = bell
        let isOver = isOver
        let first = served().portal
        let started = NativeThread {
            var printer = TrafficPrinter(format)
            var last = first
            while true {
                bell.wait()
                // What is told after this was not yet there when it was decided to end.
                let ends = isOver.withLock { $0 }
                let (portal, scenario) = served()
                if last !== portal {
                    printer.print(newsOf: last)
                    printer.changed(to: scenario(), at: portal)
                }
                last = portal
                printer.print(newsOf: portal)
                if ends { return }
            }
        }
        guard let started else {
            throw CommandFailure("the traffic cannot be logged: the system has no thread left", .couldNotJudge)
        }
        thread.withLock { $0 = started }
    }

    /// Prints what is left and ends; later calls do nothing.
    func end() {
        isOver.withLock { $0 = true }
        bell.ring()
        let left = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        left?.join()
    }
}

/// Turns events into lines.
private struct TrafficPrinter {
    private let format: TrafficLog.Format
    private let colors = Colors(for: STDOUT_FILENO)
    private var redactor = TrafficRedactor()
    private var day = ""

    init(_ format: TrafficLog.Format) { self.format = format }

    mutating func print(newsOf portal: MockPortal) {
        let columns = Screen.columns(of: STDOUT_FILENO)
        var lines: [String] = []
        var hasLearned = false
        portal.takeNews { news in
            // Only now: a client may use a new token before it is asked here what secrets there are.
            if !hasLearned { redactor.learn(portal.canaries()) }
            hasLearned = true
            lines.append(contentsOf: told(news, at: portal, columns: columns))
            guard lines.count >= 64 else { return }
            write(&lines)
        }
        write(&lines)
    }

    /// Says that the control API has put another portal in the place of the one before.
    mutating func changed(to scenario: String, at portal: MockPortal) {
        var lines =
            switch format {
            case .json:
                [
                    VisibleText.json(
                        TrafficEvent.note("scenario", portal.portalTime, "scenario", .string(scenario)).text())
                ]
            case .text: [TrafficLine.note("the portal is \(scenario) now").text(columns: nil, colors)]
            }
        write(&lines)
    }

    private func write(_ lines: inout [String]) {
        if !lines.isEmpty { Console.write(Console.Verbatim(lines.map { $0 + "\n" }.joined())) }
        lines = []
    }

    private mutating func told(_ news: JournalNews, at portal: MockPortal, columns: Int?) -> [String] {
        switch format {
        case .json: return [VisibleText.json(json(news, portal).text())]
        case .text:
            let (line, time) = line(news)
            var lines: [String] = []
            if let time, UTCTime.date(time) != day {
                day = UTCTime.date(time)
                lines.append(TrafficLine.note("\(day), by the portal's clock, UTC").text(columns: columns, colors))
            }
            return lines + [line.text(columns: columns, colors)]
        }
    }

    private func json(_ news: JournalNews, _ portal: MockPortal) -> JSONValue {
        switch news {
        case .connected(let connection): TrafficEvent.connection("connection", connection, shown: redactor.serverName)
        case .ended(let connection): TrafficEvent.connection("end", connection, shown: redactor.serverName)
        case .request(let request):
            TrafficEvent.request(
                request, target: redactor.target(request.target), user: request.user.map(redactor.text),
                reason: redactor.text)
        case .cleared: TrafficEvent.note("cleared", portal.portalTime)
        case .lost(let count): TrafficEvent.note("lost", portal.portalTime, "count", .integer(Int64(count)))
        }
    }

    private func line(_ news: JournalNews) -> (line: TrafficLine, time: Int64?) {
        switch news {
        case .connected(let connection): (.connected(connection, shown: redactor.serverName), connection.portalTime)
        case .ended(let connection): (.ended(connection), connection.portalTime)
        case .request(let request):
            (
                .request(
                    request, target: redactor.target(request.target), user: request.user.map(redactor.text),
                    reason: redactor.text), request.portalTime
            )
        case .cleared: (.note("the journal was cleared; numbers begin anew"), nil)
        case .lost(let count): (.note("\(count) events are not shown: they came faster than they can be printed"), nil)
        }
    }
}
