internal import JSONValues

extension Blueprint {
    mutating func readFaults(_ reader: DocumentReader) throws(BlueprintError) {
        if let reach = try reader.word("reach", as: Reach.self) { self.reach = reach }
        for (index, value) in try reader.list("faults").enumerated() {
            let source = reader.source
            let fault = try DocumentMistakes.part { () throws(BlueprintError) in
                try Fault(decoding: value, source: source, path: "faults[\(index)]")
            }
            if let fault { faults.append(fault) }
        }
    }
}

extension Blueprint.Fault {
    private static let addressKeys = [
        "connection", "everyConnection", "request", "everyRequest", "operation", "path",
    ]

    fileprivate init(decoding value: JSONValue, source: String, path: String) throws(BlueprintError) {
        let reader = try DocumentReader(
            value, source: source, path: path,
            keys: Self.addressKeys + ["listener", "times", "skip", "kept", "play"])
        let found = try Self.address(reader)
        guard let play = reader["play"] else { throw reader.missing("play") }
        let place = DocumentReader.join(path, "play")
        self.init(
            address: found,
            play: found.isConnection
                ? .connection(try ConnectionPlay(decoding: play, source: source, path: place))
                : .request(try RequestPlay(decoding: play, source: source, path: place)))
        listener = try reader.text("listener")
        times = try reader.number("times", in: 1...1_000_000)
        skip = try reader.number("skip", in: 0...1_000_000) ?? 0
        needsKeptConnection = try reader.truth("kept") ?? false
        guard !needsKeptConnection || !found.isConnection else {
            throw BlueprintError(
                .unknownValue, source: source, keyPath: DocumentReader.join(path, "kept"),
                problem: "a fault of a connection cannot wait for one that has carried a request",
                allowed: ["request", "everyRequest", "operation", "path"])
        }
    }

    private static func address(_ reader: DocumentReader) throws(BlueprintError) -> Address {
        let found = addressKeys.filter { reader[$0] != nil }
        guard found.count == 1, let key = found.first else {
            throw BlueprintError(
                .wrongType, source: reader.source, keyPath: reader.path,
                problem: found.isEmpty
                    ? "the fault does not say what it happens to"
                    : "the fault has more than one address: \(found.joined(separator: ", "))", allowed: addressKeys)
        }
        let ordinals = 1...1_000_000
        switch key {
        case "connection": return .connection(try reader.number(key, in: ordinals) ?? 1)
        case "everyConnection": return .everyConnection(try reader.number(key, in: ordinals) ?? 1)
        case "request": return .request(try reader.number(key, in: ordinals) ?? 1)
        case "everyRequest": return .everyRequest(try reader.number(key, in: ordinals) ?? 1)
        case "operation": return .operation(try reader.text(key) ?? "")
        default:
            let path = try reader.text(key) ?? ""
            guard path.first == "/" || path.hasPrefix(Blueprint.contextPlaceholder) else {
                throw reader.wrongType(key, "a path like /portal/sharing or {{context}}/sharing")
            }
            return .path(path.count > 1 && path.last == "/" ? String(path.dropLast()) : path)
        }
    }
}

extension Blueprint.Fault.ConnectionPlay {
    fileprivate init(decoding value: JSONValue, source: String, path: String) throws(BlueprintError) {
        DocumentTrace.note(.words(Self.allCases.map(\.rawValue)), at: path)
        guard let word = value.string.flatMap(Self.init(rawValue:)) else {
            throw BlueprintError(
                .unknownValue, source: source, keyPath: path,
                problem: "\(DocumentReader.shown(value)) cannot be played on a connection",
                allowed: Self.allCases.map(\.rawValue), written: value.string ?? value.object?.keys.first)
        }
        self = word
    }
}

extension Blueprint.Fault.RequestPlay {
    /// Plays that are one word.
    private static let words: [(word: String, play: Self)] = [
        ("reset", .raw(.cut(.reset, at: .start))), ("close", .raw(.cut(.close, at: .start))),
        ("stall", .raw(.cut(.stall, at: .start))), ("halfClose", .raw(.halfClose)), ("records", .raw(.records)),
        ("truncatedChunk", .raw(.truncatedChunk)), ("badGzip", .content(.badGzip)),
        ("endlessBody", .raw(.endlessBody)), ("emptyBody", .content(.emptyBody)),
        ("loginPage", .content(.loginPage)), ("malformedJSON", .content(.malformedJSON)),
    ]
    /// Plays that are an object with one key, ``status`` with a second one beside it.
    private static let forms = [
        "{reset: {head or body: n}}", "{close: …}", "{stall: …}", "{drip: {rate: 1}}", "{contentLength: 100}",
        "{deepJSON: 10000}", "{status: 503, retryAfter: 1}", "{status: 503, retryAt: 2s}", "{envelope: 500}",
        "{dress: gzip}",
    ]

    fileprivate init(decoding value: JSONValue, source: String, path: String) throws(BlueprintError) {
        DocumentTrace.note(.words(Self.words.map(\.word)), at: path)
        if let play = Self.words.first(where: { $0.word == value.string })?.play {
            self = play
            return
        }
        guard value.object != nil else {
            throw BlueprintError(
                .unknownValue, source: source, keyPath: path,
                problem: "\(DocumentReader.shown(value)) cannot be played on a request",
                allowed: Self.words.map(\.word) + Self.forms, written: value.string)
        }
        let keys = ["reset", "close", "stall", "drip", "contentLength", "deepJSON", "status", "envelope", "dress"]
        let pauses = ["retryAfter", "retryAt"]
        let reader = try DocumentReader(value, source: source, path: path, keys: keys + pauses)
        let found = reader.keys.filter { !pauses.contains($0) }
        let paused = reader.keys.filter(pauses.contains)
        guard found.count == 1, let key = found.first, paused.isEmpty || key == "status" && paused.count == 1
        else {
            throw BlueprintError(
                .wrongType, source: source, keyPath: path,
                problem: "a play has exactly one key, status may have one of retryAfter and retryAt beside it",
                allowed: keys)
        }
        self = try Self.play(key, reader)
    }

    private static func play(_ key: String, _ reader: DocumentReader) throws(BlueprintError) -> Self {
        switch key {
        case "drip":
            let drip = try reader.object(key, keys: ["rate"])
            guard let rate = try drip?.number("rate", in: 1...1_000_000_000) else {
                throw reader.wrongType(key, "an object like {rate: 1}, in bytes per second of portal time")
            }
            return .raw(.drip(rate: rate))
        case "contentLength":
            return .raw(.contentLength(by: try reader.number(key, in: -1_000_000_000...1_000_000_000) ?? 0))
        case "deepJSON": return .content(.deepJSON(try reader.number(key, in: 1...1_000_000) ?? 1))
        case "envelope": return .content(.envelope(try reader.number(key, in: 1...999_999) ?? 500))
        case "dress": return .dress(try reader.word(key, as: Blueprint.Fault.Dress.self) ?? .gzip)
        case "status":
            // An answer below 200 is none yet (RFC 9110 §15.2).
            let status = try reader.number(key, in: 200...599) ?? 503
            let date = try reader.duration("retryAt").map { Blueprint.Fault.Pause.date(after: $0) }
            let text = try retryAfter(reader).map { Blueprint.Fault.Pause.text($0) }
            return .content(.status(status, retryAfter: date ?? text))
        default:
            return .raw(.cut(Blueprint.Fault.Cut(rawValue: key) ?? .reset, at: try place(key, reader)))
        }
    }

    private static func retryAfter(_ reader: DocumentReader) throws(BlueprintError) -> String? {
        DocumentTrace.note(.text, at: DocumentReader.join(reader.path, "retryAfter"))
        guard let value = reader["retryAfter"] else { return nil }
        if let text = value.string {
            // What a field's value may hold (RFC 9110 §5.5); any other is not sent.
            guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 9 }),
                text.first != " ", text.last != " "
            else {
                throw reader.wrongType(
                    "retryAfter",
                    "a number of seconds, or a text of one line that is not empty; leave it out for no field")
            }
            return text
        }
        return try reader.number("retryAfter", in: 0...Int(Int32.max)).map(String.init)
    }

    private static func place(_ key: String, _ reader: DocumentReader) throws(BlueprintError) -> Blueprint.Fault.Place {
        guard let place = try reader.object(key, keys: ["head", "body"]), place.keys.count == 1 else {
            throw reader.wrongType(key, "an object with one of head and body, in bytes")
        }
        if let count = try place.number("head", in: 1...1_000_000) { return .head(count) }
        return .body(try place.number("body", in: 0...1_000_000_000) ?? 0)
    }
}
