internal import PortalAuthentication

extension ServiceResource {
    /// Sends a form that changes something to where the resource has answered, and never to another address in its place.
    ///
    /// It is sent again only where the server refused it unexecuted: without a token, with a bad one, or for lack of credentials.
    func edit(
        _ parts: [String], parameters: [(String, String)], files: [FormFile] = []
    ) async throws(PortalError) -> ArcGISAnswer {
        let caller = try await prepared()
        do throws(PortalError) {
            return try await caller.edit(url.below(parts), parameters: parameters, files: files)
        } catch {
            guard error.mayHaveBeenCarriedOut else { throw error }
            throw error.recoded(
                error.code,
                "\(error.detail); the edit may have been made and is not sent again by itself: "
                    + "look at the features before you send it again")
        }
    }
}
