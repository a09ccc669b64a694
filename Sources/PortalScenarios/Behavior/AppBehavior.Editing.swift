extension AppBehavior {
    /// How the app edits features.
    package struct Editing: Sendable {
        /// Whether edits of several layers of one service are sent layer by layer.
        package var splitsServices: Bool = false

        package init() {}
    }
}
