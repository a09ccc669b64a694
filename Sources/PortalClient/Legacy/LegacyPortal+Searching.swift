internal import Platform
internal import PortalAuthentication

extension LegacyPortal {
    /// Searches for items and tells the delegate what came; a portal that is not loaded fails the search with `invalidArgument`.
    @discardableResult public func findItems(_ query: PortalQuery) -> LegacyPortalOperation {
        search { portal throws(PortalError) in
            try await portal.findItems(query)
        } then: { portal, operation, found in
            await portal.delegate?.portal(portal, operation: operation, didFindItems: found)
        } failed: { portal, operation, error in
            await portal.delegate?.portal(portal, operation: operation, didFailToFindItemsFor: query, error: error)
        }
    }

    /// Searches for groups and tells the delegate what came; a portal that is not loaded fails the search with `invalidArgument`.
    @discardableResult public func findGroups(_ query: PortalQuery) -> LegacyPortalOperation {
        search { portal throws(PortalError) in
            try await portal.findGroups(query)
        } then: { portal, operation, found in
            await portal.delegate?.portal(portal, operation: operation, didFindGroups: found)
        } failed: { portal, operation, error in
            await portal.delegate?.portal(portal, operation: operation, didFailToFindGroupsFor: query, error: error)
        }
    }

    /// Searches beside whatever else is under way, and tells how that ended unless it was cancelled or the portal dropped.
    private func search<Found: Sendable>(
        _ work: @escaping @Sendable (Portal) async throws(PortalError) -> Found,
        then tell: @escaping @Sendable (LegacyPortal, LegacyPortalOperation, Found) async -> Void,
        failed: @escaping @Sendable (LegacyPortal, LegacyPortalOperation, PortalError) async -> Void
    ) -> LegacyPortalOperation {
        let operation = LegacyPortalOperation()
        operations.withLock { _ = $0.insert(operation) }
        let loaded = portal
        // The task holds no strong reference to the portal: dropping it ends the search.
        operation.run { [weak self] in
            var (found, failure): (Found?, PortalError?)
            do throws(PortalError) {
                guard let loaded else {
                    throw PortalError(
                        .invalidArgument,
                        detail: "the portal is not loaded; search it once its delegate was told that it is")
                }
                found = try await work(loaded)
            } catch {
                failure = error
            }
            guard let self else { return }
            operations.withLock { _ = $0.remove(operation) }
            if operation.isCancelled { return }
            if let found { await tell(self, operation, found) }
            if let failure { await failed(self, operation, failure) }
        }
        return operation
    }
}
