package import JSONValues
package import PortalJudge

extension Expectation {
    static let keys = ["events", "wire", "never", "final", "allow", "declined"]
    static let finalKeys = [
        "status", "reason", "user", "portalName", "organization", "statuses", "delegate", "challenges", "credentials",
        "trusted", "referrerSuspected", "notFederated", "isAuthenticationError", "certificate", "previousFingerprint",
        "url", "image",
        "found", "pages", "fullName", "email", "item", "portals", "identities", "candidates", "issuers",
        "networkCredentials", "keyFiles", "keyFolder", "namesLegacyProvider", "notifications", "raw", "serverSays",
        "timeout", "retryAfter", "httpStatus", "oauthError", "revoked", "storeFiles", "storeFolder", "storeUntouched",
        "mapStatus", "mapVersion", "mapDocument", "bookmarks", "unsupportedLayers", "ignoredContent", "layerStates",
        "isOpening", "hasPopups", "popupDefinitions", "viewLayers", "viewExtent", "viewSpatialReference", "mapExtent",
        "mapSpatialReference", "bingKeys",
        "foundTitles", "basemap", "memberSince", "description", "mediaType", "bingImagery", "layerVisibility",
        "edits", "attachments", "attachmentText", "popups", "drawings",
        "features", "geometries", "centroids", "exceededTransferLimit", "related", "relatedCounts",
    ]

    /// Reads `expect:`.
    package init(decoding value: JSONValue, source: String, path: String) throws(DocumentError) {
        self.init()
        let reader = try DocumentReader(value, source: source, path: path, keys: Self.keys)
        events = try Self.events(reader)
        DocumentTrace.note(.words(["any"]), at: DocumentReader.join(path, "wire"))
        if let value = reader["wire"], value.string != "any" {
            guard value.array != nil else { throw reader.wrongType("wire", "a list of lines, or any") }
            var patterns: [WirePattern] = []
            for (index, element) in try reader.list("wire").enumerated() {
                let place = "\(DocumentReader.join(path, "wire"))[\(index)]"
                try DocumentMistakes.part { () throws(DocumentError) in
                    if let line = try Self.handshake(element, source: source, path: place) {
                        refusedHandshakes.append(line)
                    } else {
                        patterns.append(try Self.pattern(element, source: source, path: place))
                    }
                }
            }
            wire = patterns
        }
        never = try Self.lines(reader, "never", isNever: true)
        allow = try reader.names("allow", as: Allowance.self) ?? []
        final = try Self.final(reader)
        if let declined = try reader.object("declined", keys: DeclinedWay.keys) { _ = try DeclinedWay(declined) }
    }

    /// Reads `events`; nil where they are left out.
    package static func events(_ reader: DocumentReader) throws(DocumentError) -> [EventPattern]? {
        DocumentTrace.note(.list, at: DocumentReader.join(reader.path, "events"))
        DocumentTrace.note(.shape("event"), at: "\(DocumentReader.join(reader.path, "events"))[]")
        guard reader["events"] != nil else { return nil }
        var patterns: [EventPattern] = []
        for (index, element) in try reader.list("events").enumerated() {
            let path = "\(DocumentReader.join(reader.path, "events"))[\(index)]"
            let pattern = try DocumentMistakes.part { () throws(DocumentError) in
                try event(element, source: reader.source, path: path)
            }
            if let pattern { patterns.append(pattern) }
        }
        return patterns
    }

    /// Reads a line of a handshake, which may stand under `optional`; nil where the element speaks of requests.
    private static func handshake(_ value: JSONValue, source: String, path: String) throws(DocumentError)
        -> HandshakeLine?
    {
        let optional = value["optional"]?.string
        guard let text = optional ?? value.string, HandshakeLine.isHandshake(text) else { return nil }
        var line = try reading(path, source) { () throws(WireLineError) in try HandshakeLine(parsing: text) }
        if optional != nil { line.count = 0 }
        return line
    }

    /// Reads a list of lines.
    package static func lines(_ reader: DocumentReader, _ key: String, isNever: Bool) throws(DocumentError)
        -> [WireLine]
    {
        var found: [WireLine] = []
        for (index, text) in (try reader.texts(key) ?? []).enumerated() {
            let place = "\(DocumentReader.join(reader.path, key))[\(index)]"
            let line = try DocumentMistakes.part { () throws(DocumentError) in
                try reading(place, reader.source) { () throws(WireLineError) in
                    try WireLine(parsing: text, isNever: isNever)
                }
            }
            guard let line else { continue }
            refer(to: line, reader.source, place)
            found.append(line)
        }
        return found
    }

    private static func final(_ reader: DocumentReader) throws(DocumentError) -> JSONValue {
        DocumentTrace.shape("final", at: DocumentReader.join(reader.path, "final"))
        guard let final = try reader.object("final", keys: finalKeys) else { return .object([:]) }
        DocumentTrace.note(.map, at: "\(final.path).portals")
        DocumentTrace.note(.shape("final"), at: "\(final.path).portals.*")
        // What a client remembers is compared as it is.
        for key in finalKeys where !checkedFinalKeys.contains(key) {
            DocumentTrace.note(.any, at: DocumentReader.join(final.path, key))
        }
        DocumentTrace.note(.null, at: DocumentReader.join(final.path, "reason"))
        for key in ["retryAfter", "httpStatus"] {
            DocumentTrace.note(.words(["none"]), at: DocumentReader.join(final.path, key))
        }
        try check(final: final)
        return reader["final"] ?? .object([:])
    }

    /// Reads what has a form of its own, of further portals too.
    private static func check(final: DocumentReader) throws(DocumentError) {
        if let reason = final["reason"], !reason.isNull { _ = try final.word("reason", as: Reason.self) }
        _ = try final.word("status", as: StatusName.self)
        _ = try final.word("timeout", as: TimeoutName.self)
        for key in ["retryAfter", "httpStatus"] where final[key]?.string != "none" {
            _ = try final.number(key, in: 0...1_000_000)
        }
        try DocumentTrace.pausing { () throws(DocumentError) in
            guard let portals = try final.object("portals", keys: nil) else { return }
            for name in (final["portals"]?.object ?? [:]).keys.sorted() {
                if let portal = try portals.object(name, keys: finalKeys) { try check(final: portal) }
            }
        }
    }

    /// The keys of `final` whose values are checked.
    private static let checkedFinalKeys = ["reason", "status", "timeout", "retryAfter", "httpStatus", "portals"]

    /// Says which operation a line is about, for it has to be one.
    private static func refer(to line: WireLine, _ source: String, _ path: String) {
        for name in line.operation.split(separator: "|") {
            DocumentMistakes.refer(to: String(name), .operation, source: source, at: path)
        }
    }

    private static func event(_ value: JSONValue, source: String, path: String) throws(DocumentError) -> EventPattern {
        DocumentTrace.shape("event", at: path)
        DocumentTrace.note(.text, at: path)
        if let text = value.string {
            let pattern = try reading(path, source) { () throws(WireLineError) in
                try EventPattern(parsing: EventName.normal(text))
            }
            if case .word(let word, _) = pattern { try EventName.check(word, source: source, path: path) }
            return pattern
        }
        let reader = try DocumentReader(value, source: source, path: path, keys: ["anyOrder", "optional"])
        DocumentTrace.note(.list, at: "\(path).anyOrder")
        DocumentTrace.note(.shape("event"), at: "\(path).anyOrder[]")
        try checkOneKey(of: reader, among: ["anyOrder", "optional"])
        if let text = try reader.text("optional") {
            let word = EventName.normal(text)
            try EventName.check(word, source: source, path: "\(path).optional")
            return .optional(word)
        }
        var members: [EventPattern] = []
        for (index, element) in try reader.list("anyOrder").enumerated() {
            members.append(try event(element, source: source, path: "\(path).anyOrder[\(index)]"))
        }
        return .anyOrder(members)
    }

    /// Throws where a group is of several kinds, or of none that is known.
    private static func checkOneKey(of group: DocumentReader, among keys: [String]) throws(DocumentError) {
        guard group.keys.count == 1 else {
            throw DocumentError(
                .wrongType, source: group.source, keyPath: group.path, problem: "a group has exactly one key",
                allowed: keys)
        }
    }

    private static func pattern(_ value: JSONValue, source: String, path: String) throws(DocumentError) -> WirePattern {
        DocumentTrace.shape("line", at: path)
        DocumentTrace.note(.text, at: path)
        if let text = value.string {
            let (counts, line) = try reading(path, source) { () throws(WireLineError) in
                let (counts, rest) = try CountedText.bounded(text)
                return (counts, try WireLine(parsing: rest))
            }
            refer(to: line, source, path)
            let more = counts.upperBound - counts.lowerBound
            let least = counts.lowerBound == 0 ? [] : [WirePattern.line(line, count: counts.lowerBound)]
            let optional = Array(repeating: WirePattern.optional(.line(line, count: 1)), count: more)
            return .sequence(least + optional)
        }
        let reader = try DocumentReader(value, source: source, path: path, keys: ["optional", "anyOrder", "either"])
        DocumentTrace.note(.shape("line"), at: "\(path).optional")
        for key in ["anyOrder", "either"] {
            DocumentTrace.note(.list, at: "\(path).\(key)")
            DocumentTrace.note(.shape("line"), at: "\(path).\(key)[]")
        }
        DocumentTrace.note(.list, at: "\(path).either[]")
        DocumentTrace.note(.shape("line"), at: "\(path).either[][]")
        try checkOneKey(of: reader, among: ["optional", "anyOrder", "either"])
        if let inner = reader["optional"] {
            return .optional(try pattern(inner, source: source, path: "\(path).optional"))
        }
        if reader["anyOrder"] != nil {
            return .anyOrder(try patterns(try reader.list("anyOrder"), source: source, path: "\(path).anyOrder"))
        }
        var choices: [[WirePattern]] = []
        for (index, choice) in try reader.list("either").enumerated() {
            choices.append(try patterns(choice.array ?? [choice], source: source, path: "\(path).either[\(index)]"))
        }
        return .either(choices)
    }

    /// Reads a list of lines and groups.
    package static func patterns(_ values: [JSONValue], source: String, path: String) throws(DocumentError)
        -> [WirePattern]
    {
        var found: [WirePattern] = []
        for (index, value) in values.enumerated() {
            let pattern = try DocumentMistakes.part { () throws(DocumentError) in
                try Self.pattern(value, source: source, path: "\(path)[\(index)]")
            }
            if let pattern { found.append(pattern) }
        }
        return found
    }

    private static func reading<Line>(
        _ path: String, _ source: String, _ body: () throws(WireLineError) -> Line
    ) throws(DocumentError) -> Line {
        do { return try body() } catch {
            throw DocumentError(
                .unknownValue, source: source, keyPath: path, problem: error.problem, allowed: error.allowed,
                written: error.written)
        }
    }

    private enum TimeoutName: String, CaseIterable {
        case connect
        case stall
        case whole
        case none
    }
    private enum StatusName: String, CaseIterable {
        case loaded
        case failed
        case notLoaded
        case loading
    }
}

/// The words of `expect.events`.
package enum EventName {
    static let plain = [
        "loaded", "image", "noImage", "tokenRenewed", "discoveryFallback", "certificateChanged", "signedOut",
        "imported", "identityExpired", "userChanged", "credentialUpdated",
        "credentialScopeMismatch",
        "storeOpened", "removedAll", "listenerClosed", "signedOutInBrowser", "opened", "bingKeyAsked",
        "basemapSwitched", "noPopups",
        "popupsFetched",
    ]
    static let kinds = [
        "oAuthOrToken", "token", "consent", "serverTrust", "basic", "digest", "ntlm", "negotiate", "clientCertificate",
        "iap",
    ]

    /// What an authenticator asks its user for.
    static let questions = ["signIn", "basic", "digest", "ntlm", "trust", "identity", "password", "consent", "page"]

    /// `challenge(token, 0)` and `challenge(token 0)` are one word.
    package static func normal(_ text: String) -> String {
        text.split(whereSeparator: { $0 == "," || $0 == " " }).joined(separator: " ")
    }

    /// Throws where a word is none that could ever happen.
    package static func check(_ word: String, source: String, path: String) throws(DocumentError) {
        if plain.contains(word) { return }
        let name = String(word.prefix { $0 != "(" })
        guard name == word || word.hasSuffix(")") else {
            throw DocumentError(
                .unknownValue, source: source, keyPath: path,
                problem: "\"\(word)\" is no event: its parenthesis is not closed at the end")
        }
        let inner = String(word.dropFirst(name.count + 1).dropLast())
        let known: Bool? =
            switch name {
            case "failed", "notOpened", "told": Reason(rawValue: inner) != nil
            case "found", "attachments", "fetched", "clearedWithoutRevoking", "stranger": Int(inner) != nil
            case "layer", "popups", "edited", "notEdited": !inner.isEmpty
            case "layerFailed": inner.split(separator: " ").contains { Reason(rawValue: String($0)) != nil }
            case "signedIn", "added", "updated", "removed": !inner.isEmpty
            case "identities": word.hasSuffix(")")
            case "challenge": inner.hasPrefix("* ") || kinds.contains(String(inner.prefix { $0 != " " }))
            case "asked": word.hasSuffix(")") && questions.contains(String(inner.prefix { $0 != " " }))
            default: nil
            }
        if known == true { return }
        if name == "failed" || name == "told" {
            throw DocumentError(
                .unknownValue, source: source, keyPath: path, problem: "\"\(inner)\" is no reason",
                allowed: Reason.allCases.map(\.rawValue), written: inner)
        }
        throw DocumentError(
            .unknownValue, source: source, keyPath: path, problem: "\"\(word)\" is no event",
            allowed: plain + [
                "failed(<reason>)", "found(<n>)", "challenge(<kind> <failures>)", "identities(<name> …)",
                "signedIn(<user>)", "stranger(<status>)", "clearedWithoutRevoking(<n>)",
                "added(<place>)", "updated(<place>)", "removed(<place>)", "asked(<question> <place>)",
                "told(<reason>)",
            ], written: word)
    }
}
