package import PortalClient

extension AppBehavior {
    /// How the app opens maps.
    package struct Maps: Sendable {
        /// Says whether a map is emptied before another one is opened into it.
        package var resets: @Sendable (Bool) -> Bool = { $0 }
        /// Whether a change of the basemap reaches the map.
        package var changesBasemap: Bool = true
        /// The key for Bing Maps that the app gives, of the one that it has.
        package var bingKey: @Sendable (String?) -> String? = { $0 }
        /// Whether a map is opened, its basemap changed, or its popups fetched, where the same is under way.
        package var beginsAgain: Bool = true
        /// Whether a map is opened whose document is still under way.
        package var opensEarly: Bool = true
        /// Whether a map is opened, if it was not, for its popups.
        package var opensForPopups: Bool = false
        /// Whether the failure of a layer of the basemap is told as such.
        package var tellsBasemap: Bool = true
        /// What the app does about a layer that failed: of what it should, and what it did about those before; nil is nothing yet.
        package var answer: @Sendable (LayerDisposition?, _ before: [LayerDisposition]) -> LayerDisposition? = {
            answer, _ in answer
        }
        /// What happens to a layer that failed where the app is not told of it.
        package var unheard: LayerDisposition = .skip
        /// Whether a map counts as loaded although a layer of it failed.
        package var toleratesLayers: Bool = true
        /// What the app makes of a popup's HTML before it shows it.
        package var html: @Sendable (String) -> String = { $0 }

        package init() {}
    }
}
