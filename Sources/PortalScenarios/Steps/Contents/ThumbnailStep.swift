internal import JSONValues
internal import PortalAuthentication
internal import PortalClient

/// Loads a thumbnail, and notes whether there was one.
struct ThumbnailStep: ScenarioStep {
    static let names = ["thumbnail"]

    private let kind: ThumbnailName
    private let portal: String
    private let item: String?
    /// Whether another attempt is made after a failure.
    private let isRetried: Bool

    init(reading step: StepReader) throws(DocumentError) {
        let reader = try step.object(["of", "portal", "id", "retry"])
        kind = try reader.word("of", as: ThumbnailName.self) ?? .user
        portal = try reader.portalName()
        item = try reader.name("id", of: .item)
        isRetried = try reader.truth("retry") ?? false
    }

    private enum ThumbnailName: String, CaseIterable { case user, portal, organization, item }

    func perform(with driver: BuiltInDriver) async {
        guard let portal = await driver.loadedPortal(portal) else { return }
        do {
            guard let image = try await image(of: portal, driver.items) else {
                driver.log.note("noImage")
                driver.log.remember("image", "none")
                return
            }
            try await driver.options.behavior.loading.image(image, isRetried)
            driver.log.remember("image", .string(Self.format(of: image.image ?? [])))
            driver.log.remember("mediaType", .string(image.mediaType ?? "none"))
            driver.log.note("image")
        } catch let error as PortalError {
            driver.fail(error)
        } catch {
            driver.log.complain("a picture cannot be loaded: \(error)")
        }
    }

    private func image(of portal: Portal, _ items: ItemNames) async throws(PortalError) -> RemoteImage? {
        switch kind {
        case .user: return portal.user?.thumbnail
        case .portal: return portal.info?.portalThumbnail
        case .organization: return portal.info?.thumbnail
        case .item:
            let loaded = PortalItem(portal: portal, id: items.id(of: item ?? ""))
            try await loaded.load()
            return loaded.thumbnail
        }
    }

    private static func format(of bytes: [UInt8]) -> String {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "png" }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "jpeg" }
        if bytes.starts(with: Array("GIF8".utf8)) { return "gif" }
        return "unknown"
    }

    var dialogueObstacle: String? {
        isRetried ? "when a picture is asked for again is a promise of the built-in client" : nil
    }

    func message(_ writer: MessageWriter) -> StepMessage? {
        var message = StepMessage(
            .thumbnail, ["of": .string(kind.rawValue), "portal": .string(portal)],
            meaning: .outcome { answer in answer.value["image"].map { $0 == "none" ? "noImage" : "image" } ?? "image" })
        message["item"] = item.map { .string(writer.items.id(of: $0)) }
        return message
    }
}
