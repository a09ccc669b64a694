extension PortalEnvironment {
    /// Sends a request, signed with whatever the store holds for it, and asks the handlers where the answer demands it.
    public func request(_ request: ArcGISRequest) async throws(PortalError) -> ArcGISAnswer {
        try await RequestEngine(environment: self).perform(request)
    }
}
