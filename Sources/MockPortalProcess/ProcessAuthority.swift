internal import Platform

/// Where the portals of this process keep the one authority that they all come from, so that a client can be told once whom to trust.
enum ProcessAuthority {
    private static let made = Locked<String?>(nil)

    /// A folder for `--certs`, which is removed when the process ends, and by a later one where this one was killed.
    static func folder() throws(PortalProcessError) -> String {
        let folder: Result<String, PortalProcessError> = made.withLock { made in
            if let made { return .success(made) }
            do throws(PortalProcessError) {
                let folder = try ProcessFolders.make("mockportal-authority")
                made = folder
                return .success(folder)
            } catch {
                return .failure(error)
            }
        }
        return try folder.get()
    }
}
