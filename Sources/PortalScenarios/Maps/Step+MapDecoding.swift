internal import JSONValues

extension Step {
    static let mapNames = [
        "webMap", "map", "openMap", "cancelOpening", "switchBasemap", "popups", "layer", "retryLayer",
    ]

    /// Reads a step about maps and layers; nil where it is none.
    static func ofMaps(
        _ name: String, _ open: ([String]) throws(DocumentError) -> DocumentReader
    ) throws(DocumentError) -> Step? {
        switch name {
        case "webMap", "map":
            let reader = try open(credentialKeys + ["name", "item", "endpoint", "url", "via", "identity", "wait"])
            return .webMap(try webMap(reader, isWhole: name == "map"))
        case "openMap", "switchBasemap":
            let reader = try open(["map", "into", "reset", "answers", "bingKey", "hears"])
            return .openMap(
                OpenMap(
                    map: try reader.text("map") ?? "map", into: try reader.text("into") ?? "view",
                    resets: try reader.truth("reset") ?? true, changesBasemap: name == "switchBasemap",
                    answers: try answers(reader), bingKey: try reader.text("bingKey"),
                    hearsFailures: try reader.truth("hears") ?? true))
        case "cancelOpening": return .cancelOpening(map: try open(["map"]).text("map") ?? "map")
        case "popups":
            let reader = try open(["map", "extent", "times"])
            let extent = try reader.list("extent").compactMap { value -> Double? in
                if case .number(let number) = value { number } else { value.integer.map(Double.init) }
            }
            guard extent.count == 4 else { throw reader.wrongType("extent", "four numbers: xmin, ymin, xmax, ymax") }
            return .popups(
                PopupStep(
                    map: try reader.text("map") ?? "map", extent: extent,
                    times: try reader.number("times", in: 1...10) ?? 1))
        case "layer":
            let reader = try open(credentialKeys + ["name", "url", "service", "identity", "query", "again"])
            let address = try reader.text("url")
            let service = try reader.text("service") ?? "Traffic"
            return .layer(
                LayerStep(
                    name: try reader.text("name") ?? "layer", url: address ?? service,
                    credential: try credential(reader), identity: try reader.text("identity"),
                    isQuery: try reader.truth("query") ?? false, isAgain: try reader.truth("again") ?? false))
        case "retryLayer":
            let reader = try open(["map", "layer"])
            guard let layer = try reader.text("layer") else { throw reader.missing("layer") }
            return .retryLayer(map: try reader.text("map") ?? "map", layer: layer)
        default: return nil
        }
    }

    private static func webMap(_ reader: DocumentReader, isWhole: Bool) throws(DocumentError) -> WebMapStep {
        let way: WebMapStep.Way
        if let url = try reader.text("url") {
            way = .address(url)
        } else {
            guard let item = try reader.text("item") else { throw reader.missing("item") }
            let via = try reader.text("via")
            if isWhole {
                way = .whole(item, portal: via ?? "portal")
            } else if let via {
                way = .item(item, portal: via)
            } else {
                way = .id(item, endpoint: try reader.text("endpoint") ?? "{{portal}}/sharing/rest")
            }
        }
        return WebMapStep(
            name: try reader.text("name") ?? "map", way: way, credential: try credential(reader),
            identity: try reader.text("identity"), waits: try reader.truth("wait") ?? true)
    }

    private static func answers(_ reader: DocumentReader) throws(DocumentError) -> [LayerAnswer] {
        var answers: [LayerAnswer] = []
        for (index, value) in try reader.list("answers").enumerated() {
            let path = "\(reader.path).answers[\(index)]"
            switch value.string {
            case "skip": answers.append(.skip)
            case "cancel": answers.append(.cancel)
            case "never": answers.append(.never)
            case "retry": answers.append(.retry(nil, identity: nil))
            case let text?:
                throw DocumentError(
                    .unknownValue, source: reader.source, keyPath: path, problem: "\"\(text)\" is no answer to a layer",
                    allowed: [
                        "skip", "cancel", "never", "retry", "{retry: {as: alice}}", "{trust: portal}",
                        "{identity: alice}",
                    ],
                    written: text)
            case nil:
                let answer = try DocumentReader(
                    value, source: reader.source, path: path, keys: ["retry", "trust", "identity"])
                if let host = try answer.text("trust") {
                    answers.append(.trust(host: host))
                } else if let identity = try answer.text("identity") {
                    answers.append(.identity(identity))
                } else if let inner = try answer.object("retry", keys: credentialKeys + ["identity"]) {
                    answers.append(.retry(try credential(inner), identity: try inner.text("identity")))
                } else {
                    throw answer.missing("retry")
                }
            }
        }
        return answers
    }
}
