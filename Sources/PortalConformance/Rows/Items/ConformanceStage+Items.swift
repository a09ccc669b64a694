internal import PortalAuthentication
internal import PortalClient

extension RowClient {
    /// Loads an item with whatever the store holds; gives the error, if any.
    func loadItem(_ id: String) async -> PortalError? {
        let portal = Portal(url: self.portal, connection: .anonymous, in: environment)
        do throws(PortalError) {
            try await PortalItem(portal: portal, id: id).load()
            return nil
        } catch {
            return error
        }
    }
}
