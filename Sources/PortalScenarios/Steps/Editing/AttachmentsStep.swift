internal import JSONValues
internal import PortalAuthentication
internal import PortalClient

/// Lists, fetches, adds, replaces and deletes what is attached to a feature, in this order; without any of them it lists.
struct AttachmentsStep: ScenarioStep {
    static let names = ["attachments"]

    private let layer: String
    private let feature: Int64
    private let add: AttachmentPlan?
    private let update: AttachmentPlan?
    private let delete: [Int64]?
    private let fetch: Int64?
    private let rollsBack: Bool

    init(reading step: StepReader) throws(DocumentError) {
        let reader = try step.object(
            ["service", "layer", "feature", "add", "update", "delete", "fetch", "rollback"])
        let service = try reader.name("service", of: .service) ?? "Inspections"
        layer = "\(service)/\(try reader.number("layer", in: 0...1000) ?? 0)"
        feature = Int64(try reader.number("feature", in: 0...Int(Int32.max)) ?? 1)
        add = try reader.object("add", keys: AttachmentPlan.keys).map { reader throws(DocumentError) in
            try AttachmentPlan(reader)
        }
        update = try reader.object("update", keys: AttachmentPlan.keys).map { reader throws(DocumentError) in
            try AttachmentPlan(reader)
        }
        DocumentTrace.note(.list, at: DocumentReader.join(reader.path, "delete"))
        delete = reader["delete"] == nil ? nil : try reader.wholeNumbers("delete")
        fetch = try reader.number("fetch", in: 0...Int(Int32.max)).map { Int64($0) }
        rollsBack = try reader.truth("rollback") ?? true
    }

    func message(_ writer: MessageWriter) throws -> StepMessage? {
        let meaning = AnswerMeaning(hasOutcome: true, events: EditAnswer.events, note: EditAnswer.note)
        let parts = layer.split(separator: "/").map(String.init)
        let url = "\(writer.scenarioPortal.url(ofService: parts[0]))/\(parts.last ?? "0")"
        var message = StepMessage(
            .attachments, ["url": .string(url), "feature": .integer(feature)], meaning: meaning)
        message["add"] = try add.map { .object(try writer.members(of: $0)) }
        message["update"] = try update.map { .object(try writer.members(of: $0)) }
        message["delete"] = delete.map { .array($0.map { .integer($0) }) }
        message["fetch"] = fetch.map { .integer($0) }
        if !rollsBack { message["rollback"] = false }
        return message
    }

    func perform(with driver: BuiltInDriver) async {
        do throws(PortalError) {
            let layer = try driver.featureLayer(layer)
            var results: [(kind: String, result: EditResult)] = []
            if let add, let upload = add.upload(below: driver.runIdentities.folder) {
                results.append(("addAttachment", try await layer.addAttachment(upload, to: feature)))
            }
            if let update, let id = update.id, let upload = update.upload(below: driver.runIdentities.folder) {
                results.append(("updateAttachment", try await layer.updateAttachment(id, of: feature, with: upload)))
            }
            if let delete {
                let outcome = try await layer.deleteAttachments(delete, of: feature, rollbackOnFailure: rollsBack)
                results += outcome.map { ("deleteAttachment", $0) }
            }
            let words = driver.log.note(results)
            if !results.isEmpty { driver.log.remember("edits", .array(words.map { .string($0) })) }
            if let fetch { try await self.fetch(fetch, from: layer, driver) }
            if results.isEmpty, fetch == nil { try await list(layer, driver) }
            driver.note(status: "loaded", user: nil)
        } catch {
            driver.fail(error)
        }
    }

    private func fetch(_ id: Int64, from layer: FeatureLayer, _ driver: BuiltInDriver) async throws(PortalError) {
        let bytes = try await layer.attachmentData(id, of: feature)
        driver.log.note("fetched(\(bytes.count))")
        let sum = bytes.reduce(0) { ($0 &* 31 &+ Int64($1)) % 1_000_003 }
        driver.log.remember(
            "attachmentText",
            bytes.count > 200 ? .string("sum \(sum)") : .string(String(decoding: bytes, as: UTF8.self)))
    }

    private func list(_ layer: FeatureLayer, _ driver: BuiltInDriver) async throws(PortalError) {
        let found = try await layer.attachments(of: feature)
        driver.log.note("attachments(\(found.count))")
        driver.log.remember(
            "attachments",
            .array(
                found.map { attachment in
                    let size = attachment.size.map { "\($0)" }
                    let parts = ["\(attachment.id)", attachment.name, attachment.mediaType, size, attachment.keywords]
                    return .string(parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " "))
                }))
    }
}
