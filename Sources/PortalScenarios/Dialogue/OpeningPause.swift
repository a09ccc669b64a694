internal import ClientEvidence
internal import HTTPSemantics
internal import JSONValues
internal import PortalAuthentication
internal import PortalJudge

/// A time in which a client may ask for no further layer of a map: one has failed, and it was not told yet what to do, or it
/// was told to stop (developers.arcgis.com › ArcGIS Runtime SDK for iOS 10.2, AGSWebMapDelegate didFailToLoadLayer).
struct OpeningPause: Sendable {
    /// The last request before it began.
    let after: Int
    /// The last request when it ended; nil while it lasts.
    var until: Int?
    /// What the client waits for, as the end of a sentence.
    let why: String
    /// The layers that come later in the map's document.
    let later: [MapLayerText]

    /// What was asked for in it all the same.
    func complaints(_ journal: Journal) -> [String] {
        journal.requests.filter { $0.number > after && $0.number <= until ?? Int.max }.compactMap { request in
            let path = request.target.prefix { $0 != "?" }
            let layer = later.first { $0.url.origin.description == request.origin && $0.url.path == path }
            return layer.map { "the client asked for the layer \($0.title) (request \(request.number)) \(why)" }
        }
    }
}

/// Finds the document of a map as the portal of a run serves it.
struct StagedMaps: Sendable {
    private let run: RunSetup
    private let placeholders: Placeholders
    private let items: ItemNames
    private var ids: [String: String] = [:]

    init(_ run: RunSetup, _ placeholders: Placeholders, _ items: ItemNames) {
        self.run = run
        self.placeholders = placeholders
        self.items = items
    }

    /// Notes the item behind a map's name, by its id or title; nil where the map was named by an address.
    mutating func note(_ map: String, item: String?) { ids[map] = item.map { items.id(of: $0) } }

    /// The layer of a map by its title; nil where the document is not known or has none.
    func layer(_ title: String, of map: String) -> MapLayerText? { layers(of: map).first { $0.title == title } }

    /// The layers that come after one of that title; none where the document is not known.
    func layers(of map: String, after title: String) -> [MapLayerText] {
        let layers = layers(of: map)
        guard let index = layers.firstIndex(where: { $0.title == title }) else { return [] }
        return Array(layers[(index + 1)...])
    }

    private func layers(of map: String) -> [MapLayerText] {
        guard let id = ids[map] else { return [] }
        let answers = run.overlay["answers"]?.array ?? []
        let answered = answers.last { $0["operation"]?.string == "content/items/\(id)/data" }?["body"]
        let document = (answered ?? items.data(of: id)).map { placeholders.filled($0) }
        return MapLayerText.services(in: document)
    }
}
