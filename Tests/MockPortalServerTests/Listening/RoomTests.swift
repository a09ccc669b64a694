import Platform
import Testing

@testable import MockPortalServer

/// Which connection makes room where requests or answers are under way on all of them.
@Suite struct `Room among requests` {
    /// What a connection is about.
    enum Deed: Sendable {
        case idle
        /// Its answer is worked out, or waits for its reader, who has taken so much of it in the end.
        case busy(taken: Int? = nil)
        /// So many bytes of its body have come.
        case body(Int)
        /// The head of its second request.
        case laterHead
        /// It has sent nothing.
        case silent
        /// It was accepted a tenth of a second ago, and has sent nothing yet.
        case new
        /// Its body is to come since a tenth of a second.
        case newBody
    }

    /// Connections in the order of their acceptance, a second apart, and the one that makes room at a moment.
    private static func leaver(of deeds: [Deed], at seconds: Int64) throws -> Int? {
        var limits = ListenerLimits()
        limits.connections = deeds.count
        limits.threads = 1
        let deadlines = ConnectionDeadlines(limits, acceptingFrom: -1)
        deadlines.stop()
        let pairs = try deeds.map { _ in try #require(DescriptorPair.sockets()) }
        defer {
            for pair in pairs {
                close(pair.0)
                close(pair.1)
            }
        }
        var taken: [Int32: Int] = [:]
        let all = deeds.enumerated().map { index, deed in
            let time =
                switch deed {
                case .new, .newBody: seconds * 1_000_000 - 100_000 + Int64(index)
                default: Int64(index) * 1_000_000
                }
            let progress = ConnectionProgress(socket: pairs[index].0, phase: .head, at: time)
            switch deed {
            case .idle: progress.isIdle(at: time)
            case .busy(let count):
                progress.isBusy()
                taken[progress.socket] = count
            case .body(let count):
                progress.beganBody(at: time)
                progress.tookBody(count)
            case .laterHead:
                progress.isIdle(at: time)
                progress.beganHead(at: time)
            case .newBody: progress.beganBody(at: time)
            case .silent, .new: break
            }
            deadlines.add(progress)
            return progress
        }
        // What moves has moved on by the last look.
        let last = seconds * 1_000_000
        for now in [last - 2_000_000, last] {
            deadlines.sweep(at: now, received: { _ in 0 }) { socket in
                taken[socket].map { $0 == 0 ? 0 : $0 + Int(now) }
            }
        }
        deadlines.makeRoom(at: last) { _ in 0 }
        return all.firstIndex { $0.ending == .room }
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let deeds: [Deed]
        let leaver: Int?

        init(_ name: String, _ deeds: [Deed], leaver: Int?) {
            testDescription = name
            self.deeds = deeds
            self.leaver = leaver
        }
    }

    @Test(arguments: [
        Case("a body that stalls", [.busy(), .body(6)], leaver: 1),
        Case("the slower of two bodies", [.body(1_000_000), .body(60_000)], leaver: 1),
        Case("the older of two that stall", [.body(6), .body(6)], leaver: 0),
        Case("a drip rather than a body that has just begun", [.body(700 * 10), .newBody], leaver: 0),
        Case("one without a request before a body", [.body(6), .silent], leaver: 1),
        Case("an idle one before a body", [.body(6), .idle], leaver: 1),
        Case("a body that stalls before those that have just come", [.body(6), .new, .new], leaver: 0),
        Case("one that has just come before a body at its pace", [.body(1_000_000), .new, .new], leaver: 1),
        Case("the head of a later request that stalls", [.body(1_000_000), .laterHead], leaver: 1),
        Case("a body before an answer that is not read", [.busy(taken: 0), .body(1_000_000)], leaver: 1),
        Case("an answer that is not read", [.busy(), .busy(taken: 0)], leaver: 1),
        Case("never an answer that is read", [.busy(), .busy(taken: 1)], leaver: nil),
    ])
    func `The one that is most in the way goes`(_ row: Case) throws {
        #expect(try Self.leaver(of: row.deeds, at: 10) == row.leaver)
    }
}

@Suite(.enabled(if: isLinux, "the kernel tells what a peer has taken")) struct `Facts of a socket that sends` {
    @Test func `What a reader leaves unread waits, and nothing does before it was sent`() throws {
        let listening = StreamSocket.open(family: AF_INET)
        defer { close(listening) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listening, $0, size) == 0 && listen(listening, 1) == 0 && getsockname(listening, $0, &size) == 0
            }
        }
        #expect(isBound)
        let reader = StreamSocket.open(family: AF_INET)
        defer { close(reader) }
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(reader, $0, size) == 0 }
        }
        #expect(isConnected)
        let sender = accept(listening, nil, nil)
        defer { close(sender) }
        #expect(SocketFacts(socket: sender).takenOfMore == nil)
        _ = fcntl(sender, F_SETFL, O_NONBLOCK)
        let piece = [UInt8](repeating: 0x78, count: 1 << 16)
        var sent = 0
        func fill() {
            while case let count = send(sender, piece, piece.count, 0), count > 0 { sent += count }
        }
        fill()
        // The reader's kernel has room for less than was sent; what it took, it acknowledges.
        let taken = try #require(SocketFacts(socket: sender).takenOfMore)
        #expect(taken < sent)
    }
}
