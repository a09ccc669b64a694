internal import Platform

/// The temporary folders of this room. What is left of them goes when the process ends, and with a later one where this one was killed.
enum ProcessFolders {
    /// Whether what is left when the process ends is removed then.
    private static let areRemovedAtExit = atexit { TemporaryFolders.process.removeAll() } == 0

    /// Makes a folder with a random name that only its user may enter.
    static func make(_ name: String) throws(PortalProcessError) -> String {
        _ = areRemovedAtExit
        do { return try TemporaryFolders.process.makeHeld(name) } catch { throw PortalProcessError(error.description) }
    }

    /// Removes a folder that ``make(_:)`` made, with everything in it.
    static func remove(_ path: String) { TemporaryFolders.process.remove(path) }
}
