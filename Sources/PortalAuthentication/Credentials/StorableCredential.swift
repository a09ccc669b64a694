package import JSONValues

/// A credential that can be written into an encrypted store and made again from it after a restart.
package protocol StorableCredential: ArcGISCredential {
    /// What it is called in a store.
    static var storedKind: String { get }
    /// Everything that it needs to go on, secrets included: it goes nowhere but into the encrypted store.
    func stored() -> JSONValue
    /// Makes it again; throws `storeCorrupted` where something is missing. Nothing is sent.
    static func restored(from document: JSONValue, in context: any CredentialContext) throws(PortalError) -> Self
}
