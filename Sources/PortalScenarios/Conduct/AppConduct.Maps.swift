extension AppConduct {
    /// How the app opens maps.
    package struct Maps: Sendable {
        /// Says whether a map is emptied before another one is opened into it.
        package var resets: @Sendable (Bool) -> Bool = { $0 }
        /// Whether a change of the basemap reaches the map.
        package var changesBasemap: Bool = true
        /// The key for Bing Maps that the app gives, of the one that it has.
        package var bingKey: @Sendable (String?) -> String? = { $0 }
    }
}
