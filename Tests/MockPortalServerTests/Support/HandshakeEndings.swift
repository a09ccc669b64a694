import ChildProcess
import JSONValues
import Platform
import PortalJudge
import Testing

@testable import MockPortalServer
@testable import PortalSimulator

/// Many handshakes that a client ends in every way there is, with what the journal says of each beside what is true.
struct HandshakeEndings: CustomTestStringConvertible, Sendable {
    /// Keys of the portal's blueprint.
    let blueprint: JSONValue
    /// What the client is, as ``PythonPeer/endings`` knows it.
    let story: String
    let version: String
    /// The identity that the client shows; nil for none.
    var identity: String?

    var testDescription: String {
        let asked = blueprint["clientCertificates"] == nil ? "" : ", asked, \(identity ?? "none") shown"
        return "TLS \(version), \(story)\(asked)"
    }

    /// What came of it.
    struct Result {
        var tried = 0
        /// Every story that the journal does not tell, in words.
        var wrong: [String] = []
    }

    /// Runs every case, or of those after the server's answer every so manieth; with a number, the rarest case so often instead.
    func run(stride: Int = 1, repeating count: Int = 0) async throws -> Result {
        var options = ServeOptions()
        // No deadline comes by itself, however busy the machine is. What a client half-closes with its last record ends by the next
        // one, which comes when the client asks for it.
        options.limits = .unhurried
        options.limits.threads = 1
        options.limits.connections = 4096
        options.journal.connections = 100_000
        let portal = try TestPortal.start(blueprint, options: options)
        defer { portal.stop() }
        let file = try identity.map { try IdentityFile($0) }
        let link = try ByteLink()
        let arguments = [
            "\(portal.port)", version, file?.path ?? "-", story, "\(stride)", "\(count)",
        ]
        let peer = try ChildProcess(
            "python3", PythonPeer.commandLine(PythonPeer.endings, arguments),
            inheriting: [link.otherEnd])
        link.leaveOtherEnd()
        async let output = peer.readToEnd()
        while let step = await OwnThread.run({ link.read() }) {
            switch step {
            case UInt8(ascii: "h"):
                // The portal's thread cannot take a connection in, nor go on with one of which there is something to note.
                await OwnThread.run {
                    portal.recorder.state.withLock { _ in
                        link.write(step)
                        _ = link.read()
                    }
                    link.write(UInt8(ascii: "r"))
                }
            case UInt8(ascii: "d"):
                let end = PortalClock.monotonicMicroseconds + 2 * 86_400 * 1_000_000
                for listener in portal.listeners { listener.deadlines.sweep(at: end) }
                link.write(step)
            case UInt8(ascii: "q"):
                guard await portal.waitUntilQuiet() else {
                    peer.stop()
                    return Result(tried: 0, wrong: ["connections stay open: \(Self.open(portal.journal()))"])
                }
                link.write(step)
            default:
                portal.stop()
                link.write(step)
            }
        }
        return Self.compare(await output, portal.journal())
    }

    private static func compare(_ lines: String, _ journal: Journal) -> Result {
        let connections = Dictionary(
            journal.connections.map { ($0.peer.prefix { $0 != ":" }, $0) }, uniquingKeysWith: { first, _ in first })
        var result = Result()
        for line in lines.split(separator: "\n") {
            let parts = line.split(separator: "|", omittingEmptySubsequences: false)
            guard parts.count == 3 else { return Result(tried: 0, wrong: [String(lines.suffix(500))]) }
            result.tried += 1
            let seen = connections[parts[0]].map(words) ?? "not in the journal"
            if !isTrue(seen, String(parts[1])) { result.wrong.append("\(parts[2]): wanted \(parts[1]), seen \(seen)") }
        }
        return result
    }

    /// An alert inside another record damages that, which the server may notice; it is never the client's word.
    private static func isTrue(_ seen: String, _ wanted: String) -> Bool {
        switch wanted {
        case "damaged": seen == "abandoned" || seen.hasPrefix("refusedByServer")
        case "refusedByServer": seen.hasPrefix(wanted)
        default: seen == wanted
        }
    }

    private static func words(_ connection: Journal.Connection) -> String {
        guard let tls = connection.tls else { return "no TLS" }
        let sender = tls.outcome == .refusedByServer ? "server" : "client"
        guard let alert = tls.alert else { return tls.outcome.rawValue }
        return "\(tls.outcome.rawValue) \(alert.number)" + (alert.sentBy == sender ? "" : " by \(alert.sentBy)")
    }

    private static func open(_ journal: Journal) -> [String] {
        journal.connections.filter { $0.end == nil }.prefix(3).map { "\($0)" }
    }
}
