internal import JSONValues
internal import PortalAuthentication
internal import PortalClient

extension BuiltInDriver {
    /// Loads an item, and its data where asked.
    func item(_ name: String, data: Bool, portal: String) async {
        guard let portal = await loadedPortal(portal) else { return }
        do {
            let item = PortalItem(portal: portal, id: items.id(of: name))
            try await item.load()
            if data { _ = try await item.data() }
            if let title = item.title { log.remember("item", .string(title)) }
            log.note("loaded")
            note(status: "loaded", user: nil)
        } catch {
            fail(error)
        }
    }

    /// Loads a thumbnail and tells whether there was one.
    func thumbnail(of kind: String, portal: String, item: String?) async {
        guard let portal = await loadedPortal(portal) else { return }
        do {
            var image: RemoteImage?
            switch kind {
            case "user": image = portal.user?.thumbnail
            case "portal": image = portal.info?.portalThumbnail
            case "organization": image = portal.info?.thumbnail
            default:
                let loaded = PortalItem(portal: portal, id: items.id(of: item ?? ""))
                try await loaded.load()
                image = loaded.thumbnail
            }
            guard let image else {
                log.note("noImage")
                log.remember("image", "none")
                return
            }
            let bytes = try await image.load()
            log.remember("image", .string(Self.kind(of: bytes)))
            log.note("image")
        } catch {
            fail(error)
        }
    }

    /// Runs a query for items or groups.
    func find(_ find: Step.Find) async {
        guard let portal = await loadedPortal(find.portal) else { return }
        do {
            var found = 0
            var pages = 1
            if find.findsGroups, find.isFeatured {
                found = try await portal.findFeaturedGroups(limit: find.limit).count
            } else if find.isFeatured {
                found = try await portal.findFeaturedItems(limit: find.limit)?.results.count ?? 0
            } else {
                var query: PortalQuery? = PortalQuery(find.text ?? "", kinds: find.kinds, limit: find.limit)
                pages = 0
                while let page = query {
                    pages += 1
                    if find.findsGroups {
                        let results = try await portal.findGroups(page)
                        found += results.results.count
                        query = results.next
                    } else {
                        let results = try await portal.findItems(page)
                        found += results.results.count
                        query = results.next
                    }
                    if !find.followsPages { break }
                }
            }
            log.remember("found", .integer(Int64(found)))
            log.remember("pages", .integer(Int64(pages)))
            log.note("found(\(found))")
        } catch {
            fail(error)
        }
    }

    private func loadedPortal(_ name: String) async -> Portal? {
        if let portal = handle(name)?.portal { return portal }
        log.complain("the portal \(name) is not loaded")
        return nil
    }

    private static func kind(of bytes: [UInt8]) -> String {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "png" }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "jpeg" }
        if bytes.starts(with: Array("GIF8".utf8)) { return "gif" }
        return "unknown"
    }
}
