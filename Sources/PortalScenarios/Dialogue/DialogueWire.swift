internal import MockPortalServer

/// What a dialogue waits for: lines of the client's process, and questions whose time has come.
final class DialogueWire {
    /// One thing that happened.
    enum News: Sendable {
        case heard(ClientProcess.Heard)
        /// What a question waits for has happened; nil came where it never did.
        case answerable(Int)
    }
    private enum Arrival: Sendable {
        case news(News)
        /// The process of that number has said everything.
        case ended(Int)
    }
    private(set) var process: ClientProcess
    private var number = 0
    private var arrivals: AsyncStream<Arrival>.Iterator
    private let arrival: AsyncStream<Arrival>.Continuation

    init(_ process: ClientProcess) {
        self.process = process
        let (stream, arrival) = AsyncStream.makeStream(of: Arrival.self)
        arrivals = stream.makeAsyncIterator()
        self.arrival = arrival
        listen(to: process)
    }

    /// From now on another process is spoken to; the last one has ended.
    func replace(by process: ClientProcess) {
        self.process = process
        number += 1
        listen(to: process)
    }

    /// The next thing; nil once the process has said everything.
    func next() async -> News? {
        process.letTimeGoOn()
        while let arrival = await arrivals.next() {
            switch arrival {
            case .news(let news): return news
            case .ended(let number) where number == self.number: return nil
            case .ended: continue
            }
        }
        return nil
    }

    /// Tells, as news, when the portal has seen so many requests; that it never does is told too, after a time.
    func tell(
        _ question: Int, whenSeen count: Int, of operation: String?, by portal: MockPortal, within limit: Duration
    ) {
        let arrival = arrival
        Task {
            _ = await portal.waitForRequests(count, operation: operation, timeout: limit)
            arrival.yield(.news(.answerable(question)))
        }
    }

    private func listen(to process: ClientProcess) {
        let (arrival, number) = (arrival, number)
        Task {
            for await heard in process.lines { arrival.yield(.news(.heard(heard))) }
            arrival.yield(.ended(number))
        }
    }
}
