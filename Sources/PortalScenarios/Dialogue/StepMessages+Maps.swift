internal import JSONValues
internal import MockPortalServer

extension StepMessages {
    /// A step about maps in words; nil for what no client of anybody's is told.
    func mapWords(for step: Step) throws -> JSONValue? {
        switch step {
        case .webMap(let step): return try message(step)
        case .openMap(let step):
            var words = Words("openMap", ["map": .string(step.map), "into": .string(step.into)])
            if !step.resets { words["reset"] = false }
            if !step.hearsFailures { words["failures"] = "skip" }
            words["bingKey"] = step.bingKey.map { .string($0) }
            return words.value
        case .cancelOpening(let map): return Words("cancelOpening", ["map": .string(map)]).value
        case .retryLayer(let map, let layer):
            return Words("retryLayer", ["map": .string(map), "layer": .string(layer)]).value
        default: return nil
        }
    }

    private func message(_ step: Step.WebMapStep) throws -> JSONValue {
        var words = Words("webMap", try step.credential.map { try credential($0) } ?? [:])
        words["map"] = .string(step.name)
        switch step.way {
        case .id(let id, let endpoint):
            words["item"] = .string(items.id(of: id))
            words["url"] = .string(stage.placeholders.filled(endpoint))
        case .address(let url): words["data"] = .string(stage.placeholders.filled(url))
        case .item(let id, let portal):
            words["item"] = .string(items.id(of: id))
            words["portal"] = .string(portal)
        case .whole(let id, let portal):
            words["item"] = .string(items.id(of: id))
            words["portal"] = .string(portal)
            words["layers"] = "all"
        }
        if let name = step.identity {
            words["identity"] = try identity(name)
            choose(name, at: [stage.portal.url, stage.portal.serverURL])
        }
        return words.value
    }

    /// What is said to a layer that failed.
    func message(continuing map: String, _ answer: Step.LayerAnswer) throws -> JSONValue {
        var words = Words("continueOpening", ["map": .string(map)])
        switch answer {
        case .skip: words["answer"] = "skip"
        case .cancel, .never: words["answer"] = "cancel"
        case .trust: words["answer"] = "retry"
        case .identity(let name): return try self.message(continuing: map, .retry(nil, identity: name))
        case .retry(let input, let name):
            words["answer"] = "retry"
            if let input {
                var given = Words(nil, try credential(input))
                if input.authType == .http { given["kind"] = "http" }
                words["credential"] = given.value
            }
            if let name {
                words["identity"] = try identity(name)
                choose(name, at: [stage.portal.serverURL] + stage.portal.hostURLs.values)
            }
        }
        return words.value
    }
}
