import HTTPSemantics
import MockPortalServer
import PortalJudge

/// One event of a portal's traffic as a line for a person.
struct TrafficLine {
    /// A word and how it is set off.
    typealias Word = (text: String, tone: Colors.Tone)

    private var words: [Word]
    /// The word that is shortened first where the line is too long; nil where it is cut at its end.
    private var flexible: Int?

    private init(_ words: [Word], flexible: Int? = nil) {
        self.words = words
        self.flexible = flexible
    }

    /// The fewest characters of a target that is shortened.
    private static let leastTarget = 24

    /// The line, without an end; in columns where the terminal has some, else whole.
    func text(columns: Int?, _ colors: Colors) -> String {
        // Nothing in a word can act on the terminal; colours come after that.
        var shown = words.map { Word(Console.shown($0.text), $0.tone) }
        if let columns {
            if let flexible {
                let rest = Self.width(shown) - shown[flexible].text.count
                shown[flexible].text = Self.middle(shown[flexible].text, max(Self.leastTarget, columns - rest))
            }
            shown = Self.cut(shown, columns)
        }
        return shown.map { colors.text($0.text, $0.tone) }.joined(separator: Self.gap)
    }

    private static let gap = "  "

    private static func width(_ words: [Word]) -> Int {
        words.reduce(0) { $0 + $1.text.count } + gap.count * max(0, words.count - 1)
    }

    /// A text without its middle.
    private static func middle(_ text: String, _ count: Int) -> String {
        guard text.count > count, count > 1 else { return text }
        let tail = (count - 1) / 2
        return "\(text.prefix(count - 1 - tail))…\(text.suffix(tail))"
    }

    private static func cut(_ words: [Word], _ columns: Int) -> [Word] {
        var kept: [Word] = []
        var room = columns
        for word in words {
            let taken = (kept.isEmpty ? 0 : gap.count)
            guard room - taken > 0 else { break }
            room -= taken
            let text = word.text.count > room ? "\(word.text.prefix(max(0, room - 1)))…" : word.text
            kept.append((text, word.tone))
            room -= text.count
        }
        return kept
    }
}

extension TrafficLine {
    /// A connection that was opened, or whose handshake has ended in some way; `shown` takes secrets out of a server's name.
    static func connected(_ news: ConnectionNews, shown: (String) -> String) -> TrafficLine {
        let connection = news.connection
        var words = start(news.portalTime, connection.number)
        if let tls = connection.tls {
            words += handshake(tls)
            if let certificate = tls.certificate { words.append(("cert=\(certificate)", .quiet)) }
            if let identity = tls.identity {
                words.append(("identity=\(identity)" + (tls.identityVerdict.map { " (\($0))" } ?? ""), .plain))
            }
            if let name = tls.serverName { words.append(("sni=\(shown(name))", .quiet)) }
        } else {
            words.append(("TCP", .cyan))
        }
        words += listener(connection.listener) + [("from \(connection.peer)", .quiet)] + fault(connection.fault)
        return TrafficLine(words)
    }

    /// The end of a connection that came to nothing.
    static func ended(_ news: ConnectionNews) -> TrafficLine {
        let connection = news.connection
        var words = start(news.portalTime, connection.number)
        let by = connection.end.map { " by \($0.by)" } ?? ""
        if let tls = connection.tls, tls.outcome != .completed {
            words += handshake(tls)
            if let certificate = tls.certificate { words.append(("cert=\(certificate)", .quiet)) }
        } else {
            words.append(("closed\(by) without a request", .yellow))
            if let certificate = connection.tls?.certificate { words.append(("cert=\(certificate)", .quiet)) }
        }
        words += listener(connection.listener) + fault(connection.fault)
        return TrafficLine(words)
    }

    private static func handshake(_ tls: Journal.Handshake) -> [Word] {
        let alert = tls.alert.map { "\($0.name) (\($0.number))" }
        let refused: (String) -> [Word] = { by in [("handshake refused by the \(by): \(alert ?? "no alert")", .red)] }
        switch tls.outcome {
        case .completed:
            return [(tls.version ?? "TLS", .cyan)] + (tls.resumed ? [("resumed", .quiet)] : [])
        case .refusedByClient: return refused("client")
        case .refusedByServer: return refused("portal")
        case .abandoned: return [("handshake abandoned\(alert.map { ": \($0)" } ?? ", without an alert")", .red)]
        case .notTLS: return [("no TLS: the first bytes were no ClientHello", .red)]
        case .pending: return [("handshake not over", .yellow)]
        }
    }

    /// A request that was answered, or never will be; the texts of the client come without secrets, or `reason` takes them out.
    static func request(_ news: RequestNews, target: String, user: String?, reason: (String) -> String) -> TrafficLine {
        var words = start(news.portalTime, news.connection)
        words.append(status(news.answer))
        words.append((news.method.isEmpty ? "?" : reason(news.method), .strong))
        let flexible = words.count
        words.append((target.isEmpty ? "?" : target, .plain))
        words += listener(news.listener)
        let who = [user, news.identity.map { "identity=\($0)" }].compactMap { $0 } + news.presented.map(\.alias)
        if let credentials = news.credentials {
            let verdict = credentials.verdict == .right ? "" : "/\(credentials.verdict.rawValue)"
            words.append(("\(who.joined(separator: " ")) \(reason(credentials.scheme))\(verdict)", .cyan))
        } else if !who.isEmpty {
            words.append((who.joined(separator: " "), .cyan))
        }
        words += fault(news.fault)
        if let error = news.parserError { words.append((reason(error), .red)) }
        if let decision = news.decisive {
            words.append(("\(decision.gate): \(reason(decision.reason))", decision.passed ? .quiet : .red))
        }
        let issued = (news.answer?.issued.map { [$0] } ?? []) + (news.answer?.alsoIssued ?? [])
        if !issued.isEmpty { words.append(("-> \(issued.joined(separator: ","))", .green)) }
        return TrafficLine(words, flexible: flexible)
    }

    /// A line that is about no connection.
    static func note(_ text: String) -> TrafficLine { TrafficLine([(text, .quiet)]) }

    private static func status(_ answer: Journal.Answer?) -> Word {
        guard let answer else { return ("none   ", .red) }
        let text = answer.code == answer.status ? "\(answer.status)" : "\(answer.status)/\(answer.code)"
        let tone: Colors.Tone =
            switch answer.code {
            case 200..<300: .green
            case 300..<400: .cyan
            case 400..<500: .yellow
            default: .red
            }
        return (text + String(repeating: " ", count: max(0, 7 - text.count)), tone)
    }

    private static func start(_ time: Int64, _ connection: Int) -> [Word] {
        let number = "#\(connection)"
        return [
            (UTCTime.time(time), .quiet), (number + String(repeating: " ", count: max(0, 4 - number.count)), .plain),
        ]
    }

    private static func listener(_ name: String) -> [Word] { name == "portal" ? [] : [("@\(name)", .plain)] }

    private static func fault(_ words: String?) -> [Word] { words.map { [("fault: \($0)", .magenta)] } ?? [] }
}
