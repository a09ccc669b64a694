internal import JSONValues
internal import PortalAuthentication
internal import PortalClient

/// Loads an item of a portal, and its data where asked.
struct ItemStep: ScenarioStep {
    static let names = ["item"]

    private let id: String
    /// Whether the id is what the app gives, word for word, which may be none.
    private let isText: Bool
    private let data: Bool
    private let portal: String

    init(reading step: StepReader) throws(DocumentError) {
        let reader = try step.object(["id", "text", "data", "portal"])
        DocumentTrace.note(.text, at: DocumentReader.join(reader.path, "text"))
        if let text = reader["text"]?.string {
            (id, isText) = (text, true)
        } else {
            (id, isText) = (try reader.required("id", naming: .item), false)
        }
        data = try reader.truth("data") ?? false
        portal = try reader.portalName()
    }

    func perform(with driver: BuiltInDriver) async {
        guard let portal = await driver.loadedPortal(portal) else { return }
        do throws(PortalError) {
            let id = isText ? id : driver.items.id(of: id)
            if !driver.options.behavior.requests.looksAtIDs {
                _ = try await driver.environment.request(
                    ArcGISRequest(portal.url.rest.appending("content", "items", id)))
            }
            let item = PortalItem(portal: portal, id: id)
            try await item.load()
            if data { _ = try await item.data() }
            if let title = item.title { driver.log.remember("item", .string(title)) }
            driver.log.note("loaded")
            driver.note(status: "loaded", user: nil)
        } catch {
            driver.fail(error)
        }
    }

    var dialogueObstacle: String? {
        isText ? "that an id is looked at before anything is sent is a promise of the built-in client" : nil
    }

    func message(_ writer: MessageWriter) -> StepMessage? {
        var message = StepMessage(
            .item, ["item": .string(writer.items.id(of: id)), "portal": .string(portal)], meaning: .outcome())
        if data { message["data"] = true }
        return message
    }
}
