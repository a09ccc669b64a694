internal import JSONValues
internal import PortalAuthentication
internal import PortalClient

/// Edits the features of a layer, or of several layers of one service at once.
struct EditStep: ScenarioStep {
    static let names = ["edit"]

    private let service: String
    /// Layers and what is edited in each, in their order.
    private let plans: [(layer: Int, plan: EditPlan)]
    /// Whether the service is asked once for all layers.
    private let isAcross: Bool
    /// Whether each kind of edit goes to an operation of its own.
    private let isApart: Bool
    private let rollsBack: Bool
    private let isByGlobalIDs: Bool
    /// What is edited in each layer, as it is written.
    private let written: [String: JSONValue]

    init(reading step: StepReader) throws(DocumentError) {
        let reader = try step.object(["service", "layer", "layers", "apart", "rollback", "globalIDs"] + EditPlan.keys)
        service = try reader.name("service", of: .service) ?? "Inspections"
        isApart = try reader.truth("apart") ?? false
        rollsBack = try reader.truth("rollback") ?? true
        let byGlobalIDs = try reader.truth("globalIDs") ?? false
        isByGlobalIDs = byGlobalIDs
        let value = step.value
        written = value["layers"]?.object ?? [value["layer"]?.text() ?? "0": value]
        guard let layers = try reader.object("layers", keys: nil) else {
            isAcross = false
            let layer = try reader.number("layer", in: 0...1000) ?? 0
            plans = [(layer, try EditPlan(reader, byGlobalIDs: byGlobalIDs))]
            return
        }
        isAcross = true
        var plans: [(layer: Int, plan: EditPlan)] = []
        for key in layers.keys.sorted() {
            guard let id = Int(key), let inner = try layers.object(key, keys: EditPlan.keys) else {
                throw reader.wrongType("layers", "edits by the ids of layers")
            }
            plans.append((id, try EditPlan(inner, byGlobalIDs: byGlobalIDs)))
        }
        self.plans = plans
    }

    func message(_ writer: MessageWriter) throws -> StepMessage? {
        let meaning = AnswerMeaning(hasOutcome: true, events: EditAnswer.events, note: EditAnswer.note)
        var message = StepMessage(.edit, meaning: meaning)
        message["url"] = .string(writer.scenarioPortal.url(ofService: service))
        message["layers"] = .object(written.mapValues { EditPlan.members(of: $0) })
        if isAcross { message["across"] = true }
        if isApart { message["apart"] = true }
        if isByGlobalIDs { message["globalIDs"] = true }
        if !rollsBack { message["rollback"] = false }
        return message
    }

    func perform(with driver: BuiltInDriver) async {
        do throws(PortalError) {
            var words: [String] = []
            if isAcross, !driver.options.behavior.editing.splitsServices {
                let edits = Dictionary(plans.map { ($0.layer, $0.plan.edits) }) { $1 }
                let results = try await driver.featureService(service).applyEdits(edits, rollbackOnFailure: rollsBack)
                for (id, _) in plans {
                    if let found = results[id] { words += driver.log.note(Self.listed(found), prefix: "\(id) ") }
                }
            } else {
                for (id, plan) in plans {
                    let found = try await edit(try driver.featureLayer("\(service)/\(id)"), plan)
                    words += driver.log.note(Self.listed(found), prefix: isAcross ? "\(id) " : "")
                }
            }
            driver.log.remember("edits", .array(words.map { .string($0) }))
            driver.note(status: "loaded", user: nil)
        } catch {
            driver.fail(error)
        }
    }

    private func edit(_ layer: FeatureLayer, _ plan: EditPlan) async throws(PortalError) -> FeatureEditResults {
        if let condition = plan.condition {
            return FeatureEditResults(
                adds: [], updates: [], deletes: try await layer.delete(where: condition, rollbackOnFailure: rollsBack))
        }
        guard isApart else { return try await layer.applyEdits(plan.edits, rollbackOnFailure: rollsBack) }
        let edits = plan.edits
        return FeatureEditResults(
            adds: edits.adds.isEmpty ? [] : try await layer.add(edits.adds, rollbackOnFailure: rollsBack),
            updates: edits.updates.isEmpty ? [] : try await layer.update(edits.updates, rollbackOnFailure: rollsBack),
            deletes: edits.deletes.isEmpty ? [] : try await layer.delete(edits.deletes, rollbackOnFailure: rollsBack))
    }

    /// Every result with the kind of its edit.
    private static func listed(_ results: FeatureEditResults) -> [(kind: String, result: EditResult)] {
        results.adds.map { ("add", $0) } + results.updates.map { ("update", $0) }
            + results.deletes.map { ("delete", $0) }
    }
}
