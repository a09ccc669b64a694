internal import JSONValues
internal import PortalAuthentication
internal import PortalClient

/// Loads an item of a portal, and its data where asked.
struct ItemStep: ScenarioStep {
    static let names = ["item"]

    private let id: String
    private let data: Bool
    private let portal: String

    init(reading step: StepReader) throws(DocumentError) {
        let reader = try step.object(["id", "data", "portal"])
        id = try reader.required("id")
        data = try reader.truth("data") ?? false
        portal = try reader.portalName()
    }

    func perform(with driver: BuiltInDriver) async {
        guard let portal = await driver.loadedPortal(portal) else { return }
        do throws(PortalError) {
            let item = PortalItem(portal: portal, id: driver.items.id(of: id))
            try await item.load()
            if data { _ = try await item.data() }
            if let title = item.title { driver.log.remember("item", .string(title)) }
            driver.log.note("loaded")
            driver.note(status: "loaded", user: nil)
        } catch {
            driver.fail(error)
        }
    }

    func message(_ writer: MessageWriter) -> StepMessage? {
        var message = StepMessage(
            "item", ["item": .string(writer.items.id(of: id)), "portal": .string(portal)], meaning: .outcome())
        if data { message["data"] = true }
        return message
    }
}
